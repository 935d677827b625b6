/**
 * A look at many books at once: one call extends their leases and tells how each book stands, so
 * that a book in which nothing happens needs nothing else.
 */
import type { BookId } from '../../domain/instruments';
import { type EngineFunctions, integerAt } from '../../engine/functions';
import { unpackEvent } from '../../engine/layouts';
import type { HeldLease } from '../lease';
import { cursorAt, type JournalCursor } from './follower';

/** One call occupies Redis for about ten microseconds a book. */
const BOOKS_PER_CALL = 100;

export interface BookLook {
  /** Null while another relay holds the book's lease. */
  readonly lease: HeldLease | null;
  /** The newest event; null when the book is unavailable, or has unfinished work. */
  readonly newest: JournalCursor | null;
  /** Regions and pins whose index had an order then; -1 without the owners of sellers; 0 without an event. */
  readonly indexes: number;
  /** Why Redis refuses the look at this book alone; then nothing else is known. */
  readonly refusal?: Error;
}

const UNKNOWN = { lease: null, newest: null, indexes: 0 } as const;

/** In the order of the books. */
export async function lookAt(
  functions: EngineFunctions,
  books: readonly BookId[],
  holder: string,
  leaseMs: number,
): Promise<BookLook[]> {
  const looks: BookLook[] = [];
  for (let at = 0; at < books.length; at += BOOKS_PER_CALL) {
    const group = books.slice(at, at + BOOKS_PER_CALL);
    const answers = await functions.callAll<'held' | 'taken'>('lease_hold_all', group, [
      holder,
      leaseMs,
    ]);
    for (const answer of answers) {
      if (answer instanceof Error) looks.push({ ...UNKNOWN, refusal: answer });
      else if (answer.status === 'taken') looks.push(UNKNOWN);
      else {
        const lease = { fence: integerAt(answer, 0), nowMs: integerAt(answer, 1) };
        const newest = newestOf(answer.values.slice(2));
        looks.push({ lease, newest, indexes: newest ? integerAt(answer, 5) : 0 });
      }
    }
  }
  return looks;
}

function newestOf([epochField, id, entry]: readonly Buffer[]): JournalCursor | null {
  if (!epochField || !id || !entry || entry.length === 0) return null;
  if (epochField.toString().endsWith(' busy')) return null;
  return cursorAt(unpackEvent(id.toString(), entry));
}
