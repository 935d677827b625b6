/** Money that is missing since a day that was closed is reported every day from then on. */
import { randomUUID } from 'node:crypto';
import { closeDays } from '../../records/closings/close-days';
import { checkInvariants } from '../../records/invariants/check-invariants';
import type { JournalDocument } from '../../records/documents/journal';
import { depositLines, holdLines, newJournal } from '../../records/ledger/journal-lines';
import { clearRecords, recordsForFile } from './scenario';

const DAY_MS = 86_400_000;
const AMOUNT_SCALE8 = 500n;
const MISSING_SCALE8 = 100n;

const records = recordsForFile();
afterEach(() => clearRecords(records));

const accountId = randomUUID();

function journal(kind: 'deposit' | 'hold', daysAgo: number): JournalDocument {
  return newJournal({
    _id: `${kind}:${randomUUID()}`,
    kind,
    accountId,
    lines: (kind === 'deposit' ? depositLines : holdLines)(accountId, AMOUNT_SCALE8),
    createdAt: new Date(Date.now() - daysAgo * DAY_MS),
  });
}

/** With a credit that is less than its debit. */
function unbalanced(sound: JournalDocument): JournalDocument {
  const lines = sound.lines.map((line) =>
    line.side === 'credit' ? { ...line, amountScale8: line.amountScale8 - MISSING_SCALE8 } : line,
  );
  return { ...sound, lines };
}

/** Whether the daily check, which reads no journal of a closed day, says that the books balance. */
async function isReported(): Promise<boolean> {
  const results = await checkInvariants(records, { recent: { days: 0, seed: 1 } });
  return results.find(({ id }) => id === 'I2')!.status === 'violated';
}

test.each(['deposit', 'hold'] as const)('a %s that does not balance', async (kind) => {
  const days = [
    unbalanced(journal(kind, 9)),
    ...[8, 7, 6].map((daysAgo) => journal(kind, daysAgo)),
  ];
  await records.journals.insertMany(days);
  expect(await closeDays(records, new Date(), 1)).toBe(1);
  expect(await isReported()).toBe(true);
  // Each later day balances, and tells of the first one.
  for (const _day of days.slice(1)) {
    expect(await closeDays(records, new Date(), 1)).toBe(1);
    expect(await isReported()).toBe(true);
  }
});

test('days that balance report nothing', async () => {
  await records.journals.insertMany([9, 8, 7].map((daysAgo) => journal('deposit', daysAgo)));
  expect(await closeDays(records, new Date())).toBe(3);
  expect(await isReported()).toBe(false);
});
