/** Output of the command: tables for people, the gateway's own JSON for programs. */
import Table from 'cli-table3';
import { plainText } from '../domain/plain-text';
import { pc } from './colours';
import { inPeoplesUnit, perMillion } from './prices';

export interface Output {
  readonly json: boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** One record per line, without rules between them. */
const PLAIN = {
  style: { head: [], border: [] },
  chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
};

/** Prints a list of records, one per line. */
export function printList(output: Output, answer: unknown, items: string, columns: string[]): void {
  if (output.json) return printJson(answer);
  const page = answer as Row & { next_cursor?: string | null };
  const rows = page[items] as Row[];
  const table = plainTable(columns);
  for (const row of rows) table.push(columns.map((column) => namedCell(column, row[column])));
  console.log(rows.length === 0 ? pc.dim(`no ${items}`) : table.toString());
  if (page.next_cursor) console.log(pc.dim(`more: --cursor ${page.next_cursor}`));
}

type Alignment = 'left' | 'right';

export function plainTable(
  columns: readonly string[],
  colAligns: readonly Alignment[] = [],
): Table.Table {
  const head = columns.map((name) => pc.bold(name));
  return new Table({ ...PLAIN, head, colAligns: [...colAligns] });
}

/** Prints one record, one field per line; lists of records inside it follow as tables. */
export function printRecord(output: Output, answer: unknown): void {
  if (output.json) return printJson(answer);
  const entries = Object.entries(answer as Row);
  const table = new Table(PLAIN);
  for (const [name, value] of entries) {
    if (!isRecordList(value)) table.push([pc.bold(name), namedCell(name, value)]);
  }
  console.log(table.toString());
  for (const [name, value] of entries) {
    if (!isRecordList(value)) continue;
    console.log(`\n${pc.bold(name)}`);
    printList(output, { [name]: value }, name, Object.keys(value[0] as Row));
  }
}

/** Prints a sentence for people; programs get the answer. */
export function printDone(output: Output, answer: unknown, sentence: string): void {
  if (output.json) printJson(answer);
  else console.log(`${pc.green('done')} ${sentence}`);
}

const STATUS_COLOURS = {
  ok: pc.green,
  warn: pc.yellow,
  fail: pc.red,
  skipped: pc.dim,
  yes: pc.green,
  no: pc.dim,
};

interface CheckRow {
  readonly check: string;
  readonly status: keyof typeof STATUS_COLOURS;
  readonly found: string;
  readonly remedy: string | null;
}

/** One check per line; what to do stands below the checks that did not hold. */
export function checksTable(checks: readonly CheckRow[]): string {
  const indent = 'skipped'.length + 2;
  const width = Math.max(...checks.map(({ check }) => check.length));
  return checks
    .flatMap((row, index) => {
      const remedy = row.remedy === checks[index + 1]?.remedy ? null : row.remedy;
      const status = STATUS_COLOURS[row.status](row.status.padEnd('skipped'.length));
      const found = wrapped(plainText(row.found), indent + width + 2);
      const line = `${status}  ${row.check.padEnd(width)}  ${found}`;
      return remedy === null ? [line] : [line, ' '.repeat(indent) + wrapped(remedy, indent)];
    })
    .join('\n');
}

/** Lines that fit the terminal behind an indent; one line where there is no terminal. */
export function wrapped(text: string, indent: number): string {
  const { columns } = process.stdout;
  if (!columns) return text;
  const width = Math.max(20, columns - indent);
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join(`\n${' '.repeat(indent)}`);
}

export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

function isRecordList(value: unknown): value is Row[] {
  return Array.isArray(value) && value.length > 0 && typeof value[0] === 'object';
}

/** Prices of the API per 1,000 tokens: people read them per million. */
const PER_THOUSAND = new Set([
  'price',
  'max_price',
  'price_limit',
  'price_ceiling',
  'ceiling',
  'limit_price',
  'average_price',
  'worst_price',
  'suggested_limit_price',
  'average_fill_price',
]);

function namedCell(name: string, value: unknown): string {
  const isPrice = PER_THOUSAND.has(name) && typeof value === 'string';
  return isPrice ? `${perMillion(value)}/M` : cell(value);
}

export function cell(value: unknown): string {
  if (value === null || value === undefined) return pc.dim('-');
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return value.length === 0 ? pc.dim('-') : value.join('\n');
  }
  if (typeof value === 'object') return compact(value);
  return String(value as string | number | boolean);
}

/** Fields of a value inside a record, one per line. */
function compact(value: object): string {
  if (Array.isArray(value)) {
    return (value as object[]).map((item) => Object.values(item).join(' ')).join('\n');
  }
  return Object.entries(value)
    .filter(([name]) => name !== 'numbers')
    .map(
      ([name, inner]) =>
        `${name}: ${typeof inner === 'object' ? JSON.stringify(inner) : inPeoplesUnit(String(inner))}`,
    )
    .join('\n');
}
