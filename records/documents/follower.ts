/** A follower of changes: its current holder, and its position. */
import {
  date,
  optionalDate,
  optionalQuantity,
  optionalText,
  quantity,
  recordSchema,
  text,
} from '../mongodb/schema';

export interface FollowerDocument {
  /** Name of the follower. */
  _id: string;
  /** The process that follows; every other one waits for the end of its lease. */
  holder: string;
  leaseUntil: Date;
  /** Counts the holders. */
  fence: number;
  /** The resume position: a resume token of MongoDB; null before it started. */
  token: string | null;
  /** When it was stored, by MongoDB's clock; absent or null before that. */
  reachedAt?: Date | null;
  /** Of a round of checks: what lacked its workflow in the last one, and in this one so far. */
  missing?: number | null;
  counted?: number | null;
  /** Of the upkeep: when it ran last, and the workflows whose tasks failed then. */
  ranAt?: Date | null;
  failing?: number | null;
}

export const followerSchema = recordSchema<FollowerDocument>('followers', {
  _id: text,
  holder: text,
  leaseUntil: date,
  fence: quantity,
  token: optionalText,
  reachedAt: optionalDate,
  missing: optionalQuantity,
  counted: optionalQuantity,
  ranAt: optionalDate,
  failing: optionalQuantity,
});
