/** A cursor is good for its own list; a search through very many orders goes on from where it paused. */
import type { Response } from 'express';
import { contractsHandler } from '../../api/market/contract-views';
import { OrderRoutes } from '../../api/market/orders';
import { Cursors } from '../../api/cursor';
import { uuidV7At } from '../../domain/ids';
import { randomUUID } from 'node:crypto';
import type { WritableRecords } from '../../records/connect';
import { ORDERS_SEARCHED } from '../../records/search-orders';
import { dropRecords, openRecords } from '../records/scenario';

const CURSORS = new Cursors('pepper');
const START_MS = Date.now() - 3_600_000;

let records: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => dropRecords(records));

/** @returns their ids, oldest first */
async function orders(accountId: string, count: number, parts: object = {}): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, at) => uuidV7At(START_MS + at, randomUUID()));
  const now = new Date();
  const order = { accountId, modelId: 'common', tenor: 'spot', region: null, status: 'cancelled' };
  const amounts = { limitPriceScale8: 1n, costScale8: 0n, quantityTokens: 9, filledTokens: 0 };
  const times = { createdAt: now, updatedAt: now, expiresAt: null };
  const documents = ids.map((_id) => ({
    ...{ _id, contractId: _id, ticketId: null, clientOrderId: null, timeInForce: 'GTC' },
    ...{ ...order, ...amounts, openTokens: 0, closedTokens: 9, reason: null, ...times, ...parts },
  }));
  await records.contractOrders.insertMany(documents as never);
  return ids;
}

type Query = { cursor?: string; limit: number; q?: string };
type Handler = (req: never, res: never, sent: never) => unknown;

/** What the route answers to this buyer. */
async function answer(handler: Handler, accountId: string, query: Query): Promise<any> {
  let body: unknown;
  const res = {
    locals: { buyer: { accountId, keyId: 'key', quotas: {} } },
    json: (sent: unknown) => (body = sent),
  } as unknown as Response;
  await handler({} as never, res as never, { query } as never);
  return body;
}
const listOrders = () =>
  new OrderRoutes(records, { cancel: () => Promise.reject() } as never, CURSORS).list;

test('a search finds an order behind very many others, with an empty page before it', async () => {
  const accountId = randomUUID();
  const [rare] = await orders(accountId, 1, { modelId: 'rare-model' });
  await orders(accountId, ORDERS_SEARCHED + 5, { _unused: 0 });
  const query = { limit: 10, q: ' RARE-model ' };
  const first = await answer(listOrders(), accountId, query);
  expect(first).toMatchObject({ orders: [], has_more: true, next_cursor: expect.any(String) });
  const second = await answer(listOrders(), accountId, { ...query, cursor: first.next_cursor });
  expect(second).toMatchObject({ orders: [{ order_id: rare }], has_more: false });
});

test.each([
  ['orders', () => listOrders() as Handler],
  ['contracts', () => contractsHandler(records, CURSORS) as Handler],
])('a cursor of the %s of another buyer is refused', async (name, handler) => {
  const [mine, his] = [randomUUID(), randomUUID()];
  const ids = await orders(mine, 3);
  if (name === 'contracts') {
    const contracts = ids.map((_id) => ({ _id, accountId: mine, createdAt: new Date() }));
    await records.contracts.insertMany(contracts as never);
    const window = { opensAt: new Date(), endsAt: new Date() };
    const lots = ids.map((_id) => ({
      ...{ _id, contractId: _id, costScale8: 1n, quantityTokens: 1, remainingTokens: 0 },
      ...{ reservedTokens: 0, priceScale8: 1n, status: 'expired', ...window },
    }));
    await records.lots.insertMany(lots as never);
  }
  const page = await answer(handler(), mine, { limit: 2 });
  expect(page).toMatchObject({ has_more: true });
  const behind = { limit: 2, cursor: page.next_cursor };
  expect((await answer(handler(), mine, behind))[name]).toHaveLength(1);
  await expect(answer(handler(), his, behind)).rejects.toMatchObject({
    ...{ code: 'invalid_request', param: 'cursor' },
  });
});
