/** A figure over the rounds of a run; its range shows the noise of the machine. */
export interface Figure {
  readonly median: number;
  readonly range: readonly [least: number, most: number];
}

export function figureOf(values: readonly number[]): Figure {
  return {
    median: percentile(values, 50),
    range: [percentile(values, 0), percentile(values, 100)],
  };
}

/** Interpolates linearly between the two nearest values; 0 without values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? 0;
  return below + (above - below) * (place - Math.floor(place));
}
