/** Journals whose reference guards their repetition stay among the live ones, however old they are. */
import { randomUUID } from 'node:crypto';
import { newId } from '../../bench/years/chat-records';
import { ARCHIVE_AGE_MIN_MS } from '../../records/archive/months';
import { archiveFinished } from '../../records/archive/move';
import type { WritableRecords } from '../../records/connect';
import { JOURNAL_KINDS } from '../../records/journal';
import { depositLines, newJournal } from '../../records/ledger/journal-lines';
import { closeYesterday, dropRecords, openRecords } from './scenario';

const OLD = new Date(Date.now() - 3 * ARCHIVE_AGE_MIN_MS);

let records: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => dropRecords(records));

test('deposits, payouts, refunds and corrections stay; all others move', async () => {
  await closeYesterday(records);
  const journals = JOURNAL_KINDS.map((kind) => {
    const ids = { fillId: newId(OLD), holdId: newId(OLD), orderId: newId(OLD) };
    const lines = depositLines('buyer', 1n);
    const accountId = randomUUID();
    return newJournal({ _id: `${kind}:old`, kind, accountId, ...ids, lines, createdAt: OLD });
  });
  await records.journals.insertMany(journals);
  await archiveFinished(records, { ageMs: ARCHIVE_AGE_MIN_MS, runMs: 60_000, now: new Date() });
  const live = await records.journals.find({}).toArray();
  expect(live.map(({ kind }) => kind).sort()).toEqual([
    ...['correction', 'deposit', 'payout', 'refund'],
  ]);
});
