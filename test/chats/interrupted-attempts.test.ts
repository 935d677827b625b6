/** A worker that ends in the middle of an attempt leaves it to another one; a cancellation ends it. */
import { ActivityCancellationDetails } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { createDispatchActivities } from '../../activities/dispatch';
import type { ChatOrder, DispatchResult } from '../../domain/chat';
import { expectSound } from '../records/scenario';
import { type Seller, startSeller } from '../support/sellers/seller';
import { until } from '../support/wait';
import { ChatSteps, TOKENS } from './steps';

const limits = { deadlineMs: 60_000, answerTimeoutMs: 60_000, heartbeatMs: 5_000 };

const steps = ChatSteps.forFile();
let seller: Seller;
beforeEach(async () => {
  steps.useNewBook();
  seller = await startSeller('stall'); // its streams begin, and never end
  await steps.ask(10 * TOKENS, { sellerId: await steps.seller(seller.url) });
});
afterEach(async () => {
  await seller.close();
  await expectSound(steps.records);
});

/** An attempt whose seller has begun its answer. */
async function begun() {
  const order = await steps.order({ streamed: true, limits }, { stream: true });
  const fill = await steps.matched(order);
  const environment = new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') });
  const { dispatch } = createDispatchActivities(steps.deps);
  const input = { order, fill, attempt: 1, remainingMs: limits.deadlineMs };
  const result = environment.run(dispatch, input) as Promise<DispatchResult>;
  result.catch(() => undefined);
  const hasChunks = async () => (await steps.deps.channel.written(order.orderId)).length > 0;
  await until(hasChunks, { what: 'the first chunks' });
  const end = (details: object) =>
    environment.cancel('CANCELLED', new ActivityCancellationDetails(details));
  return { order, result, end };
}

const endOf = ({ orderId }: ChatOrder) =>
  steps.records.fills.findOne({ orderId }, { projection: { status: 1 } });

test.each([
  ['the worker stops', { workerShutdown: true }],
  ['the server has given the attempt up', { timedOut: true }],
])('when %s, a stream that has begun stays open for the next attempt', async (_what, details) => {
  const { order, result, end } = await begun();
  end(details);
  // Temporal repeats what ends so, and counts it as no failure of the step.
  await expect(result).rejects.toMatchObject({ name: 'CancelledFailure' });
  expect(await endOf(order)).toMatchObject({ status: 'reserved' });
  expect(await steps.told(order)).toEqual([]);
  const { paid, held } = await steps.moneyOf(order);
  expect({ paid, isHeld: held > 0n }).toEqual({ paid: 0n, isHeld: true });
});

test('a cancelled order ends with what was delivered of its stream, which is charged', async () => {
  const { order, result, end } = await begun();
  end({ cancelRequested: true });
  expect(['settled', 'delivered']).toContain((await result).kind);
  await until(async () => (await endOf(order))?.status === 'settled', { what: 'the settlement' });
  const { paid, held } = await steps.moneyOf(order);
  expect({ isPaid: paid > 0n, held }).toEqual({ isPaid: true, held: 0n });
});
