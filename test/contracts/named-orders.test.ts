/** A `client_order_id` names an order of one account: others may use the same one. */
import { newModel } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { cancelOrder, placeOrder, readOrder } from './market';

const exchange = Exchange.pooledForFile();
afterEach(() => exchange.expectExact());

test.each([
  ['the same terms', {}],
  ['other terms', { quantity: 2_000 }],
])('two accounts that use one name have an order each: with %s', async (_what, terms) => {
  const order = { model_id: newModel(), quantity: 1_000, client_order_id: 'named' };
  const [one, other] = [await exchange.buyer('1'), await exchange.buyer('1')];
  const first = await placeOrder(exchange, one.key, order);
  const second = await placeOrder(exchange, other.key, { ...order, ...terms });
  expect(first).toMatchObject({ status: 200, body: { status: 'open' } });
  expect(second).toMatchObject({ status: 200, body: { status: 'open' } });
  expect(second.body.order_id).not.toBe(first.body.order_id);
  const again = await placeOrder(exchange, other.key, { ...order, ...terms });
  expect(again.body.order_id).toBe(second.body.order_id);
  await cancelOrder(exchange, other.key, second.body.order_id);
  expect(await readOrder(exchange, one.key, first.body.order_id)).toMatchObject({ status: 'open' });
  await cancelOrder(exchange, one.key, first.body.order_id);
});
