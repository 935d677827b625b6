/** Pages of contracts: none is lost between them, and no page grows with what one order bought. */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { asDouble } from '../../records/collections';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import type { LotDocument } from '../../records/documents/lot';
import { SCANNED_PER_PAGE } from '../../records/queries/bounded-search';
import { Exchange } from '../support/exchange';
import { as, readContract } from './market';

/** Instrument of the contracts. */
const PAGED = 'paged';

let exchange: Exchange;
/** Accounts of the orders that are searched. */
const searching: string[] = [];
beforeAll(async () => {
  exchange = await Exchange.pooled();
});
afterAll(async () => {
  // Nobody paid for what stands in these records: other files check the invariants here.
  const { contracts, contractOrders, lots } = exchange.records;
  await Promise.all([contracts, lots].map((made) => made.deleteMany({ modelId: PAGED })));
  await contractOrders.deleteMany({ accountId: { $in: searching } });
  await exchange.stop();
});

test.each([
  { of: 'as many lots as a page shows', sizes: [2_000, 3_000], pages: [[2_000, 3_000]] },
  { of: 'one more than that', sizes: [2_000, 3_001], pages: [[2_000], [3_001]] },
  { of: 'a contract of more alone', sizes: [1, 5_001, 1], pages: [[1], [5_001], [1]] },
])('contracts with $of', async ({ sizes, pages }) => {
  const { accountId, key } = await exchange.buyer();
  const made = [];
  for (const size of sizes.toReversed()) made.unshift(await makeContract(accountId, size));

  const read = await readPages(key, 100);
  expect(read.map((page) => page.map(({ lots }) => lots.length))).toEqual(pages);
  expect(read.flat().map((contract) => contract.contract_id)).toEqual(made);
  for (const contract of read.flat()) {
    expect(contract).toEqual(await readContract(exchange, key, contract.contract_id));
    expect(contract.quantity).toBe(contract.lots.length * 1_000);
    const ids = contract.lots.map(({ lot_id: id }: any) => id);
    expect(ids).toEqual(ids.toSorted());
  }
});

test('the limit ends a page too', async () => {
  const { accountId, key } = await exchange.buyer();
  for (let count = 0; count < 5; count += 1) await makeContract(accountId, 2);
  const read = await readPages(key, 2);
  expect(read.map((page) => page.length)).toEqual([2, 2, 1]);
  expect(new Set(read.flat().map((contract) => contract.contract_id)).size).toBe(5);
});

test.each([
  { between: SCANNED_PER_PAGE - 2, pages: [2] },
  { between: SCANNED_PER_PAGE - 1, pages: [1, 1] },
  { between: 2 * SCANNED_PER_PAGE - 1, pages: [1, 0, 1] },
])('a page of a search looks at so many orders: $between of others', async ({ between, pages }) => {
  const { accountId, key } = await exchange.buyer();
  const instruments = ['rare/one-7b', ...Array(between).fill('other'), 'rare/one-8b'];
  const orders = instruments.map((modelId) => orderOf(accountId, modelId));
  searching.push(accountId);
  await exchange.records.contractOrders.insertMany(orders);
  const found: string[][] = [];
  let cursor = '';
  do {
    const path = `/market/v1/orders?q=RARE${cursor && `&cursor=${cursor}`}`;
    const { body } = await exchange.send('GET', path, as(key));
    found.push(body.orders.map((order: any) => order.model_id));
    cursor = body.next_cursor ?? '';
    expect(body.has_more).toBe(cursor !== '');
  } while (cursor !== '');
  expect(found.map((page) => page.length)).toEqual(pages);
  expect(found.flat()).toEqual(['rare/one-8b', 'rare/one-7b']);
  const oldest = orders[0]!._id;
  const byId = await exchange.send('GET', `/market/v1/orders?q=${oldest}`, as(key));
  expect(byId.body).toMatchObject({ orders: [{ order_id: oldest }], has_more: false });
});

/** An order of the past, cancelled before it was filled. */
function orderOf(accountId: string, modelId: string): ContractOrderDocument {
  const now = new Date();
  const none = asDouble(0);
  return {
    _id: uuidV7(),
    accountId,
    clientOrderId: null,
    contractId: uuidV7(),
    ticketId: null,
    modelId,
    tenor: 'spot',
    region: null,
    excludedOwner: null,
    timeInForce: 'GTC',
    limitPriceScale8: 1000n,
    quantityTokens: asDouble(9),
    filledTokens: none,
    openTokens: none,
    closedTokens: asDouble(9),
    costScale8: 0n,
    status: 'cancelled',
    reason: null,
    sequence: null,
    fillCount: none,
    spotLifetimeMs: asDouble(36e5),
    workflowId: 'w',
    requestId: 'r',
    createdAt: now,
    updatedAt: now,
    expiresAt: null,
  };
}

async function readPages(key: string, limit: number): Promise<any[][]> {
  const pages = [];
  let cursor = '';
  do {
    const path = `/market/v1/contracts?limit=${limit}${cursor && `&cursor=${cursor}`}`;
    const { status, body } = await exchange.send('GET', path, as(key));
    expect(status).toBe(200);
    expect(body.has_more).toBe(body.next_cursor !== null);
    pages.push(body.contracts);
    cursor = body.next_cursor ?? '';
  } while (cursor && pages.length <= 10);
  return pages;
}

/** A contract of the past, as so many fills left it. @returns its id */
async function makeContract(accountId: string, lots: number): Promise<string> {
  const [opensAt, endsAt] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-01T01:00:00Z')];
  const contract = { _id: uuidV7(), orderId: uuidV7(), modelId: PAGED, tenor: 'spot' } as const;
  const quantityTokens = asDouble(1_000 * lots);
  const costScale8 = 1_000n * BigInt(lots);
  await exchange.records.contracts.insertOne({
    ...contract,
    accountId,
    ticketId: null,
    region: null,
    quantityTokens,
    costScale8,
    opensAt,
    endsAt,
    createdAt: opensAt,
  });
  const lot = {
    contractId: contract._id,
    orderId: contract.orderId,
    accountId,
    modelId: PAGED,
    sellerId: randomUUID(),
    askId: uuidV7(),
    tenor: 'spot',
    region: 'us-east',
    priceScale8: 1000n,
    quantityTokens: asDouble(1e3),
    remainingTokens: asDouble(0),
    reservedTokens: asDouble(0),
    drawnTokens: asDouble(0),
    paidTokens: asDouble(1e3),
    refundedTokens: asDouble(0),
    draws: asDouble(0),
    costScale8: 1000n,
    escrowScale8: 0n,
    earnedScale8: 1000n,
    feeScale8: 0n,
    refundedScale8: 0n,
    feeBasisPoints: asDouble(0),
    status: 'expired',
    opensAt,
    endsAt,
    createdAt: opensAt,
    closedAt: endsAt,
    hasStory: true,
  } satisfies Omit<LotDocument, '_id'>;
  const documents = Array.from({ length: lots }, () => ({ _id: uuidV7(), ...lot }));
  await exchange.records.lots.insertMany(documents);
  return contract._id;
}
