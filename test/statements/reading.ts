/** Reads statements to their end, and expects each of them to add up. */
import type { WritableRecords } from '../../records/connect';
import {
  type StatementLine,
  type StatementOf,
  type StatementPage,
  readStatement,
} from '../../records/queries/read-statement';

export const of = (owner: StatementOf['owner'], id: string, more: Partial<StatementOf> = {}) => ({
  owner,
  id,
  from: null,
  to: null,
  sorting: 'oldest' as const,
  ...more,
});

/** All pages, and that each of them says the same of the whole. */
export async function readWhole(
  records: WritableRecords,
  what: StatementOf,
  linesMax: number,
  between: () => Promise<void> = async () => {},
) {
  const lines: StatementLine[] = [];
  let page: StatementPage = await readStatement(records, what, null, linesMax);
  const first = page;
  for (;;) {
    lines.push(...page.lines);
    expect(page).toMatchObject({
      openingScale8: first.openingScale8,
      closingScale8: first.closingScale8,
    });
    if (!page.next) break;
    await between();
    page = await readStatement(records, what, page.next, linesMax);
  }
  expectAddsUp(first, lines);
  return { ...first, lines };
}

function expectAddsUp(page: StatementPage, lines: readonly StatementLine[]): void {
  let balance = page.openingScale8;
  for (const line of lines) {
    balance += line.amountScale8;
    expect(line.balanceScale8).toBe(balance);
  }
  expect(balance).toBe(page.closingScale8);
  expect(new Set(lines.map(({ journalId }) => journalId)).size).toBe(lines.length);
}
