import { asDouble } from '../../records/collections';
import type { ReadCollection } from '../../records/read-collection';
import type { JudgingPauseDocument } from '../../records/judging-pause';
import { writable } from '../../records/writable';

const SELLERS_NAMED = 20;

export interface SeenPause {
  readonly noticedAtMs: number;
  readonly startedAtMs: number;
  readonly endsAtMs: number;
  readonly failing: number;
  readonly asked: number;
  readonly sellerId: string;
}

/**
 * Starts a pause or extends the current one.
 * @returns whether it is new
 */
export async function notePause(
  pauses: ReadCollection<JudgingPauseDocument>,
  seen: SeenPause,
): Promise<boolean> {
  const { noticedAtMs, startedAtMs, endsAtMs, failing, asked, sellerId } = seen;
  const id = String(noticedAtMs);
  const result = await writable(pauses).updateOne(
    { _id: id },
    {
      $setOnInsert: { startedAt: new Date(startedAtMs) },
      $max: { endsAt: new Date(endsAtMs) },
      $set: { failing: asDouble(failing), asked: asDouble(asked) },
      $addToSet: { sellerIds: sellerId },
    },
    { upsert: true },
  );
  await writable(pauses).updateOne(
    { _id: id, [`sellerIds.${SELLERS_NAMED}`]: { $exists: true } },
    { $pop: { sellerIds: 1 } },
  );
  return result.upsertedCount === 1;
}
