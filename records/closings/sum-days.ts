/**
 * What each closed day moved, oldest first: the journals of a closed day never change, so a
 * repetition writes the same.
 */
import type { PastSources } from '../archive/past';
import type { Records } from '../connect';
import type { DaySums } from '../documents/day-money';
import { SCAN_MAX_MS } from '../mongodb/read-limits';
import { writable } from '../mongodb/writable';
import { moneySums, ofDay } from './day-sums';

type Sources = PastSources & Pick<Records, 'closedDays' | 'dayMoney'>;

const DUPLICATE_KEY = 11_000;

/** @returns the number of days */
export async function sumDays(
  { closedDays, dayMoney, journals }: Sources,
  daysMax: number,
): Promise<number> {
  const last = await dayMoney.find({}).sort({ _id: -1 }).limit(1).next();
  const days = await closedDays
    .find(last ? { _id: { $gt: last._id } } : {})
    .sort({ _id: 1 })
    .limit(daysMax)
    .toArray();
  for (const day of days) {
    const [sums] = await journals
      .aggregate<DaySums>([...ofDay(day), ...moneySums()], { maxTimeMS: SCAN_MAX_MS })
      .toArray();
    if (!sums) continue;
    await writable(dayMoney)
      .insertOne({ _id: day._id, until: day.until, ...sums })
      .catch((err: { readonly code?: number }) => {
        if (err.code !== DUPLICATE_KEY) throw err; // another process was first
      });
  }
  return days.length;
}
