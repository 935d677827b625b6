/**
 * Pages of live and archived records are those of one collection: compared with all records in memory,
 * for random filters and times, while the times of the archive overlap with what is live.
 */
import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import { uuidV7At } from '../../domain/ids';
import { ARCHIVE_OF } from '../../records/archive/archives';
import { pastFills, pastLots, pastTrades } from '../../records/archive/past';
import type { WritableRecords } from '../../records/connect';
import type { FillDocument } from '../../records/documents/fill';
import type { TradeDocument } from '../../records/documents/trade';
import { Random, SEED } from '../support/random';
import { dropRecords, openRecords } from './scenario';

const DAY_MS = 86_400_000;
const DAYS = 400;
/** Nothing younger is archived. */
const YOUNG_DAYS = 31;
const TRADES = 300;
const QUERIES = 150;

const random = new Random(SEED);
const sellers: string[] = Array.from({ length: 6 }, () => randomUUID());
const accounts: string[] = Array.from({ length: 6 }, () => randomUUID());

let records: WritableRecords;
let trades: TradeDocument[];
beforeAll(async () => {
  records = await openRecords();
  trades = Array.from({ length: TRADES }, () => tradeAt(random.between(0, DAYS * DAY_MS)));
  await store('trades', trades, { timeOf: executedMs });
});
afterAll(() => dropRecords(records));

const executedMs = (trade: object) => (trade as TradeDocument).executedAt.getTime();

function tradeAt(agoMs: number): TradeDocument {
  const executedAt = new Date(Date.now() - agoMs);
  const _id = uuidV7At(executedAt.getTime() - random.between(0, 60_000), randomUUID());
  return {
    _id,
    tradeId: _id,
    orderId: _id,
    accountId: random.of(accounts),
    sellerId: random.of(sellers),
    modelId: random.of(['m', 'n']),
    tenor: 'spot',
    executedAt,
  } as TradeDocument;
}

interface Storing {
  /** Milliseconds since the Unix epoch. */
  readonly timeOf: (document: object) => number;
  /** Whether an old one has not moved yet. */
  readonly isLate?: (at: number) => boolean;
}

/** Old ones into the archive, but for some. */
async function store(
  of: 'trades' | 'fills' | 'lots',
  documents: readonly { readonly _id: string }[],
  { timeOf, isLate = () => random.isLikely(0.2) }: Storing,
): Promise<void> {
  const [live, archived]: [object[], object[]] = [[], []];
  for (const [at, document] of documents.entries()) {
    const isOld = timeOf(document) < Date.now() - YOUNG_DAYS * DAY_MS;
    (isOld && !isLate(at) ? archived : live).push(document);
  }
  if (live.length > 0) await records[of].insertMany(live as never);
  if (archived.length > 0) await records[ARCHIVE_OF[of]].insertMany(archived as never);
}

interface Wanted {
  readonly filter: mongo.Filter<TradeDocument>;
  readonly has: (trade: TradeDocument) => boolean;
}

/** A filter as requests make them, with what it means. */
function anyFilter(): Wanted {
  const some = Array.from({ length: random.between(1, 3) }, () => random.of(sellers));
  const accountId = random.of(accounts);
  return random.of<Wanted>([
    { filter: {}, has: () => true },
    { filter: { accountId }, has: (one) => one.accountId === accountId },
    {
      filter: { sellerId: { $in: some } },
      has: (one) => some.includes(one.sellerId),
    },
    {
      filter: { $and: [{ accountId }, { sellerId: some[0]! }] },
      has: (one) => one.accountId === accountId && one.sellerId === some[0],
    },
    {
      filter: { modelId: 'm', tenor: 'spot' },
      has: (one) => one.modelId === 'm',
    },
  ]);
}

test(`any page has what one collection would have, seed ${SEED}`, async () => {
  const past = pastTrades(records);
  const anyTime = () => new Date(Date.now() - random.between(0, DAYS * DAY_MS));
  for (let query = 0; query < QUERIES; query += 1) {
    const { filter, has } = anyFilter();
    const [from, until] = [anyTime(), anyTime()].sort((a, b) => a.getTime() - b.getTime());
    const within = random.isLikely(0.7) ? { executedAt: { $gte: from!, $lte: until! } } : {};
    const isWithin = ({ executedAt }: TradeDocument) =>
      Object.keys(within).length === 0 || (executedAt >= from! && executedAt <= until!);
    const sorting = random.of(['newest', 'oldest'] as const);
    const sign = sorting === 'newest' ? -1 : 1;
    const limit = random.of([1, 2, 5, 40, 1_000]);
    const expected = trades
      .filter((one) => has(one) && isWithin(one))
      .toSorted((a, b) => {
        const byTime = a.executedAt.getTime() - b.executedAt.getTime();
        return sign * (byTime || (a._id < b._id ? -1 : 1));
      })
      .slice(0, limit)
      .map(({ _id }) => _id);
    const whole: mongo.Filter<TradeDocument> = { ...filter, ...within };
    const page = await past.page({ filter: whole, sorting, limit });
    expect({ query, ids: page.map(({ _id }) => _id) }).toEqual({ query, ids: expected });
    const count = await past.count(whole, limit);
    expect(count).toBe(expected.length);
  }
});

test('a page of a few recent records goes on in the archive', async () => {
  const accountId = randomUUID();
  const own = [DAY_MS, 60 * DAY_MS, 120 * DAY_MS].map((agoMs) => ({
    ...tradeAt(agoMs),
    accountId,
  }));
  await store('trades', own, { timeOf: executedMs, isLate: () => false });
  const page = await pastTrades(records).page({
    filter: { accountId },
    sorting: 'newest',
    limit: 5,
  });
  expect(page.map(({ _id }) => _id)).toEqual(own.map(({ _id }) => _id));
});

test('of several sellers each is found', async () => {
  const some = [randomUUID(), randomUUID(), randomUUID()];
  const own = some.map((sellerId, at) => ({ ...tradeAt((40 + 60 * at) * DAY_MS), sellerId }));
  await store('trades', own, { timeOf: executedMs, isLate: () => false });
  for (const sellerIds of [some, some.toReversed(), some.slice(1)]) {
    const filter = { sellerId: { $in: sellerIds } };
    const page = await pastTrades(records).page({ filter, sorting: 'newest', limit: 5 });
    const meant = own.filter(({ sellerId }) => sellerIds.includes(sellerId));
    expect(page.map(({ _id }) => _id)).toEqual(meant.map(({ _id }) => _id));
    expect(await pastTrades(records).count(filter, 5)).toBe(meant.length);
  }
});

test('the fills of an order come in their order, wherever they lie', async () => {
  const orderMs = Date.now() - 200 * DAY_MS;
  const orderId = uuidV7At(orderMs, randomUUID());
  const fills = [3, 0, 4, 1, 2].map((place) => {
    const createdAt = new Date(orderMs + place * 600);
    const _id = uuidV7At(createdAt.getTime(), randomUUID());
    return { _id, orderId, sellerId: 'seller', createdAt } as FillDocument;
  });
  await store('fills', fills, {
    timeOf: (fill) => (fill as FillDocument).createdAt.getTime(),
    // The last one and the first but one: each lies between archived ones, or behind them.
    isLate: (at) => at === 2 || at === 3,
  });
  const inOrder = fills
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map(({ _id }) => _id);
  const found = await pastFills(records).ofOrder(orderId);
  expect(found.map(({ _id }) => _id)).toEqual(inOrder);
  const all = await pastFills(records).ofOrders([orderId]);
  expect(all.map(({ _id }) => _id).toSorted()).toEqual(inOrder.toSorted());
});

test('a contract has its lots, those that have moved and those that have not', async () => {
  const atMs = Date.now() - 100 * DAY_MS;
  const contractId = uuidV7At(atMs, randomUUID());
  const ids = Array.from({ length: 20 }, () => uuidV7At(atMs, randomUUID()));
  await store(
    'lots',
    ids.map((_id) => ({ _id, contractId })),
    { timeOf: () => atMs, isLate: (at) => at % 4 === 0 },
  );
  const all = await pastLots(records).ofContract(contractId);
  expect(all.map(({ _id }) => _id)).toEqual(ids.toSorted());
});
