/** Which records the archive takes, and when: none before its day is closed, and none is forgotten. */
import { randomUUID } from 'node:crypto';
import { History } from '../../bench/years/history';
import { newId } from '../../bench/years/chat-records';
import { ARCHIVE_AGE_MIN_MS } from '../../records/archive/archives';
import { archiveFinished } from '../../records/archive/move';
import { closeDays, newestClosedDay } from '../../records/closings/close-days';
import type { WritableRecords } from '../../records/connect';
import { checkInvariants } from '../../records/invariants/check-invariants';
import { holdLines, newJournal } from '../../records/ledger/journal-lines';
import { clearRecords, closeYesterday, dropRecords, openRecords } from './scenario';

const DAY_MS = 86_400_000;
const RUN_MS = 60_000;
/** More than the archive moves in one step. */
const JOURNALS_OF_ONE_MOMENT = 501;

let records: WritableRecords;
beforeEach(async () => {
  records = await openRecords();
});
afterEach(async () => {
  await clearRecords(records);
  await dropRecords(records);
});

const archive = (now = new Date()) =>
  archiveFinished(records, { ageMs: ARCHIVE_AGE_MIN_MS, runMs: RUN_MS, now });

test('of days that are not closed yet no journal moves, however old it is', async () => {
  const participants = { accountIds: [randomUUID()], sellerIds: [randomUUID()] };
  // Twelve chats in four months, and only the first of their days are closed.
  await new History(records, participants, 12, 120).extendTo(12, () => undefined);
  await records.closings.deleteMany({}); // waits for a majority, whose journals are closed
  expect(await closeDays(records, new Date(), 3)).toBe(3);
  const { until } = (await newestClosedDay(records))!;
  const open = { createdAt: { $gte: until } };
  const before = await records.journals.countDocuments(open);
  const youngest = new Date(Date.now() - ARCHIVE_AGE_MIN_MS);
  const oldOnes = { createdAt: { $gte: until, $lt: youngest } };
  expect(await records.journals.countDocuments(oldOnes)).toBeGreaterThan(0);
  expect(await archive()).toBeGreaterThan(0);
  expect(await records.journals.countDocuments(open)).toBe(before);
  // So the check that reads what came since the newest closed day finds every balance right.
  const results = await checkInvariants(records, { recent: { days: 3, seed: 1 } });
  expect(results.filter(({ status }) => status !== 'ok')).toEqual([]);
});

test('journals of one moment all move, more than a step takes', async () => {
  await closeYesterday(records);
  const at = new Date(Date.now() - 2 * ARCHIVE_AGE_MIN_MS);
  const accountId = randomUUID();
  const journals = Array.from({ length: JOURNALS_OF_ONE_MOMENT }, () => {
    const [fillId, orderId] = [newId(at), newId(at)];
    const ids = { accountId, fillId, holdId: fillId, orderId };
    const lines = holdLines(accountId, 1n);
    return newJournal({ _id: `hold:${fillId}`, kind: 'hold', ...ids, lines, createdAt: at });
  });
  await records.journals.insertMany(journals);
  expect(await archive()).toBe(JOURNALS_OF_ONE_MOMENT);
  expect(await records.journals.countDocuments()).toBe(0);
  expect(await records.archivedJournals.countDocuments()).toBe(JOURNALS_OF_ONE_MOMENT);
});

test('an order that ends after its neighbours have moved moves too, the next day', async () => {
  await closeYesterday(records);
  const madeAt = new Date(Date.now() - 4 * ARCHIVE_AGE_MIN_MS);
  const [ended, open] = [newId(madeAt), newId(madeAt)];
  const order = (_id: string, status: string) => ({ _id, status, updatedAt: madeAt }) as never;
  await records.orders.insertMany([order(ended, 'filled'), order(open, 'open')]);
  const first = new Date(madeAt.getTime() + 2 * ARCHIVE_AGE_MIN_MS);
  expect(await archive(first)).toBe(1);
  const live = async () => (await records.orders.find({}).toArray()).map(({ _id }) => _id);
  expect(await live()).toEqual([open]);
  const end = { status: 'filled' as const, updatedAt: first };
  await records.orders.updateOne({ _id: open }, { $set: end });
  // It has to be as old as the others first; the archive passes it once a day from then on.
  await archive(new Date(first.getTime() + ARCHIVE_AGE_MIN_MS));
  expect(await live()).toEqual([open]);
  expect(await archive(new Date(first.getTime() + ARCHIVE_AGE_MIN_MS + 2 * DAY_MS))).toBe(1);
  expect(await live()).toEqual([]);
});
