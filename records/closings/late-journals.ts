/**
 * No journal enters a closed day: the ledger refuses to write one whose `createdAt` is old, and
 * MongoDB aborts a transaction that lasts longer than `transactionLifetimeLimitSeconds` (60 s).
 * What is left of the delay is for clocks that differ.
 */
import type { mongo } from 'mongoose';
import type { JournalDocument } from '../journal';

/** A day is closed this long after its end. */
export const CLOSING_DELAY_MS = 60 * 60_000;
/** Older journals are planned again, with the time of then. */
export const JOURNAL_AGE_MAX_MS = 10 * 60_000;

/** Checked inside of a transaction that has begun at the server. */
export function isLateJournal(
  write: mongo.AnyBulkWriteOperation<JournalDocument>,
  nowMs: number,
): boolean {
  if (!('insertOne' in write)) return false;
  const { createdAt } = write.insertOne.document;
  return nowMs - createdAt.getTime() > JOURNAL_AGE_MAX_MS;
}
