/**
 * Follows a book's journal with a cursor in the follower's own store.
 *
 * The cursor contains the last event itself, not only its version: a Redis that lost its last
 * second may have assigned the same versions to other events.
 */
import type { BookId } from '../../domain/instruments';
import type { RedisClient } from '../../engine/connect-redis';
import { readJournal } from '../../engine/journal';
import { idOf, type BookEvent } from '../../engine/layouts';

export interface JournalCursor {
  readonly epoch: number;
  /** The last processed version; -1 before the first one. */
  readonly version: number;
  /** Fingerprint of that event; empty before the first one. */
  readonly mark: string;
}

export function startOf(epoch: number): JournalCursor {
  return { epoch, version: -1, mark: '' };
}

export function cursorAt(event: BookEvent): JournalCursor {
  const { epoch, version, kind, atMs, fillId, order } = event;
  return { epoch, version, mark: [kind, atMs, fillId ?? (order ? idOf(order) : '')].join(' ') };
}

export function isSamePlace(a: JournalCursor, b: JournalCursor): boolean {
  return a.epoch === b.epoch && a.version === b.version && a.mark === b.mark;
}

/** Whether two followers have read different journals: another event at one version. */
export function areAtOdds(a: JournalCursor, b: JournalCursor): boolean {
  const areKnown = a.mark !== '' && b.mark !== '';
  return a.epoch === b.epoch && a.version === b.version && areKnown && a.mark !== b.mark;
}

/**
 * The next events, oldest first, at most `count`; null when the journal differs from the cursor's,
 * or no longer reaches back to it.
 */
export async function readBehind(
  redis: RedisClient,
  book: BookId,
  cursor: JournalCursor,
  count: number,
): Promise<BookEvent[] | null> {
  const isStart = cursor.version === -1;
  const from = { epoch: cursor.epoch, version: isStart ? -1 : cursor.version - 1 };
  const events = await readJournal(redis, book, from, count + 1);
  const first = events[0];
  if (!first || first.version !== from.version + 1) return null;
  if (isStart) return events.slice(0, count);
  return cursorAt(first).mark === cursor.mark ? events.slice(1) : null;
}
