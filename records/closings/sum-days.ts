/**
 * What each closed day moved, oldest first: the journals of a closed day never change, so a
 * repetition writes the same.
 */
import type { Records } from '../connect';
import type { ClosedDayDocument } from '../documents/closed-day';
import type { DaySums } from '../documents/day-money';
import { SCAN_MAX_MS } from '../mongodb/read-limits';
import { isUnavailable } from '../mongodb/unavailable';
import { writable } from '../mongodb/writable';
import { moneySums, ofDay } from './day-sums';
import { isDuplicate } from '../mongodb/duplicate-key';

type Sources = Pick<Records, 'journals' | 'closedDays' | 'dayMoney'>;

/**
 * A day that MongoDB cannot sum is tried again by each run, and holds up no later one.
 * @returns the number of days
 * @throws when such a day remains, after the others were summed
 */
export async function sumDays(sources: Sources, daysMax: number): Promise<number> {
  let summed = 0;
  const errors: unknown[] = [];
  for (const day of await unsummedDays(sources)) {
    if (summed === daysMax) break;
    try {
      await sumDay(sources, day);
      summed += 1;
    } catch (err) {
      if (isUnavailable(err)) throw err;
      errors.push(err);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `cannot be summed: ${String(errors[0])}`);
  return summed;
}

async function unsummedDays({ closedDays, dayMoney }: Sources) {
  const summed = await dayMoney
    .find({}, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .toArray();
  const names = new Set(summed.map(({ _id }) => _id));
  const closed = closedDays.find({}, { projection: { from: 1, until: 1 } }).sort({ _id: 1 });
  return (await closed.toArray()).filter(({ _id }) => !names.has(_id));
}

async function sumDay(
  { journals, dayMoney }: Sources,
  day: Pick<ClosedDayDocument, '_id' | 'from' | 'until'>,
): Promise<void> {
  const [sums] = await journals
    .aggregate<DaySums>([...ofDay(day), ...moneySums()], { maxTimeMS: SCAN_MAX_MS })
    .toArray();
  if (!sums) return;
  await writable(dayMoney)
    .insertOne({ _id: day._id, until: day.until, ...sums })
    .catch((err: unknown) => {
      if (!isDuplicate(err)) throw err; // another process was first
    });
}
