/** What a buyer reads of one order of its own: what it waits for, what is ahead of it, its fills. */
import { joinMarket, newModel, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { as, cancelOrder, placeOrder, readOrder } from './market';

const exchange = Exchange.pooledForFile();
afterEach(() => exchange.expectExact());

async function placed(key: string, model: string, order: object): Promise<string> {
  const { body } = await placeOrder(exchange, key, { model_id: model, ...order });
  return body.order_id;
}

test('only orders with a better price or an earlier place, for a region of its own, are ahead', async () => {
  const model = newModel();
  const [{ key }, other] = await Promise.all([exchange.buyer('10'), exchange.buyer('10')]);
  for (const order of [
    { price: '0.0009', quantity: 1_000 },
    { price: '0.0005', quantity: 2_000, region: 'eu-west' },
    { price: '0.0005', quantity: 4_000, region: 'us-east' },
    { price: '0.0004', quantity: 8_000 },
    { price: '0.0009', quantity: 16_000, tenor: '1d' },
  ]) {
    await placed(other.key, model, order);
  }
  const order = { price: '0.0005', quantity: 500 };
  const anywhere = await placed(key, model, order);
  const inEurope = await placed(key, model, { ...order, region: 'eu-west' });
  await placed(other.key, model, { price: '0.0005', quantity: 32_000 });
  expect(await readOrder(exchange, key, anywhere)).toMatchObject({
    waiting_for:
      'sellers of 500 of its 500 tokens, at 0.5 USD per million or less, until it is cancelled',
    ahead: { orders: 3, tokens: 7_000 },
    fills: [],
  });
  const { ahead } = await readOrder(exchange, key, inEurope);
  expect(ahead).toEqual({ orders: 3, tokens: 3_500 });
});

test('each fill of an order is listed with its seller, price and cost; an ended order waits for nothing', async () => {
  const own = await openMarket(exchange, { capacity: 4_000, price: '0.001' });
  const orderId = await placed(own.key, own.model, { quantity: 10_000, price: '0.001' });
  const next = await joinMarket(exchange, own.model, { capacity: 1_000, price: '0.0008' });
  const order = await until(async () => {
    const read = await readOrder(exchange, own.key, orderId);
    expect(read.filled_quantity).toBe(5_000);
    return read;
  });
  expect(order.fills).toMatchObject([
    // A resting order pays its own price or less; here the seller's ask came second.
    { seller_id: next.seller.sellerId, quantity: 1_000 },
    { seller_id: own.seller.sellerId, quantity: 4_000, price: '0.001', cost: '0.004' },
  ]);
  await cancelOrder(exchange, own.key, orderId);
  const ended = await readOrder(exchange, own.key, orderId);
  expect(ended).toMatchObject({ status: 'cancelled', waiting_for: null, ahead: null });
  expect(ended.fills).toEqual(order.fills);
});

test("the buyer's view of a running chat says whose answer it waits for", async () => {
  const { key, model, seller } = await openMarket(exchange);
  seller.hold();
  const answer = exchange.chat(key, { model });
  await until(() => seller.held === 1, { what: 'the seller to be asked' });
  const { _id: id } = (await exchange.records.orders.findOne({ modelId: model }))!;
  const read = async () =>
    (await exchange.send('GET', `/market/v1/requests/${id}`, as(key))).body.waiting_for;
  const open = await read();
  seller.release();
  await answer;
  expect(open).toMatch(
    new RegExp(`^the answer of seller ${seller.sellerId} to attempt 1.*asked after `),
  );
  await until(async () => (await read()) === null, { what: 'the request to wait for nothing' });
});
