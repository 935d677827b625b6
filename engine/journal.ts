/** Reading a book's journal: the stream of its changes, in versions without a gap. */
import { bookName, type BookId } from '../domain/instruments';
import type { RedisClient } from './connect-redis';
import { epochKeys } from './keys';
import { unpackEvent, type BookEvent } from './layouts';

const NEWEST_PER_PAGE = 100;

export interface JournalPosition {
  readonly epoch: number;
  /** 0 is the opening of the epoch. */
  readonly version: number;
}

/** The events of an epoch, newest first, at most `count`; read in pages, as far as they are wanted. */
export async function* readNewest(
  redis: RedisClient,
  book: BookId,
  epoch: number,
  count: number,
): AsyncGenerator<BookEvent, void> {
  const { events } = epochKeys(book, epoch);
  let before = '+';
  for (let left = count; left > 0;) {
    const size = Math.min(left, NEWEST_PER_PAGE);
    const entries = await redis.xrevrangeBuffer(events, before, '-', 'COUNT', size);
    for (const entry of entries) yield eventOf(book, entry);
    const oldest = entries.at(-1);
    if (entries.length < size || !oldest) return;
    before = `(${oldest[0].toString()}`;
    left -= size;
  }
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
