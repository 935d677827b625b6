/** Goals and whether they are reached. Ratios are computed within each round. */
import type { Goal } from '../report';
import { figureOf, type Figure } from './statistics';

export interface Wanted {
  readonly name: string;
  readonly figure: Figure;
  readonly atMost?: number;
  readonly atLeast?: number;
}

export function goalOf({ name, figure, atMost, atLeast }: Wanted): Goal {
  const isBelow = atMost === undefined || figure.median <= atMost;
  const isAbove = atLeast === undefined || figure.median >= atLeast;
  return {
    name,
    value: figure.median,
    range: figure.range,
    goal: atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`,
    reached: isBelow && isAbove,
  };
}

/** Ratio of two series, within each round. */
export function ratio(values: readonly number[], beside: readonly number[]): Figure {
  return figureOf(values.map((value, round) => value / (beside[round] ?? Number.NaN)));
}
