/** A cursor is good for its owner's list alone, and deliveries are what a seller owes. */
import type { Response } from 'express';
import { contractsHandler } from '../../api/market/contract-views';
import { deliveriesHandler } from '../../api/market/deliveries';
import { OrderRoutes } from '../../api/market/orders';
import { Cursors } from '../../api/cursor';
import { uuidV7At } from '../../domain/ids';
import { randomUUID } from 'node:crypto';
import { recordsForFile } from '../records/scenario';

const CURSORS = new Cursors('pepper');
const START_MS = Date.now() - 3_600_000;

const records = recordsForFile();

/** @returns their ids, oldest first */
async function orders(accountId: string, count: number, parts: object = {}): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, at) => uuidV7At(START_MS + at, randomUUID()));
  const now = new Date();
  const order = { accountId, modelId: 'common', tenor: 'spot', region: null, status: 'cancelled' };
  const amounts = { limitPriceScale8: 1n, costScale8: 0n, quantityTokens: 9, filledTokens: 0 };
  const times = { createdAt: now, updatedAt: now, expiresAt: null };
  const documents = ids.map((_id) => ({
    _id,
    contractId: _id,
    ticketId: null,
    clientOrderId: null,
    timeInForce: 'GTC',
    ...order,
    ...amounts,
    openTokens: 0,
    closedTokens: 9,
    reason: null,
    ...times,
    ...parts,
  }));
  await records.contractOrders.insertMany(documents as never);
  return ids;
}

type Query = { cursor?: string; limit: number; q?: string };
type Handler = (req: never, res: never, sent: never) => unknown;

/** What the route answers to this buyer, or to this seller. */
async function answer(handler: Handler, ownId: string, query: Query, id = ''): Promise<any> {
  let body: unknown;
  const res = {
    locals: { buyer: { accountId: ownId, keyId: 'key', quotas: {} }, seller: { _id: ownId } },
    json: (sent: unknown) => (body = sent),
  } as unknown as Response;
  await handler({ params: { id } } as never, res as never, { query } as never);
  return body;
}
const MONEY_OF_LOTS = {
  earnedScale8: 0n,
  feeScale8: 0n,
  refundedScale8: 0n,
  escrowScale8: 1n,
};

/** Contracts with a lot each. @param parts of the lots */
async function contracts(accountId: string, ids: readonly string[], parts: object = {}) {
  const createdAt = new Date();
  const all = ids.map((_id) => ({ _id, orderId: _id, accountId, modelId: 'common', createdAt }));
  await records.contracts.insertMany(all as never);
  const window = { opensAt: new Date(START_MS), endsAt: new Date(Date.now() + 3_600_000) };
  const amounts = { costScale8: 1n, quantityTokens: 9, remainingTokens: 5, reservedTokens: 2 };
  const lots = ids.map((_id) => ({
    _id,
    contractId: _id,
    accountId,
    modelId: 'common',
    priceScale8: 1n,
    status: 'open',
    ...MONEY_OF_LOTS,
    ...amounts,
    ...window,
    ...parts,
  }));
  await records.lots.insertMany(lots as never);
}
const newIds = (count: number) =>
  Array.from({ length: count }, (_, at) => uuidV7At(START_MS + at, randomUUID()));

/** The ids on each page of two. */
async function pagesOf(handler: Handler, ownId: string, name: string, field: string) {
  const pages: string[][] = [];
  for (let cursor: string | undefined; pages.length < 9;) {
    const query = { limit: 2, ...(cursor === undefined ? {} : { cursor }) };
    const page = await answer(handler, ownId, query);
    pages.push(page[name].map((row: any) => row[field]));
    if (!page.has_more) return pages;
    cursor = page.next_cursor;
  }
  return pages;
}

const listOrders = () =>
  new OrderRoutes(records, { cancel: () => Promise.reject() } as never, CURSORS).list;

test.each([
  ['orders', () => listOrders() as Handler],
  ['contracts', () => contractsHandler(records, CURSORS) as Handler],
])('a cursor of the %s of another buyer is refused', async (name, handler) => {
  const [mine, his] = [randomUUID(), randomUUID()];
  const ids = await orders(mine, 3);
  if (name === 'contracts') await contracts(mine, ids);
  const page = await answer(handler(), mine, { limit: 2 });
  expect(page).toMatchObject({ has_more: true });
  const behind = { limit: 2, cursor: page.next_cursor };
  expect((await answer(handler(), mine, behind))[name]).toHaveLength(1);
  await expect(answer(handler(), his, behind)).rejects.toMatchObject({
    code: 'invalid_request',
    param: 'cursor',
  });
});

test('deliveries are what the seller owes: open lots whose window lasts, the oldest first', async () => {
  const [sellerId, otherId] = [randomUUID(), randomUUID()];
  const ids = newIds(3);
  await contracts(randomUUID(), ids, { sellerId });
  await contracts(randomUUID(), newIds(1), { sellerId, endsAt: new Date(Date.now() - 1) });
  await contracts(randomUUID(), newIds(1), { sellerId, status: 'exhausted' });
  await contracts(randomUUID(), newIds(1), { sellerId: randomUUID() });
  const list = deliveriesHandler(records, CURSORS) as Handler;
  const expected = [[ids[0], ids[1]], [ids[2]]];
  expect(await pagesOf(list, sellerId, 'deliveries', 'lot_id')).toEqual(expected);
  expect(await pagesOf(list, otherId, 'deliveries', 'lot_id')).toEqual([[]]);
  const { deliveries, next_cursor: cursor } = await answer(list, sellerId, { limit: 2 });
  expect(deliveries[0]).toMatchObject({ instrument: 'common', remaining: 5, reserved_tokens: 2 });
  await expect(answer(list, otherId, { limit: 2, cursor })).rejects.toMatchObject({
    param: 'cursor',
  });
});
