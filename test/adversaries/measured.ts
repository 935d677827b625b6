/** Latencies of honest requests, by kind and by group of kinds. */
import { percentile } from '../../bench/measure/statistics';

export const KINDS = ['chat', 'stream', 'draw', 'account', 'book'] as const;
export type Kind = (typeof KINDS)[number];

/** Kinds judged together: one kind alone has too few requests for a 99th percentile. */
export const GROUPS = {
  buying: ['chat', 'stream', 'draw'],
  reading: ['account', 'book'],
} as const satisfies Record<string, readonly Kind[]>;
export type Group = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as Group[];

export interface Latency {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export type Measured = Readonly<Record<Kind | Group, Latency>>;

export function measured(latenciesMs: ReadonlyMap<Kind, readonly number[]>): Measured {
  const of = (kinds: readonly Kind[]): Latency => {
    const values = kinds.flatMap((kind) => latenciesMs.get(kind) ?? []);
    return {
      count: values.length,
      p50Ms: percentile(values, 50),
      p99Ms: percentile(values, 99),
    };
  };
  return Object.fromEntries([
    ...KINDS.map((kind) => [kind, of([kind])]),
    ...GROUP_NAMES.map((group) => [group, of(GROUPS[group])]),
  ]) as Measured;
}
