/** A follower of another record's changes: who follows now, and how far. */
import { date, optionalText, quantity, recordSchema, text } from './schema';

export interface FollowerDocument {
  /** What it keeps. */
  _id: string;
  /** The one process that follows; every other one waits for the end of its lease. */
  holder: string;
  leaseUntil: Date;
  /** Counts the holders. */
  fence: number;
  /** Where to go on: a resume token of MongoDB's; null before the first time. */
  token: string | null;
}

export const followerSchema = recordSchema<FollowerDocument>('followers', {
  _id: text,
  holder: text,
  leaseUntil: date,
  fence: quantity,
  token: optionalText,
});
