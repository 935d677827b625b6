/** The effect of one adversary on the honest participants: a row of the table, and whether it meets the goals. */
import type { Answers } from './attack-process';
import { GROUP_NAMES, KINDS, type Latency, type Measured } from './measured';
import type { Megabytes } from './memory';
import type { Shares } from './processors';

/** Goals of a row. Only faults fail a run: latency also depends on the machine. */
export const P99_RATIO_MAX = 2;
export const MEMORY_MAX_MEGABYTES = 300;

export interface Row {
  /** Name of the adversary, or of those that attacked together. */
  readonly name: string;
  readonly answers: Answers;
  /** Reason why the attack did not take place. */
  readonly failure: string | null;
  /** Null when there was no measurement without the adversary. */
  readonly without: Measured | null;
  /** Honest errors without the adversary: the machine was overloaded already. */
  readonly errorsWithout: number;
  readonly beside: Measured;
  readonly errors: readonly string[];
  readonly dispatchedTwice: number;
  readonly memoryMegabytes: Megabytes;
  readonly processors: { readonly without: Shares | null; readonly beside: Shares };
  readonly wrongMoney: readonly string[];
  readonly wrongStanding: readonly string[];
}

/** Violations that no machine excuses. */
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

/** Ratio of a latency with the adversary to that without it, for the group that slowed down more. */
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
