/** What one adversary did to the others: a row of the table, and whether it may be so. */
import type { Answers } from './attack-process';
import { GROUP_NAMES, KINDS, type Latency, type Measured } from './measured';
import type { Megabytes } from './memory';
import type { Shares } from './processors';

/** Goals of a row. Only the faults decide a run: what was slow depends on the machine as well. */
export const P99_RATIO_MAX = 2;
export const MEMORY_MAX_MEGABYTES = 300;

export interface Row {
  /** Of the adversary, or of those that attacked together. */
  readonly name: string;
  readonly answers: Answers;
  /** Why it did not attack. */
  readonly failure: string | null;
  /** Null when nothing was measured without the adversary. */
  readonly without: Measured | null;
  /** Of a machine that has too much to do already. */
  readonly errorsWithout: number;
  readonly beside: Measured;
  readonly errors: readonly string[];
  readonly dispatchedTwice: number;
  readonly memoryMegabytes: Megabytes;
  readonly processors: { readonly without: Shares | null; readonly beside: Shares };
  readonly wrongMoney: readonly string[];
  readonly wrongStanding: readonly string[];
}

/** What must not happen on any machine. */
export function faultsOf(row: Row): string[] {
  const { errors, dispatchedTwice, wrongMoney, wrongStanding, answers, beside, failure } = row;
  const idle = Object.entries(answers).filter(([, of]) => Object.keys(of).length === 0);
  const unanswered = KINDS.filter((kind) => beside[kind].count === 0);
  return [
    ...(failure === null ? [] : [`the attack did not take place: ${failure}`]),
    ...idle.map(([name]) => `${name} did nothing`),
    ...unanswered.map((kind) => `no honest ${kind} was answered`),
    ...[...new Set(errors)].slice(0, 5),
    ...(errors.length > 5 ? [`${errors.length} honest errors`] : []),
    ...(dispatchedTwice > 0 ? [`${dispatchedTwice} honest requests dispatched twice`] : []),
    ...wrongMoney,
    ...wrongStanding,
  ];
}

export function grownMegabytes({ memoryMegabytes }: Row): number {
  return Object.values(memoryMegabytes).reduce((sum, grown) => sum + Math.max(0, grown), 0);
}

/** Of the group of requests that became slower, as many times as without the adversary. */
export function worstRatio(row: Row, value: (latency: Latency) => number): number | null {
  const { without, beside } = row;
  if (!without) return null;
  return Math.max(...GROUP_NAMES.map((group) => value(beside[group]) / value(without[group])));
}

export function isMet(row: Row): boolean {
  const ratio = worstRatio(row, ({ p99Ms }) => p99Ms);
  const isFast = ratio === null || ratio <= P99_RATIO_MAX;
  return isFast && faultsOf(row).length === 0 && grownMegabytes(row) <= MEMORY_MAX_MEGABYTES;
}
