/** Reading a book's journal: the stream of its changes, in versions without a gap. */
import { bookName, type BookId } from '../domain/instruments';
import type { RedisClient } from './connect-redis';
import { epochKeys } from './keys';
import { unpackEvent, type BookEvent } from './layouts';

export interface JournalPosition {
  readonly epoch: number;
  /** 0 is the opening of the epoch. */
  readonly version: number;
}

/** The newest events of an epoch, newest first, at most `count`. */
export async function readNewest(
  redis: RedisClient,
  book: BookId,
  epoch: number,
  count: number,
): Promise<BookEvent[]> {
  const { events } = epochKeys(book, epoch);
  const entries = await redis.xrevrangeBuffer(events, '+', '-', 'COUNT', count);
  return entries.map((entry) => eventOf(book, entry));
}

/**
 * The events after a position, oldest first, at most `count`. The first event's version shows
 * whether the journal still reaches back to the position.
 */
export async function readJournal(
  redis: RedisClient,
  book: BookId,
  { epoch, version }: JournalPosition,
  count: number,
): Promise<BookEvent[]> {
  const { events } = epochKeys(book, epoch);
  const from = `${epoch}-${version + 1}`;
  const entries = await redis.xrangeBuffer(events, from, '+', 'COUNT', count);
  return entries.map((entry) => eventOf(book, entry));
}

function eventOf(book: BookId, [id, [, entry]]: [Buffer, Buffer[]]): BookEvent {
  if (!entry) throw new Error(`The journal of ${bookName(book)} has an entry without its field.`);
  return unpackEvent(id.toString(), entry);
}
