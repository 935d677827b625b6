/** The archive: what moves, and that nobody who reads notices it. */
import { randomUUID } from 'node:crypto';
import { timeOfUuidV7 } from '../../domain/ids';
import { SCORED_DAYS } from '../../domain/reputation';
import { History } from '../../bench/years/history';
import { endLot } from '../../exchange/contracts/lot-end';
import { rebuildCandles } from '../../followers/candles/rebuild';
import { ARCHIVED, ARCHIVE_AGE_MIN_MS } from '../../records/archive/archives';
import { movableOf } from '../../records/archive/finished';
import { archiveFinished } from '../../records/archive/move';
import { pastFills, pastLots, pastOrders } from '../../records/archive/past';
import { closeDays } from '../../records/closings/close-days';
import type { WritableRecords } from '../../records/connect';
import { checkInvariants } from '../../records/invariants/check-invariants';
import type { LotDocument } from '../../records/documents/lot';
import { of } from '../statements/reading';
import { until } from '../support/wait';
import { type Views, ordersOf, statementOf, viewsOf } from './archive-views';
import { dropRecords, expectSound, openRecords } from './scenario';

/** In five months: each closed day costs every full check. */
const CHATS = 60;
const CHATS_IN_TWO_YEARS = 292;
const DAY_MS = 86_400_000;
const RUN_MS = 60_000;
/** Some records are archived, others are not. */
const HALF_MS = 75 * DAY_MS;

let records: WritableRecords;
let accountId: string;
let sellerId: string;
let before: Views;
let candlesBefore: unknown[];

beforeAll(async () => {
  records = await openRecords();
  const participants = {
    accountIds: [randomUUID(), randomUUID()],
    sellerIds: [randomUUID(), randomUUID()],
  };
  [accountId, sellerId] = [participants.accountIds[1]!, participants.sellerIds[1]!];
  await new History(records, participants, CHATS_IN_TWO_YEARS).extendTo(CHATS, () => undefined);
  // The past was inserted without waiting for a majority, whose journals are closed: this write waits.
  await records.closings.deleteMany({});
  await closeDays(records, new Date());
  await expectSound(records);
  before = await views();
  await rebuildCandles(records, 1);
  candlesBefore = await candles();
}, 120_000);
afterAll(() => dropRecords(records));

const views = () => viewsOf(records, { accountId, sellerId }, new Date(Date.now() - HALF_MS));
const orders = (sorting: 'newest' | 'oldest') => ordersOf(records, sorting, {});

const candles = () =>
  records.candles
    .find({}, { projection: { fence: 0, updatedAt: 0 } })
    .sort({ _id: 1 })
    .toArray();
const live = () => Promise.all(ARCHIVED.map((name) => records[name].countDocuments({})));
const archive = (ageMs: number, now = new Date()) =>
  archiveFinished(records, { ageMs, runMs: RUN_MS, now });
const collection = (name: string) =>
  records.connection.getClient().db(records.connection.name).collection<{ _id: string }>(name);
const violated = async () =>
  (await checkInvariants(records)).filter(({ status }) => status !== 'ok').map(({ id }) => id);

const SOON = new Date(Date.now() + DAY_MS);

test.each<[string, object]>([
  ['rests', { status: 'open' }],
  ['changed later', { updatedAt: SOON }],
])('the journals of a contract order stay: it %s', async (_name, change) => {
  const order = (await records.contractOrders
    .find({ filledTokens: 0 })
    .sort({ _id: 1 })
    .limit(1)
    .next())!;
  const journals = await records.journals.find({ orderId: order._id }).toArray();
  const movable = async () => {
    const ids = await movableOf(records, 'journals', journals, new Date());
    return journals.filter(({ _id }) => ids.includes(_id)).map(({ kind }) => kind);
  };
  expect((await movable()).sort()).toEqual(['hold', 'release']);
  const { status, updatedAt } = order;
  await records.contractOrders.updateOne({ _id: order._id }, { $set: change });
  expect(await movable()).toEqual([]);
  await records.contractOrders.updateOne({ _id: order._id }, { $set: { status, updatedAt } });
});

test('whatever the setting, nothing moves that a score of a seller is counted from', async () => {
  expect(ARCHIVE_AGE_MIN_MS).toBe((SCORED_DAYS + 1) * DAY_MS);
  const first = (await records.fills.find({}).sort({ _id: 1 }).limit(1).next())!;
  const asOld = timeOfUuidV7(first._id) + ARCHIVE_AGE_MIN_MS;
  await archive(0, new Date(asOld));
  expect(await records.fills.findOne({ _id: first._id })).not.toBeNull();
  await archive(0, new Date(asOld + 1));
  expect(await records.fills.findOne({ _id: first._id })).toBeNull();
});

test('a record moves when it is older than the setting, not when it is as old', async () => {
  const first = (await records.fills.find({}).sort({ _id: 1 }).limit(1).next())!;
  const ageMs = 100 * DAY_MS;
  const asOld = timeOfUuidV7(first._id) + ageMs;
  const isLive = () => records.fills.findOne({ _id: first._id });
  await archive(ageMs, new Date(asOld));
  expect(await isLive()).not.toBeNull();
  await archive(ageMs, new Date(asOld + 1));
  expect(await isLive()).toBeNull();
  expect(await pastFills(records).byId(first._id)).toEqual(first);
});

test('pages, statements and invariants are the same with a part archived, and with all', async () => {
  const counts = await live();
  // Its snapshot is older than the moves.
  const statement = of('account', accountId);
  expect(await statementOf(records, statement, () => archive(HALF_MS))).toEqual(
    before.statements[0],
  );
  const half = await live();
  half.forEach((count, at) => expect(count).toBeLessThan(counts[at]!));
  expect(await views()).toEqual(before);
  await expectSound(records);
  await archive(DAY_MS);
  (await live()).forEach((count, at) => expect(count).toBeLessThan(half[at]!));
  expect(await views()).toEqual(before);
  await expectSound(records);
  expect(await records.journals.countDocuments({ kind: 'deposit' })).toBeGreaterThan(0);
  expect(await records.journals.countDocuments({ kind: 'capture' })).toBeLessThan(CHATS / 4);
  const left = await records.lots.find({}).sort({ _id: 1 }).toArray();
  expect(left.map(({ status }) => status)).toEqual(['defaulted', 'expired', 'expired']); // an old one, two new ones
});

test('what a contract left behind is known to those who repeat its steps', async () => {
  const month = records.archivedLots;
  const { _id: lotId } = (await month.findOne({}))!;
  const fill = (await pastFills(records).byId(lotId))!;
  expect(await records.fills.findOne({ _id: lotId })).toBeNull();
  expect(await records.ledger.fills.known([lotId])).toEqual(new Map([[lotId, fill]]));
  const { askId, modelId, tenor } = fill;
  const abandoned = await records.ledger.abandonFill({
    fillId: lotId,
    askId,
    book: {
      modelId,
      tenor,
    },
  });
  expect(abandoned).toEqual({ status: 'known', fill });
  expect(await records.fills.findOne({ _id: lotId })).toBeNull();
  expect(await endLot(records, lotId)).toMatchObject({
    kind: 'ended',
    end: { lotId, status: 'expired', drawnTokens: 1_200, paidTokens: 1_800, reason: null },
  });
});

test('candles that are made anew are the same', async () => {
  await rebuildCandles(records, 2);
  expect(await candles()).toEqual(candlesBefore);
});

test('days that are closed anew have the same sums', async () => {
  const days = () => records.closedDays.find({}, { projection: { closedAt: 0 } }).toArray();
  const closed = await days();
  await records.closedDays.deleteMany({});
  await closeDays(records, new Date());
  expect(await days()).toEqual(closed);
});

test('numbers keep their types', async () => {
  const month = records.archivedFills;
  const types = await month
    .aggregate([
      { $match: { kind: 'chat' } },
      { $group: { _id: [{ $type: '$quantityTokens' }, { $type: '$hold.amountScale8' }] } },
    ])
    .toArray();
  expect(types).toEqual([{ _id: ['double', 'long'] }]);
  const ofLots = records.archivedLots;
  const lots = await ofLots
    .aggregate([{ $group: { _id: [{ $type: '$drawnTokens' }, { $type: '$costScale8' }] } }])
    .toArray();
  expect(lots).toEqual([{ _id: ['double', 'long'] }]);
});

test('a record in both places reads as one, and moves again', async () => {
  const ofLots = records.archivedLots;
  const lot = (await ofLots.findOne({}))! as unknown as LotDocument;
  await collection('lots').insertOne(lot);
  expect(await pastLots(records).ofContract(lot.contractId)).toHaveLength(1);
  expect((await views()).contracts).toEqual(before.contracts);
  const month = records.archivedOrders;
  const order = (await month.findOne({}))!;
  await collection('orders').insertOne(order);
  expect(await pastOrders(records).byIds([order._id])).toHaveLength(1);
  expect(await orders('newest')).toEqual(before.newest);
  await records.archivePositions.deleteMany({});
  await archive(DAY_MS);
  expect(await records.orders.findOne({ _id: order._id })).toBeNull();
  expect(await records.lots.findOne({ _id: lot._id })).toBeNull();
  expect(await orders('oldest')).toEqual(before.oldest);
});

test('a transaction that ends between copies and removals leaves everything where it was', async () => {
  const month = records.archivedJournals;
  const journal = (await month.findOne({}))!;
  await month.deleteOne({ _id: journal._id });
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
  expect(await month.findOne({ _id: journal._id })).toBeNull();
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
  const month = records.archivedJournals;
  const archived = month;
  const capture = (await archived.findOne({ kind: 'capture' }))!;
  await archived.deleteOne({ _id: capture._id });
  expect(await violated()).toEqual(expect.arrayContaining(['I3', 'I5', 'I8', 'I9', 'I29']));
  await archived.insertOne(capture);
  await expectSound(records);
  const fills = records.archivedFills;
  const twice = (await fills.findOne({ kind: 'chat', status: 'settled' }))!;
  await fills.updateOne({ _id: twice._id }, { $inc: { usedTokens: 1 } });
  expect(await violated()).toEqual(['I11']);
  await fills.updateOne({ _id: twice._id }, { $inc: { usedTokens: -1 } });
  const ofOrders = records.archivedOrders;
  const order = (await ofOrders.findOne({ contractId: { $exists: false } }))!;
  const { ceilingScale8 } = order as unknown as { ceilingScale8: bigint };
  await ofOrders.updateOne({ _id: order._id }, { $mul: { ceilingScale8: 0 } });
  expect(await violated()).toEqual(['I7']);
  await ofOrders.updateOne({ _id: order._id }, { $set: { ceilingScale8 } });
  const ofLots = records.archivedLots;
  const lot = (await ofLots.findOne({}))!;
  await ofLots.updateOne({ _id: lot._id }, { $inc: { drawnTokens: 1 } });
  expect(await violated()).toEqual(['I22']);
  await ofLots.deleteOne({ _id: lot._id });
  expect(await violated()).toEqual(['I22', 'I24', 'I27']);
});
