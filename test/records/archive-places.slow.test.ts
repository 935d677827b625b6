/**
 * Whoever has few records in a long archive: a page of them reads the months that have any, not all.
 * Counted in collections that MongoDB was asked for.
 */
import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import { History } from '../../bench/years/history';
import { contractDetails } from '../../api/operator/contract-details';
import { uuidV7At } from '../../domain/ids';
import { isMovable } from '../../records/archive/finished';
import { ARCHIVED, ARCHIVE_AGE_MIN_MS } from '../../records/archive/months';
import { archiveFinished } from '../../records/archive/move';
import { pastOrders, pastTrades } from '../../records/archive/past';
import { listMonths } from '../../records/archive/places';
import type { WritableRecords } from '../../records/connect';
import { findJournals } from '../../records/find-journals';
import { findOrders } from '../../records/find-orders';
import { STAYING_KINDS } from '../../records/journal';
import { searchRequests } from '../../records/search-requests';
import { readOutcomes } from '../../records/standings/read-outcomes';
import { readSpend } from '../../records/statements/read-spend';
import { readStatement } from '../../records/statements/read-statement';
import { testSettings } from '../support/environment';
import { workIn } from '../queries/work';
import { closeYesterday, dropRecords, openRecords } from './scenario';
import { unlistedRecords } from './unlisted-records';

/** In two years: few for each of the participants. */
const CHATS = 240;
const ACCOUNTS = 60;
const SELLERS = 40;
const RUN_MS = 120_000;
const PAGE = 50;
/** Of the months of an order, and of the next one. */
const MONTHS_OF_ORDER = 3;

let records: WritableRecords;
let accountId: string;
let sellerId: string;
/** Of the archive, of one kind. */
let allMonths: number;

beforeAll(async () => {
  records = await openRecords();
  const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
  const participants = { accountIds: ids(ACCOUNTS), sellerIds: ids(SELLERS) };
  [accountId, sellerId] = [participants.accountIds[30]!, participants.sellerIds[20]!];
  await new History(records, participants, CHATS).extendTo(CHATS, () => undefined);
  await closeYesterday(records);
  await archive();
  allMonths = await records.archiveMonths.countDocuments({ of: 'orders' });
}, 240_000);
afterAll(() => dropRecords(records));

const archive = () => archiveFinished(records, { ageMs: ARCHIVE_AGE_MIN_MS, runMs: RUN_MS });
const database = () => records.connection.getClient().db(records.connection.name);

const ANY_ORDER = {
  kind: undefined,
  status: undefined,
  accountId: undefined,
  sellerId: undefined,
  modelId: undefined,
  before: null,
  behindId: null,
  sorting: 'newest',
} as const;
const ANY_JOURNAL = {
  account: undefined,
  orderId: undefined,
  kind: undefined,
  from: undefined,
  to: undefined,
  minScale8: undefined,
  maxScale8: undefined,
  behind: null,
} as const;
const ANY_REQUEST = {
  modelId: undefined,
  status: undefined,
  from: undefined,
  to: undefined,
  behindId: null,
} as const;
const SINCE_EVER = { from: null, to: null } as const;

/** Each gives the ids of what it found. */
const READS: Readonly<Record<string, () => Promise<unknown[]>>> = {
  'requests of a buyer': async () =>
    (await searchRequests(records, { accountId, ...ANY_REQUEST }, PAGE)).requests,
  'refused requests of a buyer': async () =>
    (await searchRequests(records, { accountId, ...ANY_REQUEST, status: 'refused' }, PAGE))
      .requests,
  'orders of an account': async () => ordersOf({ accountId }),
  'refused orders of an account': async () => ordersOf({ accountId, status: 'refused' }),
  'orders of a seller': async () => ordersOf({ sellerId }),
  'journals of an account': async () => journalsOf({ account: `buyer:${accountId}` }),
  'captures of a seller': async () =>
    journalsOf({ account: `seller:${sellerId}`, kind: 'capture' }),
  'the statement of an account': async () => linesOf('account', accountId),
  'the statement of a seller': async () => linesOf('seller', sellerId),
  'the spend of an account': async () =>
    (await readSpend(records, { accountId, from: new Date(0), to: new Date() })).sort(
      (one, other) => (one.day < other.day ? -1 : 1),
    ),
  'trades of a seller': async () =>
    pastTrades(records).page({ filter: { sellerId }, sorting: 'newest', limit: PAGE }),
  'trades of several sellers': async () =>
    pastTrades(records).page({
      filter: { sellerId: { $in: [sellerId, randomUUID()] } },
      sorting: 'newest',
      limit: PAGE,
    }),
  'outcomes of a seller': async () =>
    readOutcomes(
      records,
      { _id: sellerId, countedSince: null, registeredAt: new Date(0) },
      new Date(),
    ),
};

async function ordersOf(query: object): Promise<unknown[]> {
  return [...(await findOrders(records, { ...ANY_ORDER, ...query }, PAGE)).orders];
}

async function journalsOf(query: object): Promise<unknown[]> {
  return [...(await findJournals(records, { ...ANY_JOURNAL, ...query }, PAGE)).journals];
}

async function linesOf(owner: 'account' | 'seller', id: string): Promise<unknown[]> {
  const page = await readStatement(records, { owner, id, ...SINCE_EVER }, null, PAGE);
  return [...page.lines];
}

const askedBy = (read: () => Promise<unknown>) => workIn(records, read);

/** Months of the calendar in which one of them has records. */
async function monthsWith(field: string, id: string): Promise<number> {
  const months = new Set<string>();
  for (const { _id } of await records.archiveMonths.find({}).toArray()) {
    const found = await database()
      .collection(_id)
      .countDocuments({ [field]: id } as mongo.Filter<mongo.BSON.Document>, { limit: 1 });
    if (found > 0) months.add(_id.slice(-7));
  }
  return months.size;
}

test('a page of few records reads the months that have any', async () => {
  const most = Math.max(
    await monthsWith('accountId', accountId),
    await monthsWith('sellerId', sellerId),
  );
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(allMonths / 2);
  const tooMany: string[] = [];
  for (const [name, read] of Object.entries(READS)) {
    const { months } = await askedBy(read);
    // The orders of a seller's fills are in the same months as their fills.
    const kinds = name === 'orders of a seller' ? 2 : 1;
    if (months > kinds * most) tooMany.push(`${name}: ${months} of ${most}`);
  }
  expect(tooMany).toEqual([]);
  const book = { modelId: 'never-offered', tenor: 'spot', region: { $in: ['us-east'] } } as const;
  const page = () => pastTrades(records).page({ filter: book, sorting: 'newest', limit: PAGE });
  expect((await askedBy(page)).months).toBe(0);
});

test('kinds of journals that never move are read from their own indexes', async () => {
  const finished = { lots: new Set<string>(), contractOrders: new Set<string>() };
  for (const kind of STAYING_KINDS) {
    for await (const journal of records.journals.find({ kind })) {
      const all = { ...finished, lots: new Set([journal.reference ?? '']) };
      expect(isMovable('journals', journal, new Date(), all)).toBe(false);
    }
  }
  for (const query of [
    { kind: 'payout' },
    { kind: 'payout', account: `seller:${sellerId}` },
    { kind: 'deposit', account: `buyer:${accountId}` },
  ]) {
    let found = 0;
    const { months, documents } = await askedBy(async () => {
      found = (await journalsOf(query)).length;
    });
    expect({ query, months }).toEqual({ query, months: 0 });
    expect(found).toBeGreaterThan(0);
    expect(documents).toBe(found);
  }
});

test('a search ends at what it has searched', async () => {
  // Its page is not full, though 1,000 live ones were searched.
  const at = Date.now();
  const young = Array.from({ length: 1_001 }, () => uuidV7At(at, randomUUID()));
  await records.orders.insertMany(young.map((_id) => ({ _id })) as never);
  const { months } = await askedBy(() => ordersOf({ status: 'refused' }));
  await records.orders.deleteMany({ _id: { $in: young } });
  expect(months).toBe(0);
});

test('the details of an ended contract order read the months of its time', async () => {
  const [lot] = await records.archiveMonths.find({ of: 'lots' }).sort({ until: 1 }).toArray();
  const { orderId } = (await database().collection(lot!._id).findOne({}))!;
  const order = (await records.contractOrders.findOne({ _id: String(orderId) }))!;
  const settings = await testSettings();
  const { months } = await askedBy(() => contractDetails(records, settings, order, null));
  // Of fills, lots and journals.
  expect(months).toBeLessThanOrEqual(3 * MONTHS_OF_ORDER);
});

async function foundByAll(): Promise<Record<string, unknown[]>> {
  const answers: Record<string, unknown[]> = {};
  for (const [name, read] of Object.entries(READS)) answers[name] = await read();
  return answers;
}

test('what an earlier release moved is found, and is listed by the next maintenance', async () => {
  expect(await unlistedRecords(records)).toEqual([]);
  const [before, places] = [await foundByAll(), await records.archivePlaces.countDocuments({})];
  await records.archivePlaces.deleteMany({});
  await records.archiveMonths.updateMany({}, { $unset: { listed: '' } });
  await records.archivePositions.updateMany({}, { $unset: { listedAt: '' } });
  expect(await foundByAll()).toEqual(before);
  await archive();
  expect(await unlistedRecords(records)).toEqual([]);
  expect(await records.archivePlaces.countDocuments({})).toBe(places);
  expect(await foundByAll()).toEqual(before);
  const { months } = await askedBy(READS['orders of an account']!);
  expect(months).toBeLessThan(allMonths / 2);
});

test('what an earlier release moves beside this one is found, and listed once it is looked for', async () => {
  const owner = randomUUID();
  const month = (await records.archiveMonths.findOne({ of: 'orders' }))!;
  const _id = uuidV7At(month.from.getTime() + 1, randomUUID());
  const order = { _id, accountId: owner } as unknown as mongo.BSON.Document;
  await database().collection(month._id).insertOne(order);
  await records.archiveMonths.updateOne({ _id: month._id }, { $inc: { records: 1 } });
  const page = async () =>
    pastOrders(records).page({ filter: { accountId: owner }, sorting: 'newest', limit: PAGE });
  expect((await page()).map((each) => each._id)).toEqual([_id]);
  for (const of of ARCHIVED) expect(await listMonths(records, of, Infinity)).toBe(true);
  expect(await unlistedRecords(records)).toEqual([]);
  const { months } = await askedBy(page);
  expect(months).toBe(1);
});
