/** Times in which no seller is judged. */
import type { mongo } from 'mongoose';
import { asDouble } from '../collections';
import type { JudgingPauseDocument } from '../judging-pause';

type Pauses = mongo.Collection<JudgingPauseDocument>;

const SELLERS_NAMED = 20;
const PAUSES_READ = 1_000;

export interface SeenPause {
  readonly noticedAtMs: number;
  readonly startedAtMs: number;
  readonly endsAtMs: number;
  readonly failing: number;
  readonly asked: number;
  readonly sellerId: string;
}

/** Begins a pause, or lengthens the one that goes on. @returns whether it was not known before */
export async function notePause(pauses: Pauses, seen: SeenPause): Promise<boolean> {
  const { noticedAtMs, startedAtMs, endsAtMs, failing, asked, sellerId } = seen;
  const id = String(noticedAtMs);
  const result = await pauses.updateOne(
    { _id: id },
    {
      $setOnInsert: { startedAt: new Date(startedAtMs) },
      $max: { endsAt: new Date(endsAtMs) },
      $set: { failing: asDouble(failing), asked: asDouble(asked) },
      $addToSet: { sellerIds: sellerId },
    },
    { upsert: true },
  );
  await pauses.updateOne(
    { _id: id, [`sellerIds.${SELLERS_NAMED}`]: { $exists: true } },
    { $pop: { sellerIds: 1 } },
  );
  return result.upsertedCount === 1;
}

/** The pause that goes on now. */
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

/** Pauses that ended behind a time. */
export function pausesSince(pauses: Pauses, since: Date): Promise<JudgingPauseDocument[]> {
  return pauses
    .find({ endsAt: { $gt: since } })
    .sort({ endsAt: -1 })
    .limit(PAUSES_READ)
    .toArray();
}
