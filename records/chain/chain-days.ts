/**
 * Chains closed days, oldest first: each gets a digest of its journals and of the day before it.
 * Repetition, by several processes at once too, computes the same digests, because nothing of a
 * closed day changes. It starts at the oldest closed day, whichever release closed it.
 */
import { createHash } from 'node:crypto';
import type { ClosedDayDocument, DayChain } from '../documents/closed-day';
import type { Records } from '../connect';
import { writable } from '../mongodb/writable';
import { journalText } from './canonical';
import { digestClosings, digestDay } from './digest-day';
import { type JournalSources, journalsOfDay } from './journals-of-day';

type Sources = JournalSources & Pick<Records, 'closedDays' | 'closings'>;

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
  const endsMs = performance.now() + runMs;
  const chained: ChainedDay[] = [];
  let last = await newestChainedDay(sources);
  while (performance.now() < endsMs) {
    const next = await sources.closedDays
      .find(last ? { _id: { $gt: last._id } } : {})
      .sort({ _id: 1 })
      .limit(1)
      .next();
    if (!next) break;
    const chain = await chainOf(sources, next, last);
    const isWritten = await keep(sources, next, chain);
    if (isWritten) chained.push({ day: next._id, digest: chain.digest });
    last = isWritten ? { ...next, chain } : await newestChainedDay(sources);
  }
  return chained;
}

async function newestChainedDay({ closedDays }: Sources): Promise<ClosedDayDocument | null> {
  return closedDays
    .find({ 'chain.digest': { $gt: '' } })
    .sort({ _id: -1 })
    .limit(1)
    .next();
}

async function chainOf(
  sources: Sources,
  day: ClosedDayDocument,
  last: ClosedDayDocument | null,
): Promise<DayChain> {
  const hash = createHash('sha256');
  for await (const page of journalsOfDay(sources, day)) {
    for (const journal of page) hash.update(`${journalText(journal)}\n`);
  }
  const parts = {
    previous: last?.chain ? { day: last._id, digest: last.chain.digest } : null,
    journals: hash.digest('hex'),
    closings: await digestClosings(sources, day._id),
  };
  return { ...parts, digest: digestDay(day, parts) };
}

/** @returns whether no other process was first */
async function keep(
  { closedDays }: Sources,
  { _id }: ClosedDayDocument,
  chain: DayChain,
): Promise<boolean> {
  const filter = { _id, chain: null } as never;
  const { modifiedCount } = await writable(closedDays).updateOne(filter, { $set: { chain } });
  return modifiedCount === 1;
}
