/** Bids are filled while nobody can be told: the fills wait, and none is lost or made twice. */
import { cancelOrder, placeOrder, readOrder, untilOrder } from '../contracts/market';
import { newModel } from '../e2e/market';
import { Exchange, type TestSeller } from '../support/exchange';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';

const LEASE_MS = 1_000;

let servers: TestServers;
let exchange: Exchange;
let seller: TestSeller;
let key: string;
const model = newModel();

beforeAll(async () => {
  servers = await startTestServers(sharedServers().binaries);
  exchange = await Exchange.start({
    addresses: servers.addresses,
    relay: true,
    settings: { RESERVATION_LEASE_MS: LEASE_MS, GATEWAY_WORKER: 'off' },
  });
  ({ key } = await exchange.buyer());
  seller = await exchange.seller('normal', { models: [model] });
});
afterAll(async () => {
  await exchange.stop();
  await servers.stop();
});

async function restingOrder(): Promise<string> {
  const { body } = await placeOrder(exchange, key, { model_id: model, quantity: 1_000 });
  expect(body).toMatchObject({ status: 'open' });
  return body.order_id;
}

/** Until what was filled now has waited for twice the time after which a reservation is given back. */
async function passLease(): Promise<void> {
  const endAtMs = Date.now() + 2 * LEASE_MS;
  await until(() => Date.now() > endAtMs, { what: 'the lease to pass' });
}

/** One fill of one ask, the first one that the book ever made of the order. */
async function expectFilledOnce(orderId: string): Promise<void> {
  await untilOrder(exchange, key, orderId, { status: 'filled', filled_quantity: 1_000 }, 60_000);
  const fills = await exchange.records.fills.find({ orderId }).toArray();
  expect(fills.map(({ _id, status }) => [_id.slice(-6), status])).toEqual([['000001', 'settled']]);
  expect(await exchange.records.fills.countDocuments({ status: 'abandoned' })).toBe(0);
  await exchange.expectExact();
  await exchange.expectBookAgrees(model);
}

test('while all workers are unavailable for longer than a lease', async () => {
  const orderId = await restingOrder();
  await Promise.all(exchange.workers.map((worker) => worker.kill('SIGKILL')));
  await exchange.ask(seller, { model, price: '0.001', capacity: 1_000 });
  await passLease();
  expect(await readOrder(exchange, key, orderId)).toMatchObject({ status: 'open' });
  await exchange.startWorker();
  await expectFilledOnce(orderId);
});

test('while Temporal is unavailable for longer than a lease, and the relay dies meanwhile', async () => {
  const orderId = await restingOrder();
  await servers.kill('temporal');
  await exchange.ask(seller, { model, price: '0.001', capacity: 1_000 });
  await passLease();
  await exchange.relay!.kill('SIGKILL');
  await exchange.startRelay();
  await passLease();
  await servers.restart('temporal');
  await expectFilledOnce(orderId);
  expect((await cancelOrder(exchange, key, orderId)).status).toBe(404);
});
