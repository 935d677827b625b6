/**
 * A period in which unrelated sellers began to fail together, so that the exchange is assumed to be the
 * cause: no seller is judged in it, and no failure in it ever counts.
 */
import { date, quantity, recordSchema, text } from '../mongodb/schema';

export interface JudgingPauseDocument {
  /** When it was detected, in milliseconds since the Unix epoch. */
  _id: string;
  /** The start of the period, which includes failures before the detection. */
  startedAt: Date;
  /** Half a minute after the last beginning; later while others begin to fail. */
  endsAt: Date;
  /** Unrelated sellers that began to fail, and that had answered, at the latest observation. */
  failing: number;
  asked: number;
  /** The first sellers that failed. */
  sellerIds: string[];
}

export const judgingPauseSchema = recordSchema<JudgingPauseDocument>('judgingpauses', {
  _id: text,
  startedAt: date,
  endsAt: date,
  failing: quantity,
  asked: quantity,
  sellerIds: [String],
}).index({ endsAt: -1 });
