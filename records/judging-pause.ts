/**
 * A time in which unrelated sellers failed together, so that the cause is taken to be ours: nobody
 * was judged, and no failure in it counts, also not later.
 */
import { date, quantity, recordSchema, text } from './schema';

export interface JudgingPauseDocument {
  /** When it was noticed, in milliseconds since the Unix epoch. */
  _id: string;
  /** Failures before it was noticed belong to it. */
  startedAt: Date;
  /** In the future as long as sellers go on failing together. */
  endsAt: Date;
  /** Sellers that had failed and those that had been asked, unrelated ones, when it was seen last. */
  failing: number;
  asked: number;
  /** Sellers that failed, the first ones. */
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
