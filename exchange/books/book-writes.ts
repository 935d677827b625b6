/**
 * What happened in a book, as the records keep it: the place of an ask, its expiry, and reservations
 * that became no fill. The records decide; repetition changes nothing more.
 */
import type { BookId } from '../../domain/instruments';
import type { Records } from '../../records/connect';
import { writableLedger } from '../../records/mongodb/writable';

type LedgerOf = Pick<Records, 'ledger'>;

/** A reservation of a book, of one of its epochs. */
interface BookFill {
  readonly book: BookId;
  readonly fillId: string;
  readonly askId: string;
  readonly epoch: number;
}

/**
 * Writes the tombstone of a reservation that shall never become a fill.
 * @returns false when it has become one meanwhile, in its epoch
 */
export async function abandonReservation(
  { ledger }: LedgerOf,
  { book, fillId, askId, epoch }: BookFill,
): Promise<boolean> {
  const result = await writableLedger(ledger).abandonFill({ fillId, askId, book });
  return result.status === 'abandoned' || result.fill.epoch !== epoch;
}

/** Asks that are still active after their time expire. */
export async function expireAsks({ ledger }: LedgerOf, askIds: readonly string[]): Promise<void> {
  await Promise.all(askIds.map((askId) => writableLedger(ledger).expireAsk(askId)));
}

/** @returns false when the ask is no longer active and must leave the book */
export function recordPlace(
  { ledger }: LedgerOf,
  askId: string,
  { sequence, epoch }: { readonly sequence: number; readonly epoch: number },
): Promise<boolean> {
  return writableLedger(ledger).asks.placed(askId, sequence, epoch);
}
