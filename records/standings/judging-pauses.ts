/** Periods in which no seller is judged. */
import type { JudgingPauseDocument } from '../judging-pause';
import type { ReadCollection } from '../read-collection';

type Pauses = ReadCollection<JudgingPauseDocument>;

const PAUSES_READ = 1_000;

/** The current pause, by MongoDB's clock. */
export async function currentPause(pauses: Pauses): Promise<JudgingPauseDocument | null> {
  const [current] = await pauses
    .aggregate<JudgingPauseDocument>([
      { $sort: { endsAt: -1 } },
      { $limit: 1 },
      { $match: { $expr: { $gt: ['$endsAt', '$$NOW'] } } },
    ])
    .toArray();
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
