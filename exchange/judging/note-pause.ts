import { asDouble } from '../../records/collections';
import type { ReadCollection } from '../../records/mongodb/read-collection';
import type { JudgingPauseDocument } from '../../records/documents/judging-pause';
import { writable } from '../../records/mongodb/writable';

const SELLERS_NAMED = 20;

export interface SeenPause {
  /** One of each pause. */
  readonly id: string;
  /** How far back failures belong to it. */
  readonly windowMs: number;
  /** How long it lasts from now. */
  readonly lastsMs: number;
  readonly failing: number;
  readonly answering: number;
  readonly sellerIds: readonly string[];
}

/**
 * Starts a pause or extends the current one, by MongoDB's clock.
 * @returns whether it is new
 */
export async function notePause(
  pauses: ReadCollection<JudgingPauseDocument>,
  seen: SeenPause,
): Promise<boolean> {
  const { id, windowMs, lastsMs, failing, answering, sellerIds } = seen;
  const named = { $ifNull: ['$sellerIds', []] };
  const others = { $setDifference: [{ $literal: sellerIds }, named] };
  const change = {
    startedAt: { $ifNull: ['$startedAt', { $subtract: ['$$NOW', windowMs] }] },
    endsAt: { $max: ['$endsAt', { $add: ['$$NOW', lastsMs] }] },
    failing: asDouble(failing),
    asked: asDouble(answering),
    sellerIds: { $slice: [{ $concatArrays: [named, others] }, SELLERS_NAMED] },
  };
  const result = await writable(pauses).updateOne({ _id: id }, [{ $set: change }], {
    upsert: true,
  });
  return result.upsertedCount === 1;
}
