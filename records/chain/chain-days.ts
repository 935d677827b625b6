/**
 * Chains closed days, oldest first: each gets a digest of its journals and of the day before it.
 * Repetition, by several processes at once too, computes the same digests, because nothing of a
 * closed day changes. It starts at the oldest closed day, whichever release closed it.
 */
import type { Records } from '../connect';
import { writable } from '../mongodb/writable';
import { type DigestSources, digestDay } from './digest-day';

type Sources = DigestSources & Pick<Records, 'closedDays'>;

/** Days with a digest. */
export const CHAINED = { 'chain.digest': { $gt: '' } } as const;

export interface ChainedDay {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly digest: string;
}

/**
 * @param runMs begins no day after this time
 * @returns the days that it chained
 */
export async function chainDays(sources: Sources, runMs = Infinity): Promise<ChainedDay[]> {
  const { closedDays } = sources;
  const endsMs = performance.now() + runMs;
  const chained: ChainedDay[] = [];
  while (performance.now() < endsMs) {
    const last = await closedDays.find(CHAINED).sort({ _id: -1 }).limit(1).next();
    const behind = closedDays.find(last ? { _id: { $gt: last._id } } : {}).sort({ _id: 1 });
    const day = await behind.limit(1).next();
    if (!day) break;
    const digest = await digestDay(sources, day, last);
    const unchained = { _id: day._id, chain: null } as never;
    const $set = { chain: { digest } };
    const { modifiedCount } = await writable(closedDays).updateOne(unchained, { $set });
    if (modifiedCount === 1) chained.push({ day: day._id, digest }); // else another process was first
  }
  return chained;
}
