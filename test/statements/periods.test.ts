/** Statements of periods that meet: each begins with what the one before it ends with. */
import { randomUUID } from 'node:crypto';
import { depositLines, newJournal } from '../../records/ledger/journal-lines';
import { readStatement } from '../../records/queries/read-statement';
import { recordsForFile } from '../records/scenario';
import { of, readWhole } from './reading';

const START_MS = Date.UTC(2026, 8, 1);
const DAY_MS = 86_400_000;
const day = (number: number) => new Date(START_MS + number * DAY_MS);

const records = recordsForFile();

test('a journal of the border counts in the later period alone, from either end', async () => {
  const accountId = randomUUID();
  // On the first day of each period, in its middle, and a day before its end.
  const deposits = [0, 15, 29, 30, 45, 59, 60].map((number, at) =>
    newJournal({
      _id: `deposit:${randomUUID()}`,
      kind: 'deposit',
      accountId,
      lines: depositLines(accountId, 10n ** BigInt(at)),
      createdAt: day(number),
    }),
  );
  await records.journals.insertMany(deposits);
  const period = (from: number, to: number) =>
    readWhole(records, of('account', accountId, { from: day(from), to: day(to) }), 2);
  const first = await period(0, 30);
  const second = await period(30, 60);
  const third = await period(60, 90);
  expect([first.openingScale8, first.closingScale8]).toEqual([0n, 111n]);
  expect([second.openingScale8, second.closingScale8]).toEqual([111n, 111_111n]);
  expect([third.openingScale8, third.closingScale8]).toEqual([111_111n, 1_111_111n]);
  const shown = second.lines.map(({ amountScale8, balanceScale8 }) => [
    amountScale8,
    balanceScale8,
  ]);
  expect(shown).toEqual([
    [1_000n, 1_111n],
    [10_000n, 11_111n],
    [100_000n, 111_111n],
  ]);
  const newest = of('account', accountId, { from: day(30), to: day(60), sorting: 'newest' });
  const backwards: unknown[] = [];
  let page = await readStatement(records, newest, null, 2);
  for (;;) {
    backwards.push(...page.lines);
    if (!page.next) break;
    page = await readStatement(records, newest, page.next, 2);
  }
  expect(backwards).toEqual([...second.lines].reverse());
});
