/** A worker asks a seller for a stream, and the last reader leaves it, at whichever gateway. */
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { createDispatchActivities } from '../../activities/dispatch';
import { AnswerListener } from '../../channel/answer-listener';
import type { ChatOrder, DispatchResult } from '../../domain/chat';
import { expectSound } from '../records/scenario';
import { type Seller, startSeller } from '../support/sellers/seller';
import { until } from '../support/wait';
import { ChatSteps, TOKENS } from './steps';

/** Readers are looked for four times in it. */
const HEARTBEAT_MS = 1_000;
const limits = { deadlineMs: 60_000, answerTimeoutMs: 60_000, heartbeatMs: HEARTBEAT_MS };

let steps: ChatSteps;
let seller: Seller;
beforeAll(async () => {
  steps = await ChatSteps.open();
});
beforeEach(async () => {
  steps.useNewBook();
  seller = await startSeller();
  seller.hold();
  await steps.ask(10 * TOKENS, { sellerId: await steps.seller(seller.url) });
});
afterEach(async () => {
  await seller.close();
  await expectSound(steps.records);
});
afterAll(() => steps.close());

/** The attempt at the seller, once it was asked. */
async function attempt(order: ChatOrder): Promise<{ readonly result: Promise<DispatchResult> }> {
  const fill = await steps.matched(order);
  const environment = new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') });
  const { dispatch } = createDispatchActivities(steps.deps);
  const input = { order, fill, attempt: 1, remainingMs: limits.deadlineMs };
  const result = environment.run(dispatch, input) as Promise<DispatchResult>;
  await until(() => seller.held === 1, { what: 'the seller to be asked' });
  return { result };
}

async function leave({ orderId }: ChatOrder): Promise<void> {
  const { redis, sealer } = steps.stores;
  const listener = new AnswerListener(redis, sealer);
  const reading = await listener.listen(orderId, true);
  reading.close();
  expect(await listener.stopUnread(orderId)).toBe(true);
  listener.close();
}

test('the attempt ends before the first byte, and nobody else is asked', async () => {
  const order = await steps.order({ streamed: true, limits }, { stream: true });
  const { result } = await attempt(order);
  await leave(order);
  expect(await result).toEqual({ kind: 'buyer_gone' });
  expect(seller.requests).toHaveLength(1);
});
