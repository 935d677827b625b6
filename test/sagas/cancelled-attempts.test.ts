/** What becomes of the attempts that an activity watches when the activity ends before them. */
import { ActivityCancellationDetails } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { createAttemptActivities } from '../../activities/order-batch';
import type { ChatOrder } from '../../domain/chat';
import { OrderRunner } from '../../exchange/chat/order-runner';
import { expectSound } from '../records/scenario';
import { ChatSteps, TOKENS } from '../chats/steps';
import { type Seller, startSeller } from '../support/sellers/seller';
import { until } from '../support/wait';

const steps = ChatSteps.forFile();
let runner: OrderRunner;
let seller: Seller;
beforeEach(async () => {
  steps.useNewBook();
  seller = await startSeller();
  seller.hold();
  await steps.ask(10 * TOKENS, { sellerId: await steps.seller(seller.url) });
  runner = new OrderRunner(steps.deps, {
    gatewayId: 'gateway',
    reserved: () => undefined,
    continueAlone: async () => undefined,
    lotEnded: () => undefined,
    onError: () => undefined, // how the orders end counts here
  });
});
afterEach(async () => {
  await seller.close();
  await expectSound(steps.records);
});

/** Orders that the seller is asked for, and the activity that watches them. */
async function watchedOrders(count: number) {
  const orders: ChatOrder[] = [];
  for (let made = 0; made < count; made += 1) orders.push(await steps.order());
  for (const order of orders) runner.start(order);
  await until(() => seller.held === count, { what: 'the seller to be asked' });
  const { watchAttempts } = createAttemptActivities(runner);
  const environment = new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') });
  const orderIds = orders.map(({ orderId }) => orderId);
  const input = { orderIds, watchedMs: 60_000, heartbeatMs: 1_000 };
  const watching = environment.run(watchAttempts, input);
  return { orders, environment, watching };
}

const statusesOf = (orders: readonly ChatOrder[]) =>
  Promise.all(orders.map((order) => steps.statusOf(order)));

test('whoever cancels the workflow ends its attempts: nobody else is asked, nothing is charged', async () => {
  const { orders, environment, watching } = await watchedOrders(2);
  environment.cancel('CANCELLED', new ActivityCancellationDetails({ cancelRequested: true }));
  await until(() => runner.count === 0, { timeoutMs: 10_000, what: 'the orders to end' });
  await watching;
  expect(await statusesOf(orders)).toEqual(['refused', 'refused']);
  expect(seller.requests).toHaveLength(2);
  for (const order of orders) expect(await steps.moneyOf(order)).toEqual({ paid: 0n, held: 0n });
});

test.each([
  ['the worker of the gateway stops', { workerShutdown: true }],
  ['the server has given the activity up', { timedOut: true }],
])('the attempts go on when %s', async (_what, details) => {
  const { orders, environment, watching } = await watchedOrders(2);
  environment.cancel('CANCELLED', new ActivityCancellationDetails(details));
  seller.release();
  await until(() => runner.count === 0, { timeoutMs: 10_000, what: 'the orders to end' });
  await watching;
  expect(await statusesOf(orders)).toEqual(['filled', 'filled']);
});
