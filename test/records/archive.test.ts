/** The archive by month: what moves, and that nobody who reads notices it. */
import { randomUUID } from 'node:crypto';
import { timeOfUuidV7 } from '../../domain/ids';
import { History } from '../../bench/years/history';
import { archiveFinished } from '../../records/archive/move';
import { pastFills, pastJournals, pastOrders } from '../../records/archive/past';
import { closeDays } from '../../records/closings/close-days';
import type { WritableRecords } from '../../records/connect';
import { findJournals } from '../../records/find-journals';
import { findOrders } from '../../records/find-orders';
import { checkInvariants } from '../../records/invariants/check-invariants';
import { searchRequests } from '../../records/search-requests';
import { type StatementOf, readStatement } from '../../records/statements/read-statement';
import { until } from '../support/wait';
import { dropRecords, expectSound, openRecords } from './scenario';

const CHATS = 90;
const DAY_MS = 86_400_000;
const RUN_MS = 60_000;
/** In the middle of a month: some of its records are archived, others are not. */
const HALF_MS = 300 * DAY_MS;

let records: WritableRecords;
let accountId: string;
let sellerId: string;
let before: Views;

beforeAll(async () => {
  records = await openRecords();
  const participants = {
    accountIds: [randomUUID(), randomUUID()],
    sellerIds: [randomUUID(), randomUUID()],
  };
  [accountId, sellerId] = [participants.accountIds[1]!, participants.sellerIds[1]!];
  await new History(records, participants, CHATS).extendTo(CHATS, () => undefined);
  // The past was inserted without waiting for a majority, whose journals are closed: this write waits.
  await records.closings.deleteMany({});
  await closeDays(records);
  await expectSound(records);
  before = await views();
}, 120_000);
afterAll(() => dropRecords(records));

type Views = Awaited<ReturnType<typeof views>>;

/** Everything that lists them, page by page. */
async function views() {
  const middle = new Date(Date.now() - HALF_MS);
  const order = (await pastOrders(records).page(oldest(1)))[0]!;
  return {
    requests: await requests(),
    newest: await orders('newest', {}),
    oldest: await orders('oldest', {}),
    filled: await orders('newest', { status: 'filled' as const }),
    ofSeller: await orders('newest', { sellerId }),
    journals: await journals(),
    captures: await journals({ kind: 'capture' as const }),
    ofOrder: [
      (await pastFills(records).ofOrder(order._id)).map(({ _id }) => _id),
      (await pastJournals(records).ofOrder(order._id)).map(({ _id }) => _id).sort(),
    ],
    statements: [
      await statement({ owner: 'account', id: accountId, from: null, to: null }),
      await statement({ owner: 'account', id: accountId, from: middle, to: null }),
      await statement({ owner: 'seller', id: sellerId, from: null, to: middle }),
    ],
  };
}

const oldest = (limit: number) => ({ filter: {}, sorting: 'oldest' as const, limit });

async function requests(): Promise<string[]> {
  const search = { accountId, modelId: undefined, status: undefined, from: undefined };
  const ids: string[] = [];
  for (let behindId: string | null = null; ; behindId = ids.at(-1)!) {
    const found = await searchRequests(records, { ...search, to: undefined, behindId }, 7);
    ids.push(...found.requests.map(({ _id }) => _id));
    if (found.requests.length < 7) return ids;
  }
}

async function orders(sorting: 'newest' | 'oldest', filter: object): Promise<string[]> {
  const none = { accountId: undefined, sellerId: undefined, modelId: undefined, before: null };
  const query = { kind: 'chat' as const, status: undefined, ...none, sorting, ...filter };
  const ids: string[] = [];
  for (let behindId: string | null = null; ;) {
    const page = await findOrders(records, { ...query, behindId }, 7);
    ids.push(...page.orders.map(({ order }) => order._id));
    if (page.nextId === null) return ids;
    behindId = page.nextId;
  }
}

async function journals(filter: object = {}): Promise<string[]> {
  const none = { account: undefined, orderId: undefined, kind: undefined, from: undefined };
  const query = { ...none, to: undefined, minScale8: undefined, maxScale8: undefined, ...filter };
  const ids: string[] = [];
  for (let behind: Parameters<typeof findJournals>[1]['behind'] = null; ;) {
    const page = await findJournals(records, { ...query, behind }, 11);
    ids.push(...page.journals.map(({ _id }) => _id));
    if (page.next === null) return ids;
    behind = page.next;
  }
}

async function statement(of: StatementOf) {
  const lines: unknown[] = [];
  for (let position: Parameters<typeof readStatement>[2] = null; ;) {
    const page = await readStatement(records, of, position, 5);
    lines.push(...page.lines);
    if (page.next === null) return { ...page, asOf: null, lines };
    position = page.next;
  }
}

const names = ['orders', 'fills', 'journals'] as const;
const live = () => Promise.all(names.map((name) => records[name].countDocuments({})));
const archive = (ageMs: number, now = new Date()) =>
  archiveFinished(records, { ageMs, runMs: RUN_MS, now });
const collection = (name: string) =>
  records.connection.getClient().db(records.connection.name).collection<{ _id: string }>(name);
const violated = async () =>
  (await checkInvariants(records)).filter(({ status }) => status !== 'ok').map(({ id }) => id);

test('a record moves when it is older than the setting, not when it is as old', async () => {
  const first = (await records.fills.find({}).sort({ _id: 1 }).limit(1).next())!;
  const ageMs = 400 * DAY_MS;
  const asOld = timeOfUuidV7(first._id) + ageMs;
  const isLive = () => records.fills.findOne({ _id: first._id });
  await archive(ageMs, new Date(asOld));
  expect(await isLive()).not.toBeNull();
  await archive(ageMs, new Date(asOld + 1));
  expect(await isLive()).toBeNull();
  expect(await pastFills(records).byId(first._id)).toEqual(first);
});

test('pages, statements and invariants are the same with a part of a month archived, and with all', async () => {
  const counts = await live();
  await archive(HALF_MS);
  const half = await live();
  half.forEach((count, at) => expect(count).toBeLessThan(counts[at]!));
  expect(await views()).toEqual(before);
  await expectSound(records);
  await archive(DAY_MS);
  (await live()).forEach((count, at) => expect(count).toBeLessThan(half[at]!));
  expect(await views()).toEqual(before);
  await expectSound(records);
  expect(await records.journals.countDocuments({ kind: 'deposit' })).toBeGreaterThan(0);
  expect(await records.journals.countDocuments({ kind: 'capture' })).toBeLessThan(CHATS / 5);
});

test('days that are closed anew have the same sums', async () => {
  const days = () => records.closedDays.find({}, { projection: { closedAt: 0 } }).toArray();
  const closed = await days();
  await records.closedDays.deleteMany({});
  await closeDays(records);
  expect(await days()).toEqual(closed);
});

test('numbers keep their types', async () => {
  const [month] = await records.archiveMonths.find({ of: 'fills' }).toArray();
  const types = await collection(month!._id)
    .aggregate([
      { $group: { _id: [{ $type: '$quantityTokens' }, { $type: '$hold.amountScale8' }] } },
    ])
    .toArray();
  expect(types).toEqual([{ _id: ['double', 'long'] }]);
});

test('a record in both places reads as one, and moves again', async () => {
  const [month] = await records.archiveMonths.find({ of: 'orders' }).toArray();
  const order = (await collection(month!._id).findOne({}))!;
  await collection('orders').insertOne(order);
  expect(await pastOrders(records).byIds([order._id])).toHaveLength(1);
  expect(await orders('newest', {})).toEqual(before.newest);
  await records.archivePositions.deleteMany({});
  await archive(DAY_MS);
  expect(await records.orders.findOne({ _id: order._id })).toBeNull();
  expect(await orders('oldest', {})).toEqual(before.oldest);
});

test('a transaction that ends between copies and removals leaves everything where it was', async () => {
  const [month] = await records.archiveMonths.find({ of: 'journals' }).toArray();
  const journal = (await collection(month!._id).findOne({}))!;
  await collection(month!._id).deleteOne({ _id: journal._id });
  await collection('journals').insertOne(journal);
  await records.archivePositions.deleteMany({});
  // A writer of the journal makes the removal conflict until its own transaction ends.
  const session = records.connection.getClient().startSession();
  session.startTransaction();
  await collection('journals').updateOne(
    { _id: journal._id },
    { $set: { reason: 'x' } },
    { session },
  );
  const aborted = await abortedTransactions();
  const moving = archive(DAY_MS);
  await until(async () => (await abortedTransactions()) > aborted, { what: 'a conflict' });
  expect(await collection(month!._id).findOne({ _id: journal._id })).toBeNull();
  expect(await records.journals.findOne({ _id: journal._id })).not.toBeNull();
  await expectSound(records);
  await session.abortTransaction();
  await session.endSession();
  await moving;
  expect(await records.journals.findOne({ _id: journal._id })).toBeNull();
  await expectSound(records);
});

async function abortedTransactions(): Promise<number> {
  const admin = records.connection.getClient().db('admin');
  return Number((await admin.command({ serverStatus: 1 }))['transactions'].totalAborted);
}

test('the invariants find what is wrong in an archived month', async () => {
  const [month] = await records.archiveMonths.find({ of: 'journals' }).toArray();
  const archived = collection(month!._id);
  const capture = (await archived.findOne({ kind: 'capture' }))!;
  await archived.deleteOne({ _id: capture._id });
  expect(await violated()).toEqual(expect.arrayContaining(['I3', 'I5', 'I8', 'I9', 'I29']));
  await archived.insertOne(capture);
  await expectSound(records);
  const [fills] = await records.archiveMonths.find({ of: 'fills' }).toArray();
  const twice = (await collection(fills!._id).findOne({ status: 'settled' }))!;
  await collection(fills!._id).updateOne({ _id: twice._id }, { $inc: { usedTokens: 1 } });
  expect(await violated()).toEqual(['I11']);
  await collection(fills!._id).updateOne({ _id: twice._id }, { $inc: { usedTokens: -1 } });
  const [ofOrders] = await records.archiveMonths.find({ of: 'orders' }).toArray();
  const order = (await collection(ofOrders!._id).findOne({}))!;
  await collection(ofOrders!._id).updateOne({ _id: order._id }, { $mul: { ceilingScale8: 0 } });
  expect(await violated()).toEqual(['I7']);
});
