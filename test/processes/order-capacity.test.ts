/** What a gateway takes on: so many orders at a time, and so many whose workflow waits (FLOW-8). */
import { DefaultLogger, Runtime, makeTelemetryFilterString } from '@temporalio/worker';
import { AnswerListener } from '../../channel/answer-listener';
import type { Settings } from '../../config/settings';
import { type OrderHost, startOrderHost } from '../../processes/order-host';
import { buildExchange } from '../../processes/parts';
import { connectTemporal } from '../../temporal/connection';
import { registerSearchAttributes } from '../../temporal/register-search-attributes';
import { ChatSteps, TOKENS } from '../chats/steps';
import { FaultProxy } from '../faults/fault-proxy';
import { type Seller, startSeller } from '../support/sellers/seller';
import { until } from '../support/wait';

const ORDERS_MAX = 2;
/** No test waits for the workflows of its orders. */
const NEVER_MS = 600_000;

let steps: ChatSteps;
let host: OrderHost;
let seller: Seller;
let close: (() => Promise<void>)[];
beforeAll(() => {
  const filter = makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' });
  const telemetryOptions = { logging: { filter } };
  Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions });
});
beforeEach(() => {
  close = [];
});
afterEach(async () => {
  for (const end of close.toReversed()) await end();
});

/** @param isTemporalAway when it starts the workflows of its orders */
async function startHost(parts: Partial<Settings>, isTemporalAway = false): Promise<void> {
  steps = await ChatSteps.open({ ORDER_GATHER_MS: NEVER_MS, ...parts });
  close.push(() => steps.close());
  const { stores } = steps;
  const temporal = await connectTemporal(stores.settings);
  close.push(() => temporal.close());
  await registerSearchAttributes(temporal.connection, 'default', stores.logger);
  const proxy = await FaultProxy.open(Number(stores.settings.temporalAddress.split(':')[1]));
  close.push(async () => proxy.close());
  const temporalAddress = `127.0.0.1:${proxy.port}`;
  const starting = await connectTemporal({ ...stores.settings, temporalAddress });
  close.push(() => starting.close());
  const listener = new AnswerListener(stores.redis, stores.sealer);
  close.push(async () => listener.close());
  const exchange = buildExchange(stores, starting, listener);
  close.push(() => exchange.close());
  // A start that is under way when its gateway stops ends by itself.
  const starts = jest.spyOn(exchange.recording, 'start');
  close.push(async () => {
    await Promise.allSettled(starts.mock.results.map(({ value }) => value as Promise<void>));
  });
  if (isTemporalAway) proxy.set({ kind: 'refused' });
  host = await startOrderHost(stores, temporal, exchange, listener);
  seller = await startSeller();
  close.push(() => seller.close());
  await steps.ask(100 * TOKENS, { sellerId: await steps.seller(seller.url) });
}

/** Starts so many orders while it may. */
async function startOrders(count: number): Promise<void> {
  for (let started = 0; started < count; started += 1) {
    expect(host.hasCapacity()).toBe(true);
    host.runner.start(await steps.order());
  }
}

const haveEnded = () => until(() => host.counts.inProgress() === 0, { what: 'the orders to end' });
const gateways = () => steps.records.gateways.countDocuments();

test('a gateway with as many orders in progress as it may serve takes the next one when one ends', async () => {
  await startHost({ DISPATCHES_PER_WORKER: ORDERS_MAX });
  seller.hold();
  await startOrders(ORDERS_MAX);
  expect(host.hasCapacity()).toBe(false);
  await until(() => seller.held === ORDERS_MAX, { what: 'the seller to be asked' });
  seller.release();
  await haveEnded();
  expect(host.hasCapacity()).toBe(true);
  await host.stop();
});

test('a gateway with as many orders without a workflow as it may keep takes no other one', async () => {
  await startHost({ ORDERS_WITHOUT_WORKFLOW: ORDERS_MAX });
  await startOrders(ORDERS_MAX);
  await haveEnded();
  expect(host.counts.withoutWorkflow()).toBe(ORDERS_MAX);
  expect(host.hasCapacity()).toBe(false);
  // Those that its stop begins are all there: others need not look for them.
  await host.stop();
  expect([host.counts.withoutWorkflow(), await gateways()]).toEqual([0, 0]);
});

test('a gateway that stops without the workflows of its orders leaves them to others', async () => {
  await startHost({}, true);
  await startOrders(1);
  await haveEnded();
  await host.stop();
  expect([host.counts.withoutWorkflow(), await gateways()]).toEqual([1, 1]);
});
