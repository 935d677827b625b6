/** Some closed days, chosen at random, but the same ones for the same seed. */
export interface Sample {
  readonly days: number;
  readonly seed: number;
}

/** @param sample null for all days */
export function chosenOf<Day>(days: readonly Day[], sample: Sample | null): readonly Day[] {
  if (!sample) return days;
  // In the order of a multiplicative hash of seed and place.
  const hashed = days.map((day, place) => ({ day, hash: hashOf(sample.seed + place) }));
  const shuffled = hashed.sort((one, other) => one.hash - other.hash);
  return shuffled.slice(0, sample.days).map(({ day }) => day);
}

/** @returns the statement with the seed that repeats its sample */
export function withSeed(statement: string, sample: Sample | null): string {
  return sample ? `${statement} Seed ${sample.seed}.` : statement;
}

function hashOf(value: number): number {
  const mixed = Math.imul(value ^ (value >>> 15), 2_654_435_761);
  return Math.imul(mixed ^ (mixed >>> 13), 2_246_822_519) >>> 0;
}
