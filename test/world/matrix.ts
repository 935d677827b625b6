/** The matrix, as a table of 80 columns and as a page of the documentation. */
import Table from 'cli-table3';
import { type Row, reasonsOf, verdictOf } from './row';

const COLUMNS = 80;
const REASON_LENGTH_MAX = 240;

export interface Part {
  readonly title: string;
  /** Of the first column. */
  readonly head: string;
  readonly checks: readonly string[];
  readonly rows: readonly Row[];
}

function cellOf(row: Row, check: string): string {
  const outcome = row.outcomes.find((one) => one.check === check);
  if (!outcome) return '-';
  return outcome.failure === null ? 'yes' : 'no';
}

export function renderTable({ head, checks, rows }: Part): string {
  const table = new Table({
    head: [head, ...checks, 'result'],
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 1 },
    chars: { ...BORDERLESS, middle: '' },
  });
  for (const row of rows) {
    table.push([row.name, ...checks.map((check) => cellOf(row, check)), verdictOf(row)]);
  }
  const reasons = rows.flatMap((row) =>
    reasonsOf(row).map((reason) => wrapped(`${row.name}: ${short(reason)}`)),
  );
  return [table.toString(), ...reasons, ''].join('\n');
}

const BORDERLESS = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
    ['', '-mid', '-left', '-right'].map((end) => [`${side}${end}`, '']),
  ),
);

/** Failures of programs contain whole bodies and several lines. */
function short(reason: string): string {
  const line = reason.replace(/\s+/g, ' ').trim();
  return line.length > REASON_LENGTH_MAX ? `${line.slice(0, REASON_LENGTH_MAX)} ...` : line;
}

function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart();
    if (longer.length > COLUMNS - 2) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.join('\n  ');
}

export function renderPage(parts: readonly Part[], introduction: string): string {
  return [introduction, ...parts.map(section)].join('\n');
}

function section({ title, head, checks, rows }: Part): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cells = (row: Row) => [
    row.version ? `${row.name} ${row.version}` : row.name,
    ...checks.map((check) => cellOf(row, check)),
    verdictOf(row),
  ];
  const reasons = rows.flatMap((row) =>
    reasonsOf(row).map((reason) => `- ${row.name}: \`${short(reason).replaceAll('`', "'")}\``),
  );
  return [
    `## ${title}\n`,
    line([head, ...checks, 'Result']),
    `|${'---|'.repeat(checks.length + 2)}`,
    ...rows.map((row) => line(cells(row))),
    '',
    ...(reasons.length > 0 ? ['What was seen:\n', ...reasons, ''] : []),
  ].join('\n');
}
