/** A wait for an answer that the channel does not bring: the records end it, with what stays. */
import { randomBytes } from 'node:crypto';
import type { mongo } from 'mongoose';
import { v7 as uuidV7 } from 'uuid';
import { watchRecords } from '../../api/buyer/chat/durable-end';
import { AnswerSubscription } from '../../channel/answer-listener';
import type { AnswerMessage } from '../../channel/messages';
import type { ChatOrder } from '../../domain/chat';
import { Sealer } from '../../domain/sealing';
import { type Command, concernsOfCommands } from '../queries/commands';
import { testSettings } from '../support/environment';
import { until } from '../support/wait';
import { delivered } from './delivered';
import { ChatSteps, TOKENS } from './steps';

/** Longer than an end may remain unconfirmed. */
const LONG_MS = 40_000;

let steps: ChatSteps;
const commands: Command[] = [];
beforeAll(async () => {
  const uri = new URL((await testSettings()).mongoUri);
  uri.searchParams.set('monitorCommands', 'true');
  steps = await ChatSteps.open({ mongoUri: uri.href });
  steps.records.connection
    .getClient()
    .on('commandStarted', ({ command }: mongo.CommandStartedEvent) => commands.push(command));
});
beforeEach(() => steps.useNewBook());
afterEach(() => jest.restoreAllMocks());
afterAll(() => steps.close());

/** An order that its seller has answered, and whose answer nobody announces. */
async function settledOrder(): Promise<ChatOrder> {
  await steps.ask(10 * TOKENS);
  const order = await steps.order();
  await delivered(steps.deps, order, await steps.matched(order), { says: 'hello' });
  return order;
}

interface Wait {
  /** Resolves with the messages that end it. */
  readonly told: Promise<readonly AnswerMessage[]>;
  readonly result: Promise<'ended' | 'unconfirmed'>;
  end(): void;
}

/** @param run of the order, by this process */
function wait(orderId: string, { sealer = steps.stores.sealer, isHere = false } = {}): Wait {
  const nothingMissed = () => Promise.resolve([]);
  const subscription = new AnswerSubscription(nothingMissed, () => undefined, false);
  const left = new AbortController();
  const run = { isHere: () => isHere, isAtSeller: () => isHere };
  const { signal } = left;
  const result = watchRecords(steps.records, sealer, orderId, subscription, run, signal);
  result.catch(() => undefined); // the test has ended it
  return {
    told: subscription.next(),
    result,
    end() {
      left.abort();
      subscription.close();
    },
  };
}

/** The clock of this process goes on by so much. */
function passTime(ms: number): void {
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
}

test('is told the answer that a majority of MongoDB has', async () => {
  const { orderId } = await settledOrder();
  commands.length = 0;
  const { told, result } = wait(orderId);
  expect(await told).toMatchObject([{ kind: 'settled', body: { says: 'hello' } }]);
  expect(await result).toBe('ended');
  const { durable } = concernsOfCommands(commands);
  expect(durable).toEqual(expect.arrayContaining(['find orders', 'find answers']));
});

test('ends, too, where the answer cannot be read, and says how to get it', async () => {
  const { orderId } = await settledOrder();
  const { told, result } = wait(orderId, { sealer: new Sealer([randomBytes(32)]) });
  expect(await told).toMatchObject([
    {
      kind: 'refused',
      refusal: {
        code: 'service_unavailable',
        message: expect.stringMatching(/stored under the Idempotency-Key/),
      },
    },
  ]);
  expect(await result).toBe('ended');
});

test('of an order that nobody confirms ends after a while, and says that it may be repeated', async () => {
  const { told, result, end } = wait(uuidV7());
  passTime(LONG_MS);
  const inTime = AbortSignal.timeout(20_000);
  inTime.addEventListener('abort', end);
  expect(await told).toMatchObject([
    {
      kind: 'refused',
      refusal: {
        code: 'service_unavailable',
        message: expect.stringMatching(/Send it again with the same Idempotency-Key/),
      },
    },
  ]);
  expect(await result).toBe('unconfirmed');
});

test('of an order that is under way lasts as long as the order', async () => {
  await steps.ask(10 * TOKENS);
  const order = await steps.order();
  const fill = await steps.matched(order);
  commands.length = 0;
  const { told, result } = wait(order.orderId);
  passTime(LONG_MS);
  let hasEnded = false;
  void result.then(() => (hasEnded = true));
  const looks = () => concernsOfCommands(commands).durable.includes('find orders');
  await until(looks, { what: 'a look at the records' });
  expect(hasEnded).toBe(false);
  await delivered(steps.deps, order, fill);
  expect(await told).toMatchObject([{ kind: 'settled' }]);
});
