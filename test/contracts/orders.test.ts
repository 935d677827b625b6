import { randomUUID } from 'node:crypto';
import { Exchange } from '../support/exchange';
import {
  as,
  cancelOrder,
  deliveriesOf,
  placeOrder,
  readContract,
  readOrder,
  untilOrder,
} from './market';

const exchange = Exchange.pooledForFile();
afterEach(() => exchange.expectExact());

/** Every test trades in a book of its own. */
let models = 0;
async function market(...asks: { price: string; capacity: number; region?: string }[]) {
  const model = `model-${++models}`;
  const maker = await exchange.seller('normal', { models: [model] });
  for (const ask of asks) await exchange.ask(maker, { ...ask, model });
  return { model, maker };
}

describe('an order for capacity', () => {
  it('takes what it crosses of many asks, at their prices, and rests with the remainder', async () => {
    const { model, maker } = await market(
      { price: '0.001', capacity: 4_000 },
      { price: '0.0008', capacity: 3_000 },
      { price: '0.003', capacity: 5_000 },
    );
    const { key } = await exchange.buyer('1');
    const placed = await placeOrder(exchange, key, { model_id: model, price: '0.002' });
    expect(placed.status).toBe(200);
    expect(placed.body).toMatchObject({
      model_id: model,
      side: 'bid',
      time_in_force: 'GTC',
      price: '0.002',
      quantity: 10_000,
      filled_quantity: 7_000,
      remaining: 3_000,
      status: 'partially_filled',
      average_fill_price: '0.00091429',
    });
    expect(await exchange.account(key)).toMatchObject({
      balance: '0.9936',
      reserved: '0.006',
      available: '0.9876',
    });
    const contract = await readContract(exchange, key, placed.body.contract_id);
    expect(contract).toMatchObject({ quantity: 7_000, remaining: 7_000, status: 'active' });
    expect(contract.lots.map((lot: any) => [lot.price, lot.quantity])).toEqual([
      ['0.0008', 3_000],
      ['0.001', 4_000],
    ]);
    const owed = await deliveriesOf(exchange, maker);
    expect(owed.map((row) => row.remaining).sort()).toEqual([3_000, 4_000]);
  });

  it('rests, is filled by asks that come later at its own price, and tells its buyer', async () => {
    const { model, maker } = await market();
    const { key } = await exchange.buyer('1');
    const placed = await placeOrder(exchange, key, { model_id: model });
    expect(placed.body).toMatchObject({ status: 'open', contract_id: null, remaining: 10_000 });
    expect(await exchange.account(key)).toMatchObject({ reserved: '0.01', balance: '1' });
    await exchange.ask(maker, { price: '0.0005', capacity: 6_000, model });
    const { order_id: orderId } = placed.body;
    await untilOrder(exchange, key, orderId, { filled_quantity: 6_000, remaining: 4_000 });
    await exchange.ask(maker, { price: '0.001', capacity: 6_000, model });
    const filled = await untilOrder(exchange, key, orderId, { status: 'filled', remaining: 0 });
    expect(filled.average_fill_price).toBe('0.001');
    expect(await exchange.account(key)).toMatchObject({ reserved: '0', balance: '0.99' });
    expect((await cancelOrder(exchange, key, orderId)).status).toBe(404);
  });

  it('is cancelled once, and gives back what it held', async () => {
    const { model } = await market({ price: '0.001', capacity: 4_000 });
    const { key } = await exchange.buyer('1');
    const placed = await placeOrder(exchange, key, { model_id: model });
    const { order_id: orderId } = placed.body;
    expect((await cancelOrder(exchange, key, orderId)).status).toBe(204);
    expect((await cancelOrder(exchange, key, orderId)).status).toBe(404);
    expect(await readOrder(exchange, key, orderId)).toMatchObject({
      status: 'cancelled',
      filled_quantity: 4_000,
      remaining: 0,
    });
    expect(await exchange.account(key)).toMatchObject({ reserved: '0', balance: '0.996' });
    const book = await exchange.send('GET', `/market/v1/orderbook?model_id=${model}`);
    expect(book.body.bids).toEqual([]);
  });

  it.each([
    ['IOC', 4_000, { status: 'cancelled', filled_quantity: 4_000, remaining: 0 }],
    ['IOC', 20_000, { status: 'filled', filled_quantity: 10_000, reason: null }],
    ['FOK', 4_000, { status: 'rejected', filled_quantity: 0, contract_id: null }],
    ['FOK', 20_000, { status: 'filled', filled_quantity: 10_000, reason: null }],
  ])('%s against %i tokens is %o', async (timeInForce, capacity, outcome) => {
    const { model } = await market({ price: '0.001', capacity });
    const { key } = await exchange.buyer('1');
    const placed = await placeOrder(exchange, key, { model_id: model, time_in_force: timeInForce });
    expect(placed.status).toBe(200);
    expect(placed.body).toMatchObject(outcome);
    expect(typeof placed.body.reason).toBe(outcome.status === 'filled' ? 'object' : 'string');
    expect((await exchange.account(key)).reserved).toBe('0');
  });

  it('expires at its time (GTD)', async () => {
    const { model } = await market({ price: '0.001', capacity: 4_000 });
    const { key } = await exchange.buyer('1');
    const placed = await placeOrder(exchange, key, {
      model_id: model,
      time_in_force: 'GTD',
      expires_at: new Date(Date.now() + 2_000).toISOString(),
    });
    expect(placed.body).toMatchObject({ status: 'partially_filled', remaining: 6_000 });
    await untilOrder(exchange, key, placed.body.order_id, { status: 'expired', remaining: 0 });
    expect((await exchange.account(key)).reserved).toBe('0');
  });

  it.each(['1h', '1d', '7d', '30d'])(
    'of the tenor %s is delivered in the next window',
    async (tenor) => {
      const { model, maker } = await market();
      await exchange.send('POST', `/market/v1/sellers/${maker.sellerId}/asks`, {
        headers: { 'x-seller-api-key': maker.apiKey },
        body: { model_id: model, price: '0.001', capacity: 10_000, tenor },
      });
      const { key } = await exchange.buyer('1');
      const placed = await placeOrder(exchange, key, { model_id: model, tenor });
      expect(placed.body).toMatchObject({ status: 'filled', tenor });
      const contract = await readContract(exchange, key, placed.body.contract_id);
      expect(contract).toMatchObject({ status: 'pending', tenor, remaining: 10_000 });
      const [start, end] = [Date.parse(contract.delivery_start), Date.parse(contract.expires_at)];
      const hours = { '1h': 1, '1d': 24, '7d': 168, '30d': 720 }[tenor]!;
      expect(end - start).toBe(hours * 3_600_000);
      expect(start % (tenor === '1h' ? 3_600_000 : 86_400_000)).toBe(0);
      expect(start).toBeGreaterThan(Date.now());
      expect(await deliveriesOf(exchange, maker)).toMatchObject([
        { delivery_start: contract.delivery_start, remaining: 10_000, instrument: model },
      ]);
    },
  );

  it('never meets an ask of its own owner, on whichever side it rests', async () => {
    const { model, maker } = await market();
    await exchange.admin('PATCH', `/sellers/${maker.sellerId}`, { owner: 'one', reason: 'same' });
    await exchange.ask(maker, { price: '0.001', capacity: 10_000, model });
    const { key } = await exchange.buyer('1', { owner: 'one' });
    const placed = await placeOrder(exchange, key, { model_id: model });
    expect(placed.body).toMatchObject({ status: 'open', filled_quantity: 0 });
    const other = await exchange.seller('normal', { models: [model] });
    await exchange.ask(maker, { price: '0.0005', capacity: 5_000, model });
    await exchange.ask(other, { price: '0.0009', capacity: 5_000, model });
    await untilOrder(exchange, key, placed.body.order_id, { filled_quantity: 5_000 });
    expect(await deliveriesOf(exchange, maker)).toEqual([]);
  });
});

describe('placing', () => {
  it('gives the same order to the same key, and to the same client_order_id', async () => {
    const { key } = await exchange.buyer('1');
    const idempotencyKey = randomUUID();
    const terms = { model_id: 'quiet', client_order_id: 'mine' };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => placeOrder(exchange, key, terms, idempotencyKey)),
    );
    expect(new Set(answers.map(({ body }) => body.order_id)).size).toBe(1);
    const again = await placeOrder(exchange, key, terms);
    expect(again.body.order_id).toBe(answers[0]!.body.order_id);
    const other = await placeOrder(exchange, key, { ...terms, quantity: 5 });
    expect(other).toMatchObject({ status: 422, body: { param: 'client_order_id' } });
    const changed = await placeOrder(exchange, key, { model_id: 'x' }, idempotencyKey);
    expect(changed).toMatchObject({ status: 422, body: { code: 'idempotency_conflict' } });
    expect((await exchange.account(key)).reserved).toBe('0.01');
    await cancelOrder(exchange, key, answers[0]!.body.order_id);
  });

  it('needs the money for its limit', async () => {
    const { key } = await exchange.buyer('0.001');
    const placed = await placeOrder(exchange, key, { model_id: 'quiet' });
    expect(placed).toMatchObject({ status: 402, body: { code: 'insufficient_balance' } });
    const orders = await exchange.send('GET', '/market/v1/orders', as(key));
    expect(orders.body).toEqual({ orders: [], next_cursor: null, has_more: false });
  });

  it('needs it to the last unit, and no more', async () => {
    const terms = { model_id: 'quiet' }; // 10,000 tokens at 0.001
    const short = await exchange.buyer('0.00999999');
    expect((await placeOrder(exchange, short.key, terms)).status).toBe(402);
    const { key } = await exchange.buyer('0.01');
    const placed = await placeOrder(exchange, key, terms);
    expect(placed).toMatchObject({ status: 200, body: { status: 'open' } });
    expect(await exchange.account(key)).toMatchObject({ reserved: '0.01', available: '0' });
    await cancelOrder(exchange, key, placed.body.order_id);
  });

  it.each([
    [{ quantity: 0 }, 'invalid_quantity', 'quantity'],
    [{ price: '0' }, 'invalid_price', 'price'],
    [{ region: 'mars' }, 'invalid_region', 'region'],
    [{ tenor: '2d' }, 'invalid_tenor', 'tenor'],
    [{ time_in_force: 'unknown' }, 'invalid_request', 'time_in_force'],
    [{ time_in_force: 'GTD' }, 'invalid_request', 'expires_at'],
    [{ expires_at: '2050-01-01T00:00:00Z' }, 'invalid_request', 'expires_at'],
    [{ venue: 'x' }, 'invalid_request', 'venue'],
  ])('%o is refused with %s', async (terms, code, param) => {
    const { key } = await exchange.buyer('0');
    const placed = await placeOrder(exchange, key, terms);
    expect(placed).toMatchObject({ status: 400, body: { code, param } });
  });
});

describe('looking up', () => {
  it('finds orders by id, instrument, region and state, page by page', async () => {
    const { key } = await exchange.buyer('1');
    const ids: string[] = [];
    for (const region of ['us-east', 'eu-west', undefined]) {
      const placed = await placeOrder(exchange, key, {
        model_id: 'find/me-7b',
        region,
        quantity: 9,
      });
      ids.unshift(placed.body.order_id);
    }
    const find = async (query: string) => {
      const found = await exchange.send('GET', `/market/v1/orders?${query}`, as(key));
      expect(found.status).toBe(200);
      return found.body.orders.map((order: any) => order.order_id);
    };
    expect(await find('q=FIND/me')).toEqual(ids);
    expect(await find('q=.*')).toEqual([]);
    expect(await find(`q=${ids[1]}`)).toEqual([ids[1]]);
    expect(await find('region=eu-west&status=open')).toEqual([ids[1]]);
    expect(await find('model_id=other')).toEqual([]);
    await cancelOrder(exchange, key, ids[0]!);
    expect(await find('status=canceled')).toEqual([ids[0]]);
    const first = await exchange.send('GET', '/market/v1/orders?limit=2', as(key));
    expect(first.body).toMatchObject({ has_more: true, next_cursor: expect.any(String) });
    expect(await find(`limit=2&cursor=${first.body.next_cursor}`)).toEqual([ids[2]]);
    expect(first.body.orders.map((order: any) => order.order_id)).toEqual(ids.slice(0, 2));
    const bad = await exchange.send('GET', '/market/v1/orders?limit=101', as(key));
    expect(bad.status).toBe(400);
    expect(await find('q=nd/me')).toEqual(ids);
    expect(await find(`q=${ids[1]!.slice(4, 30)}`)).toEqual([ids[1]]);
    expect(await find(`q=${ids[1]}&status=open`)).toEqual([ids[1]]);
    expect(await find(`q=${ids[1]}&status=filled`)).toEqual([]);
    expect(await find('model_id=find/me-7b&status=open&q=find')).toEqual(ids.slice(1));
    for (const id of ids.slice(1)) await cancelOrder(exchange, key, id);
  });

  it("shows nobody another buyer's orders and contracts", async () => {
    const { model } = await market({ price: '0.001', capacity: 20_000 });
    const { key } = await exchange.buyer('1');
    const { body: order } = await placeOrder(exchange, key, { model_id: model });
    const stranger = await exchange.buyer('1');
    for (const path of [`orders/${order.order_id}`, `contracts/${order.contract_id}`]) {
      const seen = await exchange.send('GET', `/market/v1/${path}`, as(stranger.key));
      expect(seen).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      const unknown = `/market/v1/${path.split('/')[0]}/${randomUUID()}`;
      expect((await exchange.send('GET', unknown, as(stranger.key))).status).toBe(404);
    }
    expect((await cancelOrder(exchange, stranger.key, order.order_id)).status).toBe(403);
    expect((await cancelOrder(exchange, key, randomUUID())).status).toBe(404);
    const list = await exchange.send('GET', '/market/v1/contracts', as(stranger.key));
    expect(list.body.contracts).toEqual([]);
  });
});
