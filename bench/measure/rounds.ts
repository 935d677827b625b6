/**
 * Measures cells in rounds: each round measures every cell once, so that a temporary disturbance of
 * the machine affects all of them. Every second round runs in reverse, so that no cell always
 * follows the same one.
 */
import type { Load, Sample } from './load';
import { processorTimeMs, untilQuiet } from './processor-time';
import { type Figure, figureOf, percentile } from './statistics';

export interface Plan {
  readonly rounds: number;
  /** Limits of one cell in one round. */
  readonly requests: number;
  readonly seconds: number;
  /** Leaves out other gateways even if they are installed. */
  readonly withoutOthers?: boolean;
  /** Of the benchmark of several gateways. */
  readonly gateways?: number;
  readonly workers?: number;
  /** Of the benchmark of books: the size of its only book. */
  readonly asks?: number;
}

/** One subject at one number of callers. */
export interface Cell {
  readonly name: string;
  readonly callers: number;
  run(load: Load): Promise<Sample>;
}

/** The result of one cell in one round. */
export interface Measurement {
  readonly requests: number;
  readonly failures: number;
  readonly firstFailure: string | null;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** Processor time per request, by process, including work that follows the answers. */
  readonly cpuMs: Readonly<Record<string, number>>;
}

export interface Row {
  readonly name: string;
  readonly callers: number;
  readonly rounds: readonly Measurement[];
}

type Processes = readonly { readonly name: string; readonly pid: number }[];

/** @param tell reports the start of each round */
export async function measureInRounds(
  cells: readonly Cell[],
  processes: Processes,
  plan: Plan,
  tell: (round: string) => void,
): Promise<Row[]> {
  // One request warms nothing up.
  if (plan.requests > 1) {
    tell('warming up');
    for (const cell of cells)
      await measure(cell, processes, { ...plan, seconds: plan.seconds / 2 });
  }
  const measured = new Map<Cell, Measurement[]>(cells.map((cell) => [cell, []]));
  for (let round = 1; round <= plan.rounds; round++) {
    tell(`round ${round} of ${plan.rounds}`);
    const order = round % 2 === 1 ? cells : [...cells].reverse();
    for (const cell of order) measured.get(cell)?.push(await measure(cell, processes, plan));
  }
  return [...measured].map(([{ name, callers }, rounds]) => ({ name, callers, rounds }));
}

/** A figure of a row over its rounds. */
export function over(row: Row, valueOf: (measurement: Measurement) => number): Figure {
  return figureOf(row.rounds.map(valueOf));
}

/** Compares two rows within each round, so that both were measured under the same conditions. */
export function compare(
  row: Row,
  beside: Row,
  valueOf: (here: Measurement, there: Measurement) => number,
): Figure {
  return figureOf(row.rounds.map((here, round) => valueOf(here, beside.rounds[round]!)));
}

/** Measures one cell once. */
export async function measure(
  cell: Cell,
  processes: Processes,
  plan: Pick<Plan, 'requests' | 'seconds'>,
): Promise<Measurement> {
  const before = processes.map(({ pid }) => processorTimeMs(pid));
  const sample = await cell.run({ callers: cell.callers, ...plan });
  await untilQuiet(processes);
  const requests = sample.latenciesMs.length;
  const cpuMs: Record<string, number> = {};
  for (const [index, { name, pid }] of processes.entries()) {
    const [then, now] = [before[index] ?? null, processorTimeMs(pid)];
    if (then !== null && now !== null) cpuMs[name] = (now - then) / Math.max(1, requests);
  }
  return {
    requests,
    failures: sample.failures,
    firstFailure: sample.firstFailure,
    perSecond: requests / sample.seconds,
    p50Ms: percentile(sample.latenciesMs, 50),
    p95Ms: percentile(sample.latenciesMs, 95),
    p99Ms: percentile(sample.latenciesMs, 99),
    cpuMs,
  };
}
