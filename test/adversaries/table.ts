/** Prints the rows of a run as a table. */
import Table from 'cli-table3';
import { GROUP_NAMES, KINDS, type Latency } from './measured';
import {
  MEMORY_MAX_MEGABYTES,
  P99_RATIO_MAX,
  type Row,
  faultsOf,
  grownMegabytes,
  isMet,
  worstRatio,
} from './row';

const HEAD = ['', 'p50 ms', 'p99 ms', 'ratio', 'busy', 'errors', 'twice', '+MB', 'money'];

export function renderTable(rows: readonly Row[]): string {
  const table = new Table({
    head: [...HEAD, 'standing', 'goal'],
    style: { head: [], border: [] },
  });
  for (const row of rows) table.push(cells(row));
  const notes = rows
    .filter((row) => faultsOf(row).length > 0)
    .map((row) => `${row.name}: ${faultsOf(row).join('; ')}`);
  const busy = rows.filter(({ errorsWithout }) => errorsWithout > 0).map(({ name }) => name);
  const warning = `The machine was too busy to measure: honest requests failed before ${busy.join(', ')} began.`;
  return [
    'p50 and p99 of honest requests, without the adversary > with it: chats, streams and draws / reads.',
    'ratio: p99 with it to p99 without it, of the group that slowed down more. busy: share of all processors.',
    `goal: a ratio of at most ${P99_RATIO_MAX}, no error, nothing dispatched twice, at most +${MEMORY_MAX_MEGABYTES} MB, money and standing right.`,
    table.toString(),
    ...rows.map(byKind),
    ...notes,
    ...(busy.length > 0 ? [warning] : []),
    '',
  ].join('\n');
}

function cells(row: Row): string[] {
  const ratio = worstRatio(row, ({ p99Ms }) => p99Ms);
  return [
    row.name,
    change(row, ({ p50Ms }) => p50Ms),
    change(row, ({ p99Ms }) => p99Ms),
    ratio === null ? '-' : ratio.toFixed(1),
    busyShares(row),
    String(row.errors.length),
    String(row.dispatchedTwice),
    String(grownMegabytes(row)),
    row.wrongMoney.length === 0 ? 'exact' : 'WRONG',
    row.wrongStanding.length === 0 ? 'kept' : 'LOST',
    isMet(row) ? 'met' : 'MISSED',
  ];
}

/** The value of each group, without the adversary > with it. */
function change(row: Row, value: (latency: Latency) => number): string {
  return GROUP_NAMES.map((group) => {
    const beside = value(row.beside[group]).toFixed(0);
    return row.without ? `${value(row.without[group]).toFixed(0)}>${beside}` : beside;
  }).join(' / ');
}

function busyShares({ processors: { without, beside } }: Row): string {
  return `${without ? `${without['machine']}>` : ''}${beside['machine']} %`;
}

/** Details of a row: requests and p99 by kind, and processor load by process. */
function byKind(row: Row): string {
  const kinds = KINDS.map((kind) => {
    const { count, p99Ms } = row.beside[kind];
    const without = row.without?.[kind];
    const before = without ? `${without.p99Ms.toFixed(0)} (${without.count}) > ` : '';
    return `${kind} ${before}${p99Ms.toFixed(0)} (${count})`;
  });
  const { without, beside } = row.processors;
  const shares = Object.entries(beside)
    .filter(([name]) => name !== 'machine')
    .map(([name, share]) => `${name} ${without ? `${without[name]}>` : ''}${share}`);
  return `${row.name}: p99 ms (requests): ${kinds.join(', ')}; hundredths of a processor: ${shares.join(', ')}`;
}
