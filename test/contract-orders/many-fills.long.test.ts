/**
 * Orders of many fills, in small: `npm run contracts:large` plays thousands. Nobody waits for the
 * workflows of all lots, and what is told at once goes on in parts.
 */
import { orderFillId } from '../../engine/layouts';
import type { FillDocument } from '../../records/documents/fill';
import { ContractOrders } from '../../temporal/contract-orders';
import { cancelOrder, placeOrder } from '../contracts/market';
import { newModel } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { playManyFills } from './many-fills';

/** As many fills as one fill-or-kill order may have here. */
const FILL_OR_KILL_ASKS = 40;

const exchange = Exchange.forFile({
  relay: true,
  settings: { FILLS_PER_FILL_OR_KILL: FILL_OR_KILL_ASKS },
});

test.each([
  { timeInForce: 'GTC', restsFirst: false, unfilledTokens: 5 },
  { timeInForce: 'FOK', restsFirst: false, unfilledTokens: 0 },
  { timeInForce: 'GTC', restsFirst: true, unfilledTokens: 0 },
] as const)('$timeInForce, resting first: $restsFirst', async (kind) => {
  await playManyFills(exchange, { asks: FILL_OR_KILL_ASKS, sellers: 3, ...kind });
});

test('a fill-or-kill order that needs one fill too many is rejected, and leaves everything as it was', async () => {
  const model = newModel();
  const seller = await exchange.seller('normal', { models: [model] });
  const asks = Array.from({ length: FILL_OR_KILL_ASKS + 1 }, () =>
    exchange.ask(seller, { model, price: '0.001', capacity: 10 }),
  );
  await Promise.all(asks);
  const { key } = await exchange.buyer('1');
  const quantity = 10 * (FILL_OR_KILL_ASKS + 1);
  const terms = { model_id: model, quantity, time_in_force: 'FOK' };
  const { status, body } = await placeOrder(exchange, key, terms);
  expect([status, body]).toMatchObject([200, { status: 'rejected', filled_quantity: 0 }]);
  expect(body.reason).toMatch(/too many/i);
  expect(await exchange.account(key)).toMatchObject({ reserved: '0', available: '1' });
  const shown = await exchange.send('GET', `/market/v1/orderbook?model_id=${model}`);
  expect(shown.body.asks).toEqual([{ price: '0.001', quantity: String(quantity) }]);
  await exchange.expectBookAgrees(model);
});

test('an order that is told of more fills than a payload may hold takes them in parts', async () => {
  const { key } = await exchange.buyer('1');
  const { body } = await placeOrder(exchange, key, { model_id: 'told-much', quantity: 10 });
  const orderId: string = body.order_id;
  expect((await cancelOrder(exchange, key, orderId)).status).toBe(204);
  const { settings, records } = exchange;
  const service = new ContractOrders(exchange.temporal, settings.TOKENBOOK_DEPLOYMENT, records);
  const fills = Array.from({ length: 8_000 }, (_, at) => ({
    fillId: orderFillId(orderId, at + 1),
    ...({ orderId, askId: orderId, epoch: 1, takerSide: 'ask', atMs: 1_700_000_000_000 } as const),
    priceScale8: 100_000n,
    quantityTokens: 10,
  }));
  // They were void long ago, in a book of which nothing is left: the order has only to look at them.
  await records.fills.insertMany(
    fills.map(({ fillId }) => ({ _id: fillId, status: 'abandoned' }) as FillDocument),
  );
  const waiting = fills.map((fill) => ({ ...fill, priceScale8: `${fill.priceScale8}` }));
  const { workflowId } = (await records.contractOrders.findOne({ _id: orderId }))!;
  await Promise.all(exchange.workers.map((worker) => worker.kill('SIGKILL')));
  await exchange.gateways[0]!.kill('SIGKILL');
  while (waiting.length > 0) await service.wake(orderId, waiting.splice(0, 500));
  await exchange.startWorker();
  const handle = exchange.temporal.workflow.getHandle(workflowId);
  await until(async () => (await handle.describe()).status.name === 'COMPLETED', {
    what: 'the order to have looked at all of them',
    timeoutMs: 60_000,
  });
});
