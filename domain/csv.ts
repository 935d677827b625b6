/**
 * Comma-separated values (RFC 4180) that a spreadsheet may open: a text that it would take for a
 * formula is marked as text. Amounts are given as they are; a sign before digits is no formula.
 */

/** What a spreadsheet begins a formula with, the wide forms included. */
const FORMULA_START = /^\s*[=+\-@\t\r\n|＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

export interface Amount {
  /** A decimal string. */
  readonly amount: string;
}

export type CsvCell = string | Amount | null;

/** One line with its end. */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return cell.amount;
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
