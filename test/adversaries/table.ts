/** The rows of a run as a person reads them. */
import Table from 'cli-table3';
import type { Kind, Latency } from './honest-load';
import {
  MEMORY_MAX_MEGABYTES,
  P99_RATIO_MAX,
  type Row,
  faultsOf,
  grownMegabytes,
  isMet,
  worstRatio,
} from './row';

const ORDERS = ['chat', 'stream', 'draw'] as const;
const READS = ['account', 'book'] as const;

export function renderTable(rows: readonly Row[]): string {
  const table = new Table({
    head: ['', 'p50 ms', 'p99 ms', 'ratio', 'errors', 'twice', '+MB', 'money', 'standing', 'goal'],
    style: { head: [], border: [] },
  });
  for (const row of rows) table.push(cells(row));
  const notes = rows
    .filter((row) => faultsOf(row).length > 0)
    .map((row) => `${row.name}: ${faultsOf(row).join('; ')}`);
  const busy = rows.filter(({ errorsWithout }) => errorsWithout > 0).map(({ name }) => name);
  const warning = `The machine was too busy to measure: honest requests failed before ${busy.join(', ')} began.`;
  return [
    'p50 and p99 of honest requests, without the adversary > beside it: orders (chats, streams, draws) / reads.',
    'ratio: p99 beside it to p99 without it, of the kind of request that lost most.',
    `goal: a ratio of at most ${P99_RATIO_MAX}, no error, nothing dispatched twice, at most +${MEMORY_MAX_MEGABYTES} MB, money and standing right.`,
    table.toString(),
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
    String(row.errors.length),
    String(row.dispatchedTwice),
    String(grownMegabytes(row)),
    row.wrongMoney.length === 0 ? 'exact' : 'WRONG',
    row.wrongStanding.length === 0 ? 'kept' : 'LOST',
    isMet(row) ? 'met' : 'MISSED',
  ];
}

/** The slowest kind of each group. */
function change(row: Row, value: (latency: Latency) => number): string {
  const most = (latencies: Row['beside'], kinds: readonly Kind[]) =>
    Math.max(...kinds.map((kind) => value(latencies[kind]))).toFixed(0);
  const of = (kinds: readonly Kind[]) =>
    `${row.without ? `${most(row.without, kinds)}>` : ''}${most(row.beside, kinds)}`;
  return `${of(ORDERS)} / ${of(READS)}`;
}
