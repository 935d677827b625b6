/**
 * A settled answer, encrypted with the order id as its context: returned again under the same
 * Idempotency-Key.
 */
import type { mongo } from 'mongoose';
import { bytes, date, flag, recordSchema, text } from '../mongodb/schema';
import { DURABLE } from '../mongodb/durable';
import { IS_KEPT } from '../mongodb/kept';
import type { ReadCollection } from '../mongodb/read-collection';

export interface AnswerDocument {
  /** Order id. */
  _id: string;
  accountId: string;
  streamed: boolean;
  sealed: mongo.Binary;
  expiresAt: Date;
}

export const answerSchema = recordSchema<AnswerDocument>('answers', {
  _id: text,
  accountId: text,
  streamed: flag,
  sealed: bytes as never,
  expiresAt: date,
}).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** @returns the encrypted bytes; null when none are stored (any more) */
export async function findAnswer(
  answers: ReadCollection<AnswerDocument>,
  orderId: string,
): Promise<Uint8Array | null> {
  const query = { _id: orderId, ...IS_KEPT };
  const answer = await answers.findOne(query, DURABLE);
  return answer ? answer.sealed.buffer : null;
}
