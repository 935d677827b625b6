/**
 * Comma-separated values (RFC 4180), safe for spreadsheets: text that would be read as a formula is
 * marked as text. Amounts stay unchanged; a sign before digits is not a formula.
 */

/** Characters that start a formula in a spreadsheet, including full-width forms. */
const FORMULA_START = /^\s*[=+\-@\t\r\n|＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

export interface Amount {
  /** A decimal string. */
  readonly amount: string;
}

export type CsvCell = string | Amount | null;

/** One line with its line end. */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return cell.amount;
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
