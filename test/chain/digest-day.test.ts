/** The digest of a day stands for all that its operator may have to prove: whatever changes, it does. */
import { digestDay } from '../../records/chain/digest-day';
import type { ClosedDayDocument, DayChain } from '../../records/documents/closed-day';

const day: ClosedDayDocument = {
  _id: '2026-01-02',
  journals: 3,
  lastJournalId: 'deposit:a',
  digest: '42',
  from: new Date('2026-01-02T00:00:00Z'),
  until: new Date('2026-01-03T00:00:00Z'),
  postedImbalanceScale8: 0n,
  pendingImbalanceScale8: 0n,
  closedAt: new Date('2026-01-03T01:00:00Z'),
};
const chain: Omit<DayChain, 'digest'> = {
  previous: { day: '2026-01-01', digest: 'before' },
  journals: 'journals',
  closings: 'closings',
};
const digest = digestDay(day, chain);

test('the same day has the same digest, whenever it was closed', () => {
  expect(digestDay({ ...day, closedAt: new Date() }, { ...chain })).toBe(digest);
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
])('a day with another %s has another digest', (_what, change) => {
  expect(digestDay({ ...day, ...change }, chain)).not.toBe(digest);
});

test.each<[string, Partial<DayChain>]>([
  ['another day before it', { previous: { day: '2025-12-31', digest: 'before' } }],
  ['a changed day before it', { previous: { day: '2026-01-01', digest: 'changed' } }],
  ['no day before it', { previous: null }],
  ['other journals', { journals: 'changed' }],
  ['other closings', { closings: 'changed' }],
])('a day with %s has another digest', (_what, change) => {
  expect(digestDay(day, { ...chain, ...change })).not.toBe(digest);
});
