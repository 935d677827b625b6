/** Each read of the ledger by which a step is decided sees what a majority has: no election takes it back. */
import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import { uuidV7At } from '../../domain/ids';
import { pastLots } from '../../records/archive/past';
import { connectRecords, type WritableRecords } from '../../records/connect';
import { boughtTicket, draw } from '../contracts/records-scenario';
import { type Command, concernsOfCommands } from '../queries/commands';
import { testSettings } from '../support/environment';
import { dropRecords, fundedAccount, placedAsk, reservation } from './scenario';

const DAY_MS = 86_400_000;

let records: WritableRecords;
const commands: Command[] = [];
beforeAll(async () => {
  const settings = await testSettings();
  const uri = new URL(settings.mongoUri);
  uri.searchParams.set('monitorCommands', 'true');
  records = await connectRecords({ ...settings, mongoUri: uri.href });
  records.connection
    .getClient()
    .on('commandStarted', ({ command }: mongo.CommandStartedEvent) => commands.push(command));
});
afterAll(() => dropRecords(records));

/** The reads outside of transactions that this does, by whether a majority has what they see. */
async function readsOf(work: () => Promise<unknown>) {
  commands.length = 0;
  await work();
  const reads = commands.filter((command) => 'find' in command && command.autocommit === undefined);
  const { durable } = concernsOfCommands(reads);
  const isDurable = ({ readConcern }: Command) => readConcern?.level === 'majority';
  return { durable, others: reads.filter((command) => !isDurable(command)) };
}

async function reserved() {
  const accountId = await fundedAccount(records, 1_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 1_000 });
  const request = await reservation(records, { accountId, askId, quantityTokens: 10 });
  await records.ledger.reserveFill(request);
  return request;
}

test('whether an attempt is a repetition', async () => {
  const { fill } = await reserved();
  const plan = { fillId: fill.fillId, number: 1 };
  const { durable, others } = await readsOf(() => records.ledger.fills.planAttempt(plan));
  expect({ durable, others }).toEqual({ durable: ['find fills'], others: [] });
});

test('which fills of an order are open', async () => {
  const { order } = await reserved();
  const { durable, others } = await readsOf(() => records.ledger.fills.openOf(order.orderId));
  expect({ durable, others }).toEqual({ durable: ['find fills'], others: [] });
});

test('what is reserved for an order that is refused', async () => {
  const { order } = await reserved();
  const refusal = { code: 'bid_timeout', message: 'x', param: null, passedStatus: null };
  const { durable, others } = await readsOf(() =>
    records.ledger.refuseOrder({ orderId: order.orderId, refusal, reserved: 'release' }),
  );
  expect({ durable, others }).toEqual({ durable: ['find fills', 'find orders'], others: [] });
});

test('what is left of a lot that has too little', async () => {
  const accountId = await fundedAccount(records, 1_000_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 1_000 });
  const { lotId } = await boughtTicket(records, { accountId, askId, quantityTokens: 1_000 });
  const { durable } = await readsOf(() => draw(records, lotId, 2_000));
  expect(durable).toContain('find lots');
});

test('a fill that may be in the archive', async () => {
  const fillId = uuidV7At(Date.now() - 400 * DAY_MS, randomUUID());
  const { durable, others } = await readsOf(() => records.ledger.fills.known([fillId]));
  expect(durable).toEqual(['find archivedfills', 'find fills']);
  expect(others).toEqual([]);
});

test('the answer of an order', async () => {
  const { order } = await reserved();
  const answer = await readsOf(() => records.findAnswer(order.orderId));
  expect(answer).toEqual({ durable: ['find answers'], others: [] });
});

test('the lots of a contract', async () => {
  const contractId = uuidV7At(Date.now(), randomUUID());
  const lots = await readsOf(() => pastLots(records).ofContract(contractId));
  expect(lots).toEqual({ durable: ['find lots'], others: [] });
});
