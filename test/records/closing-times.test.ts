/** When a day is closed, by whom, and how young a record stays where it is. */
import { randomUUID } from 'node:crypto';
import { newId } from '../../bench/years/chat-records';
import { ARCHIVE_AGE_MIN_MS } from '../../records/archive/archives';
import { archiveFinished } from '../../records/archive/move';
import { closeDays } from '../../records/closings/close-days';
import { CLOSING_DELAY_MS } from '../../records/closings/close-days';
import { depositLines, newJournal } from '../../records/ledger/journal-lines';
import { clearRecords, closeYesterday, recordsForFile } from './scenario';

const DAY_MS = 86_400_000;
const RUN_MS = 60_000;
const NOON_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - 3.5 * DAY_MS;
const MIDNIGHT_MS = NOON_MS + DAY_MS / 2;

const records = recordsForFile();
afterEach(() => clearRecords(records));

async function depositAt(atMs: number): Promise<void> {
  const accountId = randomUUID();
  await records.journals.insertOne(
    newJournal({
      _id: `deposit:${randomUUID()}`,
      kind: 'deposit',
      accountId,
      lines: depositLines(accountId, 1n),
      createdAt: new Date(atMs),
    }),
  );
}

test('a day waits for the commits of its last minutes', async () => {
  await depositAt(NOON_MS);
  const dueAtMs = MIDNIGHT_MS + CLOSING_DELAY_MS;
  expect(await closeDays(records, new Date(dueAtMs - 1))).toBe(0);
  expect(await closeDays(records, new Date(dueAtMs))).toBe(1);
});

test('two workers close a day at once, and both go on', async () => {
  await depositAt(NOON_MS);
  await depositAt(NOON_MS + DAY_MS);
  const now = new Date(MIDNIGHT_MS + DAY_MS + CLOSING_DELAY_MS);
  const results = await Promise.allSettled([1, 2, 3].map(() => closeDays(records, now)));
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await records.closedDays.countDocuments()).toBe(2);
});

test('what ended less than a month ago stays, whatever age the operator names', async () => {
  await closeYesterday(records);
  const endedAgo = (ageMs: number) => {
    const updatedAt = new Date(Date.now() - ageMs);
    return { _id: newId(updatedAt), status: 'filled', updatedAt } as never;
  };
  const young = endedAgo(ARCHIVE_AGE_MIN_MS - DAY_MS);
  await records.orders.insertMany([endedAgo(ARCHIVE_AGE_MIN_MS + DAY_MS), young]);
  await archiveFinished(records, { ageMs: DAY_MS, runMs: RUN_MS });
  expect(await records.orders.find({}).toArray()).toEqual([young]);
});
