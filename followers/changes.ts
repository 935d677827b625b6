/** What the followers of MongoDB's changes share: where a stream begins, and how long it may take. */
import type { mongo } from 'mongoose';
import { StreamEnded, nextOf } from '../records/mongodb/change-stream';
import type { Lease } from './lease';

/** Part of a lease that MongoDB may hold its answer back while nothing changes. */
const AWAIT_PART = 1 / 3;
/** A read that takes longer than this extends its lease: more than a wait in which nothing changes. */
const EXTENDED_EVERY_LEASES = 1 / 2;
/**
 * MongoDB reads all that any process wrote since the stored position before it answers: some 70,000
 * writes a second. A relay that was away for a day of writes takes minutes.
 */
const READ_MAX_MS = 3_600_000;
/** MongoDB no longer has the position, or never had it (after a restore). */
const HISTORY_LOST: ReadonlySet<unknown> = new Set([260, 280, 286]);

/** @param token of the position after which the stream begins; null: now */
export function streamOptions(token: string | null, leaseMs: number): mongo.ChangeStreamOptions {
  return {
    maxAwaitTimeMS: Math.floor(leaseMs * AWAIT_PART),
    ...(token === null ? {} : { resumeAfter: { _data: token } }),
  };
}

/**
 * The next change; null when there was none for a while. The lease stays held however far behind the
 * stream is: without it the follower would begin at the same position again, without an end.
 */
export function nextChange<Change>(
  stream: { tryNext(): Promise<Change | null> },
  lease: Lease,
): Promise<Change | null> {
  return lease.during(() => nextOf(stream), {
    everyLeases: EXTENDED_EVERY_LEASES,
    limitMs: READ_MAX_MS,
  });
}

/** The position after the last change that was read; undefined before MongoDB's first answer. */
export function positionOf(stream: { readonly resumeToken: unknown }): string | undefined {
  return (stream.resumeToken as { _data?: string } | undefined)?._data;
}

/** The position is worth nothing: the follower begins at the present. */
export function isHistoryLost(err: unknown): boolean {
  if (err instanceof StreamEnded) return true;
  return HISTORY_LOST.has((err as { code?: unknown }).code);
}
