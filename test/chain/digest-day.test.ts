/** The digest of a day stands for all that its operator may have to prove: whatever changes, it does. */
import { digestDay } from '../../records/chain/digest-day';
import { asDouble } from '../../records/collections';
import type { ClosedDayDocument } from '../../records/documents/closed-day';
import type { ClosingDocument } from '../../records/documents/closing';
import type { WritableRecords } from '../../records/connect';
import { depositLines, newJournal } from '../../records/ledger/journal-lines';
import { dropRecords, openRecords } from '../records/scenario';

const day: ClosedDayDocument = {
  _id: '2026-01-02',
  journals: 1,
  lastJournalId: 'deposit:a',
  digest: '42',
  from: new Date('2026-01-02T00:00:00Z'),
  until: new Date('2026-01-03T00:00:00Z'),
  postedImbalanceScale8: 0n,
  pendingImbalanceScale8: 0n,
  closedAt: new Date('2026-01-03T01:00:00Z'),
};
const before = { ...day, _id: '2026-01-01', chain: { digest: 'before' } };
const journal = newJournal({
  _id: 'deposit:a',
  kind: 'deposit',
  accountId: 'b',
  reference: 'a',
  lines: depositLines('b', 5n),
  createdAt: new Date('2026-01-02T10:00:00Z'),
});
const sums = { postedScale8: 5n, heldScale8: 0n, earnedScale8: 0n, journals: asDouble(1) };
const closing: ClosingDocument = {
  _id: '2026-01-02 buyer:b',
  account: 'buyer:b',
  until: day.until,
  day: sums,
  total: sums,
};
/** Deployments have written down digests: these can never be computed in another way. */
const DIGEST = '2f588ffc1ca811c459a81908e5f319b0b2b75648949ab7d0101fb6777b338e3a';
const FIRST_DIGEST = 'c59ef2206100abb2b4e63622221f7dbe56ba1453fee4ec0985b7bdb0b8e8c031';

let records: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
});
beforeEach(async () => {
  await records.journals.insertOne(journal);
  await records.closings.insertOne(closing);
});
afterEach(async () => {
  await Promise.all([records.journals, records.closings].map((each) => each.deleteMany({})));
});
afterAll(() => dropRecords(records));

test('the same day has the same digest, whichever build computes it, and whenever it was closed', async () => {
  expect(await digestDay(records, day, before)).toBe(DIGEST);
  expect(await digestDay(records, { ...day, closedAt: new Date() }, before)).toBe(DIGEST);
  expect(await digestDay(records, day, null)).toBe(FIRST_DIGEST);
});

test.each<[string, Partial<ClosedDayDocument>]>([
  ['name', { _id: '2026-01-03' }],
  ['beginning', { from: new Date('2026-01-02T00:00:01Z') }],
  ['end', { until: new Date('2026-01-03T00:00:01Z') }],
  ['number of journals', { journals: 4 }],
  ['last journal', { lastJournalId: 'deposit:b' }],
  ['sum of the journals', { digest: '43' }],
  ['posted imbalance', { postedImbalanceScale8: 1n }],
  ['pending imbalance', { pendingImbalanceScale8: 1n }],
])('a day with another %s has another digest', async (_what, change) => {
  expect(await digestDay(records, { ...day, ...change }, before)).not.toBe(DIGEST);
});

test('a day before it with another name, or with another digest, gives another digest', async () => {
  const changed = [{ _id: '2025-12-31' }, { chain: { digest: 'changed' } }, { chain: null }];
  const digests = await Promise.all(
    changed.map((change) => digestDay(records, day, { ...before, ...change })),
  );
  expect(new Set([DIGEST, ...digests]).size).toBe(4);
});

test('a journal in the archive, and one that a mixed backup left in both places, counts once', async () => {
  await records.archivedJournals.insertOne(journal);
  expect(await digestDay(records, day, before)).toBe(DIGEST);
  await records.journals.deleteMany({});
  expect(await digestDay(records, day, before)).toBe(DIGEST);
  await records.archivedJournals.deleteMany({});
  expect(await digestDay(records, day, before)).not.toBe(DIGEST);
});
