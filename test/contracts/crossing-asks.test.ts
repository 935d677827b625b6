/** An ask that crosses resting orders: every store and list shows what is left when its creation is answered. */
import { Exchange, type TestSeller } from '../support/exchange';
import { placeOrder, readOrder } from './market';

const QUANTITY = 10_000;
const MANY = 24;

const exchange = Exchange.pooledForFile();
afterEach(() => exchange.expectExact());

let models = 0;
/** A model with orders for 10,000 tokens each that rest, and a seller. */
async function market(orders: number) {
  const model = `crossed-${++models}`;
  const seller = await exchange.seller('normal', { models: [model] });
  const { key } = await exchange.buyer('1');
  const orderIds: string[] = [];
  for (let at = 0; at < orders; at += 1) {
    const { body } = await placeOrder(exchange, key, { model_id: model, quantity: QUANTITY });
    expect(body.status).toBe('open');
    orderIds.push(body.order_id);
  }
  return { model, seller, key, orderIds };
}

function createAsk({ apiKey, sellerId }: TestSeller, model: string, capacity: number) {
  return exchange.send('POST', `/market/v1/sellers/${sellerId}/asks`, {
    headers: { 'x-seller-api-key': apiKey },
    body: { model_id: model, region: 'us-east', price: '0.001', capacity, ttl_seconds: 600 },
  });
}

function createOffer({ apiKey }: TestSeller, model: string, quantity: number) {
  return exchange.send('POST', '/seller/v1/offers', {
    headers: { 'x-seller-api-key': apiKey },
    body: {
      model,
      region: 'us-east',
      price_per_million_tokens: '1',
      quantity_tokens: quantity,
      valid_for_seconds: 600,
    },
  });
}

/** What is left of the seller's asks: in both lists, and in the order book. */
async function leftOf({ apiKey, sellerId }: TestSeller, model: string) {
  const headers = { 'x-seller-api-key': apiKey };
  const [asks, offers, book] = await Promise.all([
    exchange.send('GET', `/market/v1/sellers/${sellerId}/asks`, { headers }),
    exchange.send('GET', '/seller/v1/offers', { headers }),
    exchange.send('GET', `/market/v1/orderbook?model_id=${model}`),
  ]);
  return {
    asks: asks.body.asks.map(({ remaining }: any) => remaining),
    offers: offers.body.offers.map((offer: any) => offer.remaining_tokens),
    book: { asks: book.body.asks.map(({ quantity }: any) => quantity), bids: book.body.bids },
  };
}

test.each([1, MANY])(
  'an ask that crosses %i orders is answered with what is left',
  async (count) => {
    const { model, seller, key, orderIds } = await market(count);
    const created = await createAsk(seller, model, count * QUANTITY + 5_000);
    expect(created.body).toMatchObject({ remaining: 5_000 });
    const orders = orderIds.map((orderId) => readOrder(exchange, key, orderId));
    const filled = { status: 'filled', filled_quantity: QUANTITY, remaining: 0 };
    for (const order of await Promise.all(orders)) expect(order).toMatchObject(filled);
    expect(await leftOf(seller, model)).toEqual({
      asks: [5_000],
      offers: [5_000],
      book: { asks: ['5000'], bids: [] },
    });
  },
);

test('an offer that is sold at once is answered as filled', async () => {
  const { model, seller, key, orderIds } = await market(1);
  const created = await createOffer(seller, model, QUANTITY - 4_000);
  expect(created.body).toMatchObject({ status: 'filled', remaining_tokens: 0 });
  const order = await readOrder(exchange, key, orderIds[0]!);
  expect(order).toMatchObject({ status: 'partially_filled', remaining: 4_000 });
  const bids = [{ price: '0.001', quantity: '4000' }];
  expect(await leftOf(seller, model)).toEqual({ asks: [], offers: [], book: { asks: [], bids } });
});

test('a repetition is answered like the first request', async () => {
  const { model, seller } = await market(1);
  const request = {
    headers: { 'x-seller-api-key': seller.apiKey, 'idempotency-key': 'crossing' },
    body: {
      model_id: model,
      region: 'us-east',
      price: '0.001',
      capacity: 15_000,
      ttl_seconds: 600,
    },
  };
  const path = `/market/v1/sellers/${seller.sellerId}/asks`;
  const first = await exchange.send('POST', path, request);
  expect(first.body).toMatchObject({ remaining: 5_000 });
  expect((await exchange.send('POST', path, request)).body).toEqual(first.body);
});
