/** Periods in which no seller is judged. */
import type { mongo } from 'mongoose';
import type { JudgingPauseDocument } from '../documents/judging-pause';
import type { ReadCollection } from '../mongodb/read-collection';

type Pauses = ReadCollection<JudgingPauseDocument>;

const PAUSES_READ = 1_000;

/** The current pause, by MongoDB's clock. */
export async function currentPause(
  pauses: Pauses,
  within: { readonly session?: mongo.ClientSession } = {},
): Promise<JudgingPauseDocument | null> {
  const isCurrent = { $expr: { $gt: ['$endsAt', '$$NOW'] } };
  const newest = [{ $sort: { endsAt: -1 } }, { $limit: 1 }, { $match: isCurrent }];
  const [current] = await pauses.aggregate<JudgingPauseDocument>(newest, within).toArray();
  return current ?? null;
}

/** Newest first. */
export function newestPauses(pauses: Pauses, count: number): Promise<JudgingPauseDocument[]> {
  return pauses.find({}).sort({ endsAt: -1 }).limit(count).toArray();
}

/** Pauses that ended after a time. */
export function pausesSince(pauses: Pauses, since: Date): Promise<JudgingPauseDocument[]> {
  return pauses
    .find({ endsAt: { $gt: since } })
    .sort({ endsAt: -1 })
    .limit(PAUSES_READ)
    .toArray();
}
