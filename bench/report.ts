/** The report of a benchmark, and its tables. */
import Table from 'cli-table3';
import { type Plan, type Row, over } from './measure/rounds';
import { type Figure, figureOf } from './measure/statistics';

export interface Goal {
  readonly name: string;
  /** Median over the rounds. */
  readonly value: number;
  readonly range: readonly [least: number, most: number];
  readonly goal: string;
  readonly reached: boolean;
}

export interface Comparison extends Figure {
  readonly name: string;
  readonly unit: string;
}

export interface RowSummary {
  readonly name: string;
  /** 0 in an open loop. */
  readonly callers: number;
  /** In all rounds together. */
  readonly requests: number;
  readonly failures: number;
  readonly perSecond: Figure;
  readonly p50Ms: Figure;
  readonly p95Ms: Figure;
  readonly p99Ms: Figure;
  /** Processor time per request by process, median over the rounds. */
  readonly cpuMs: Readonly<Record<string, number>>;
}

export interface Report {
  readonly benchmark: string;
  /** How the load is generated; by default a closed loop. */
  readonly pace?: string;
  readonly plan: Plan;
  readonly processors: number;
  readonly goals: readonly Goal[];
  readonly comparisons: readonly Comparison[];
  readonly rows: readonly RowSummary[];
  /** Subjects that are not installed and therefore not measured. */
  readonly leftOut?: readonly string[];
  /** Errors that invalidate the figures: failed requests, violated invariants. */
  readonly problems: readonly string[];
}

const LINES =
  'top top-left top-mid top-right mid mid-mid left left-mid right right-mid bottom bottom-left bottom-mid bottom-right';
/** Columns without lines between them, so that a row fits a terminal. */
const BARE = { ...Object.fromEntries(LINES.split(' ').map((line) => [line, ''])), middle: ' ' };

export function summaryOf(row: Row): RowSummary {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const names = Object.keys(row.rounds[0]?.cpuMs ?? {});
  return {
    name: row.name,
    callers: row.callers,
    requests: sum(row.rounds.map(({ requests }) => requests)),
    failures: sum(row.rounds.map(({ failures }) => failures)),
    perSecond: over(row, ({ perSecond }) => perSecond),
    p50Ms: over(row, ({ p50Ms }) => p50Ms),
    p95Ms: over(row, ({ p95Ms }) => p95Ms),
    p99Ms: over(row, ({ p99Ms }) => p99Ms),
    cpuMs: Object.fromEntries(
      names.map((name) => [name, figureOf(row.rounds.map(({ cpuMs }) => cpuMs[name] ?? 0)).median]),
    ),
  };
}

export function problemsOf(rows: readonly Row[]): string[] {
  return rows.flatMap(({ name, callers, rounds }) => {
    const first = rounds.find(({ failures }) => failures > 0);
    return first ? [`${name} at ${callers} callers: ${first.firstFailure}`] : [];
  });
}

export function renderReport(report: Report): string {
  const { rounds, requests, seconds } = report.plan;
  return [
    `Benchmark "${report.benchmark}": ${report.processors} processors, shared with the load generator; ${report.pace ?? 'closed loop'};`,
    `${rounds} interleaved rounds of up to ${requests} requests or ${seconds} s a cell; median [range over rounds].`,
    ...(report.rows.length > 0 ? tablesOf(report.rows) : []),
    ...(report.comparisons.length > 0 ? [comparisonTable(report.comparisons)] : []),
    goalTable(report.goals),
    ...(report.leftOut ?? []).map((line) => `Left out: ${line}`),
    ...report.problems.map((problem) => `PROBLEM: ${problem}`),
    '',
  ].join('\n');
}

function tablesOf(rows: readonly RowSummary[]): string[] {
  return [rowTable(rows), 'Processor time per request in ms, by process:', processorTable(rows)];
}

function rowTable(rows: readonly RowSummary[]): string {
  const table = newTable(['', 'callers', 'per second', 'p50 ms', 'p95', 'p99', 'requests']);
  for (const { name, callers, perSecond, p50Ms, p95Ms, p99Ms, requests } of rows) {
    const tail = [p95Ms, p99Ms].map(({ median }) => rounded(median));
    table.push([name, callers || '-', shown(perSecond), shown(p50Ms), ...tail, requests]);
  }
  return table.toString();
}

/** Includes background work of each process; the sum is the machine's cost of a request. */
function processorTable(rows: readonly RowSummary[]): string {
  const names = [...new Set(rows.flatMap(({ cpuMs }) => Object.keys(cpuMs)))];
  const table = newTable(['', 'callers', ...names, 'all']);
  for (const { name, callers, cpuMs } of rows) {
    const times = names.map((process) => cpuMs[process] ?? 0);
    const all = times.reduce((total, time) => total + time, 0);
    table.push([name, callers || '-', ...times.map(shownTime), all.toFixed(2)]);
  }
  return table.toString();
}

function shownTime(ms: number): string {
  return ms < 0.005 ? '-' : ms.toFixed(2);
}

function comparisonTable(comparisons: readonly Comparison[]): string {
  const table = newTable(['comparison', 'median [range]', '']);
  for (const comparison of comparisons) {
    table.push([comparison.name, shown(comparison), comparison.unit]);
  }
  return table.toString();
}

function goalTable(goals: readonly Goal[]): string {
  const table = newTable(['goal', 'wanted', 'median [range]', '']);
  for (const { name, goal, value, range, reached } of goals) {
    table.push([name, goal, shown({ median: value, range }), reached ? 'reached' : 'NOT REACHED']);
  }
  return table.toString();
}

function newTable(head: string[]) {
  return new Table({
    head,
    chars: BARE,
    style: { head: [], border: [], compact: true, 'padding-left': 0 },
    colAligns: head.map((_, at) => (at === 0 ? 'left' : 'right')),
  });
}

function shown({ median, range: [least, most] }: Figure): string {
  return `${rounded(median)} [${rounded(least)}-${rounded(most)}]`;
}

/** Three significant digits. */
function rounded(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}
