/** Lists of contracts, orders and deliveries: each has its owner's rows, every one once, page by page. */
import { randomUUID } from 'node:crypto';
import { newModel } from '../e2e/market';
import { Exchange, type TestSeller } from '../support/exchange';
import { endWindow } from '../lots/ticket-market';
import { until } from '../support/wait';
import { as, placeOrder, readOrder } from './market';

const DAY_MS = 86_400_000;
const model = newModel();
const exchange = Exchange.pooledForFile();
let seller: TestSeller;
let key: string;
/** Of three orders, the first one first. */
const orderIds: string[] = [];
const contractIds: string[] = [];

beforeAll(async () => {
  seller = await exchange.seller('normal', { models: [model] });
  await exchange.ask(seller, { model, price: '0.001', capacity: 1_000 });
  ({ key } = await exchange.buyer('1'));
  for (let at = 0; at < 3; at += 1) {
    const order = { model_id: model, quantity: 100, time_in_force: 'IOC' };
    const { status, body } = await placeOrder(exchange, key, order);
    expect([status, body.status]).toEqual([200, 'filled']);
    orderIds.push(body.order_id);
    contractIds.push(body.contract_id);
  }
});

/** The rows of each page of two. */
async function pagesOf(path: string, name: string, headers: object): Promise<any[][]> {
  const pages: any[][] = [];
  for (let cursor: string | null = ''; cursor !== null && pages.length < 9;) {
    const query: string = `${path.includes('?') ? '&' : '?'}limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const { status, body }: any = await exchange.send('GET', `${path}${query}`, headers);
    expect(status).toBe(200);
    expect(body.has_more).toBe(body.next_cursor !== null);
    pages.push(body[name]);
    cursor = body.next_cursor;
  }
  return pages;
}
const idsOf = (pages: any[][], field: string) => pages.map((rows) => rows.map((row) => row[field]));
const sellerKey = (one: TestSeller) => ({ headers: { 'x-seller-api-key': one.apiKey } });
const deliveries = (one: TestSeller) =>
  pagesOf('/seller/v1/deliveries', 'deliveries', sellerKey(one));

test('contracts and orders, the newest first', async () => {
  const [first, second, third] = contractIds;
  const contracts = await pagesOf('/market/v1/contracts', 'contracts', as(key));
  expect(idsOf(contracts, 'contract_id')).toEqual([[third, second], [first]]);
  expect(contracts.flat().every(({ lots }) => lots.length === 1)).toBe(true);
  const orders = await pagesOf('/market/v1/orders', 'orders', as(key));
  expect(idsOf(orders, 'order_id')).toEqual([[orderIds[2], orderIds[1]], [orderIds[0]]]);
});

test('two buyers use one key for their orders', async () => {
  const stranger = await exchange.buyer('1');
  const same = randomUUID();
  const order = { model_id: newModel(), quantity: 10, time_in_force: 'IOC' };
  const [mine, his, again] = [
    await placeOrder(exchange, key, order, same),
    await placeOrder(exchange, stranger.key, order, same),
    await placeOrder(exchange, key, order, same),
  ];
  expect(his.body.order_id).not.toBe(mine.body.order_id);
  expect(again.body).toEqual(mine.body);
  expect(await readOrder(exchange, stranger.key, his.body.order_id)).toMatchObject({
    status: 'cancelled',
  });
});

test('an order that is good till a date says the date, and its own name', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const order = { model_id: newModel(), quantity: 10, time_in_force: 'GTD', region: 'eu-west' };
  const named = { ...order, expires_at: expiresAt, client_order_id: randomUUID() };
  const { body } = await placeOrder(exchange, key, named);
  expect(await readOrder(exchange, key, body.order_id)).toMatchObject({
    ...named,
    status: 'open',
  });
  const cancelled = await exchange.send('DELETE', `/market/v1/orders/${body.order_id}`, as(key));
  expect(cancelled.status).toBe(204);
});

describe('deliveries', () => {
  test('are those of the seller, the oldest first', async () => {
    const owed = await deliveries(seller);
    expect(idsOf(owed, 'contract_id')).toEqual([contractIds.slice(0, 2), contractIds.slice(2)]);
    expect(owed.flat()).toMatchObject(
      owed.flat().map(() => ({ instrument: model, remaining: 100 })),
    );
    const other = await exchange.seller('normal', { models: [model] });
    expect(await deliveries(other)).toEqual([[]]);
  });

  test('are owed while their window lasts, and while they are open', async () => {
    const [contractId, closedId] = contractIds as [string, string];
    const { lots } = exchange.records;
    const over = (await lots.findOne({ contractId }))!;
    const closed = (await lots.findOne({ contractId: closedId }))!;
    await lots.updateOne({ _id: over._id }, { $set: { endsAt: new Date(Date.now() - 1) } });
    await lots.updateOne({ _id: closed._id }, { $set: { status: 'exhausted' } });
    try {
      expect(idsOf(await deliveries(seller), 'contract_id')).toEqual([[contractIds[2]]]);
    } finally {
      await lots.updateOne({ _id: over._id }, { $set: { endsAt: over.endsAt } });
      await lots.updateOne({ _id: closed._id }, { $set: { status: 'open' } });
    }
  });

  test('that ended in the last 30 days are a list of their own, the newest end first', async () => {
    const ended = async () =>
      (await pagesOf('/seller/v1/deliveries?ended=true', 'deliveries', sellerKey(seller))).flat();
    expect(await ended()).toEqual([]);
    const [first, second, third] = contractIds as [string, string, string];
    for (const [at, contractId] of [second, first, third].entries()) {
      await endWindow(exchange, contractId);
      await until(async () => (await ended()).length === at + 1, { what: 'the end of a lot' });
    }
    expect(await deliveries(seller)).toEqual([[]]);
    const old = { closedAt: new Date(Date.now() - 30 * DAY_MS - 1) };
    await exchange.records.lots.updateOne({ contractId: second }, { $set: old });
    expect((await ended()).map(({ contract_id: id }) => id)).toEqual([third, first]);
    expect((await ended())[0]).toMatchObject({
      status: 'expired',
      quantity: 100,
      remaining: 0,
      drawn_tokens: 0,
      paid_tokens: 100,
      refunded_tokens: 0,
      earned: '0.0001',
      in_escrow: '0',
      ended_at: expect.any(String),
    });
  });
});
