import type { mongo } from 'mongoose';
import type { ClosedDayDocument } from '../documents/closed-day';
import type { Records } from '../connect';

type ClosedDays = Records['closedDays'];

const DAY_MS = 86_400_000;
/** Days without journals are not closed: another name may lead to the same day. */
const TRIES_PER_DAY = 4;

/** Some closed days, chosen at random, but the same ones for the same seed. */
export interface Sample {
  readonly days: number;
  readonly seed: number;
}

/**
 * A sample is found by the names of its days: it reads the same however many there are.
 * @param filter which closed days there are to choose from
 * @param sample null for all of them
 * @returns the names of days
 */
export async function chosenDays(
  closedDays: ClosedDays,
  filter: mongo.Filter<ClosedDayDocument>,
  sample: Sample | null,
): Promise<readonly string[]> {
  const read = async (part: mongo.Filter<ClosedDayDocument>, direction: 1 | -1, limit: number) => {
    const found = closedDays.find({ $and: [filter, part] }, { projection: { _id: 1 } });
    const days = await found.sort({ _id: direction }).limit(limit).toArray();
    return days.map(({ _id }) => _id);
  };
  if (!sample) return read({}, 1, 0);
  const [[first], [last]] = [await read({}, 1, 1), await read({}, -1, 1)];
  if (first === undefined || last === undefined) return [];
  const fromMs = Date.parse(first);
  const span = (Date.parse(last) - fromMs) / DAY_MS + 1;
  const chosen = new Set<string>();
  for (
    let place = 0;
    place < TRIES_PER_DAY * sample.days && chosen.size < sample.days;
    place += 1
  ) {
    const atMs = fromMs + (hashOf(hashOf(sample.seed) + place) % span) * DAY_MS;
    const name = new Date(atMs).toISOString().slice(0, 10);
    for (const day of await read({ _id: { $gte: name } }, 1, 1)) chosen.add(day);
  }
  // Of a few days all are chosen.
  const missing = sample.days - chosen.size;
  if (missing > 0)
    for (const day of await read({ _id: { $nin: [...chosen] } }, 1, missing)) chosen.add(day);
  return [...chosen];
}

/** @returns the statement with the seed that repeats its sample */
export function withSeed(statement: string, sample: Sample | null): string {
  return sample ? `${statement} Seed ${sample.seed}.` : statement;
}

function hashOf(value: number): number {
  const mixed = Math.imul(value ^ (value >>> 15), 2_654_435_761);
  return Math.imul(mixed ^ (mixed >>> 13), 2_246_822_519) >>> 0;
}
