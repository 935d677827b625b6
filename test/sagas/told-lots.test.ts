/** The workflow of a lot: MongoDB's clock decides on its window, and its buyer and seller hear of its moments. */
import { createLotActivities } from '../../activities/lots';
import type { LotWorkflowInput } from '../../domain/contract-orders';
import type { WritableRecords } from '../../records/connect';
import { boughtTicket } from '../contracts/records-scenario';
import {
  dropRecords,
  expectSound,
  fundedAccount,
  openRecords,
  placedAsk,
} from '../records/scenario';
import { until } from '../support/wait';
import { WorkflowStage } from './workflow-stage';

const HOUR_MS = 3_600_000;
const TOKENS = 1_000;
/** The longest pause before MongoDB is asked again. */
const PAUSE_MS = 60_000;
const STEP_MS = 10_000;

let stage: WorkflowStage;
let records: WritableRecords;
/** How often MongoDB was asked. */
let asked = 0;
beforeAll(async () => {
  stage = await WorkflowStage.open(require.resolve('../../workflows/delivery-lot'));
  records = await openRecords();
  const { endLot, noteLot } = createLotActivities({ records });
  await stage.work({
    noteLot,
    endLot: (lotId: string) => {
      asked += 1;
      return endLot(lotId);
    },
  });
});
beforeEach(() => {
  asked = 0;
});
afterEach(() => expectSound(records));
afterAll(async () => {
  await stage.close();
  await dropRecords(records);
});

/** The workflow of a lot that ends in an hour. @param aheadMs how far the clock of its worker is ahead */
async function startLot(aheadMs: number, { opensInMs = 0 } = {}) {
  const accountId = await fundedAccount(records, 100_000_000n);
  const askId = await placedAsk(records, { capacityTokens: TOKENS });
  const ticket = { accountId, askId, quantityTokens: TOKENS, lifetimeMs: HOUR_MS };
  const { lotId } = await boughtTicket(records, ticket);
  const lot = (await records.lots.findOne({ _id: lotId }))!;
  const { contractId, orderId, sellerId, modelId, quantityTokens, opensAt, endsAt } = lot;
  const input: LotWorkflowInput = {
    lotId,
    contractId,
    orderId,
    accountId,
    sellerId,
    modelId,
    quantityTokens,
    opensAtMs: opensAt.getTime() - aheadMs + opensInMs,
    endsAtMs: endsAt.getTime() - aheadMs + opensInMs,
  };
  const run = await stage.start('deliveryLot', input);
  const end = async () => {
    const over = { endsAt: new Date(Date.now() - 1_000) };
    await records.lots.updateOne({ _id: lotId }, { $set: over });
  };
  return { lotId, run, end };
}

test('MongoDB is asked again after a pause, and the lot ends when its window has', async () => {
  const { lotId, run, end } = await startLot(2 * HOUR_MS);
  await until(() => asked === 1, { what: 'the first question' });
  for (let passedMs = STEP_MS; passedMs < PAUSE_MS; passedMs += STEP_MS) {
    await stage.pass(run, STEP_MS);
    expect(asked).toBe(1);
  }
  await end();
  await stage.passUntil(run, STEP_MS, 'the second question', () => asked === 2);
  expect(await run.result()).toMatchObject({ lotId, status: 'expired', paidTokens: TOKENS });
});

test('a lot that is told of an end which is none asks once, and goes on', async () => {
  const { lotId, run, end } = await startLot(0);
  await run.signal('lotEnded');
  await until(() => asked === 1, { what: 'the question' });
  for (const _step of [1, 2, 3]) await stage.pass(run, PAUSE_MS);
  expect(asked).toBe(1);
  await end();
  await run.signal('lotEnded');
  expect(await run.result()).toMatchObject({ lotId, status: 'expired', paidTokens: TOKENS });
});

test('buyer and seller hear of the opening when the window opens, and of its end a tenth of it before', async () => {
  const { lotId, run, end } = await startLot(0, { opensInMs: HOUR_MS });
  const told = async () => {
    const events = await records.webhookEvents.find({ body: new RegExp(lotId) }).toArray();
    return events.map(({ type }) => type).filter((type) => type !== 'lot.sold');
  };
  await stage.pass(run, HOUR_MS - STEP_MS);
  expect(await told()).toEqual([]);
  await stage.passUntil(run, STEP_MS, 'the opening', async () => (await told()).length === 1);
  expect(await told()).toEqual(['lot.opened']);
  await stage.pass(run, (HOUR_MS * 9) / 10 - 3 * STEP_MS);
  expect(await told()).toEqual(['lot.opened']);
  await stage.passUntil(run, STEP_MS, 'the warning', async () => (await told()).length === 2);
  expect(await told()).toEqual(['lot.opened', 'lot.ending']);
  await end();
  await run.signal('lotEnded');
  expect(await run.result()).toMatchObject({ status: 'expired' });
  expect(await told()).toEqual(['lot.opened', 'lot.ending', 'lot.ended']);
});

test('a lot whose window is over has no more moments, also before its end is recorded', async () => {
  const { lotId, end } = await startLot(0, { opensInMs: HOUR_MS });
  await end();
  await createLotActivities({ records }).noteLot(lotId, 'lot.ending');
  expect(
    await records.webhookEvents.countDocuments({ type: 'lot.ending', body: new RegExp(lotId) }),
  ).toBe(0);
});
