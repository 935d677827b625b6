/** Periods in which no seller is judged. */
import type { JudgingPauseDocument } from '../judging-pause';
import type { ReadCollection } from '../read-collection';

type Pauses = ReadCollection<JudgingPauseDocument>;

const PAUSES_READ = 1_000;

/** The current pause. */
export function currentPause(
  pauses: Pauses,
  now = new Date(),
): Promise<JudgingPauseDocument | null> {
  return pauses.findOne({ endsAt: { $gt: now } }, { sort: { endsAt: -1 } });
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
