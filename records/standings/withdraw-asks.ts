/**
 * Takes asks off the market. MongoDB first: from then on no bid can have the ask, whatever the book
 * still says; the book is only told.
 */
import { type BookId } from '../../domain/instruments';
import type { AskDocument } from '../ask';
import type { Records } from '../connect';
import type { CancelResult } from '../ledger/asks';

/** Of the order books, what a withdrawal needs. */
export interface BookIndex {
  cancel(order: { readonly book: BookId; readonly id: string }): Promise<unknown>;
}

/** @param onBookAway told when the book could not be; it follows when it next meets the ask */
export async function withdrawAsk(
  { ledger }: Pick<Records, 'ledger'>,
  books: BookIndex,
  ask: Pick<AskDocument, '_id' | 'sellerId' | 'modelId' | 'tenor'>,
  onBookAway: (err: Error, askId: string) => void = () => undefined,
): Promise<CancelResult> {
  const { _id: id, sellerId, modelId, tenor } = ask;
  const result = await ledger.cancelAsk(id, sellerId);
  await books.cancel({ book: { modelId, tenor }, id }).catch((err: Error) => onBookAway(err, id));
  return result;
}

/** Asks that one write withdraws. */
const ASKS_PER_WRITE = 1_000;
/** Newest asks of which the books are told. */
const ASKS_TOLD = 20_000;
/** Calls to the books at a time. */
const CALLS_AT_ONCE = 16;

type Withdrawn = Pick<AskDocument, '_id' | 'modelId' | 'tenor'>;

/**
 * All asks of a seller (STANDING-3): out of the market in a few writes, however many
 * they are; then the books are told. Done again, it finishes what was cut short, also the telling.
 */
export async function withdrawAsks(
  records: Pick<Records, 'asks' | 'ledger'>,
  books: BookIndex,
  sellerId: string,
): Promise<void> {
  await endAsks(records, sellerId);
  const withdrawn = await records.asks
    .find({ sellerId, status: 'cancelled', expiresAt: { $gt: new Date() } })
    .sort({ _id: -1 })
    .limit(ASKS_TOLD)
    .project<Withdrawn>({ modelId: 1, tenor: 1 })
    .toArray();
  const waiting = withdrawn.values();
  const tell = async () => {
    for (const { _id: id, modelId, tenor } of waiting) {
      await books.cancel({ book: { modelId, tenor }, id }).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, tell));
}

/**
 * In MongoDB alone: from then on no bid can have them.
 * @param writesMax leaves the rest, when there are more asks than so many writes end
 */
export async function endAsks(
  { asks, ledger }: Pick<Records, 'asks' | 'ledger'>,
  sellerId: string,
  writesMax = Infinity,
): Promise<void> {
  for (let writes = 0; writes < writesMax; writes += 1) {
    const active = await asks
      .find({ sellerId, status: 'active' }, { limit: ASKS_PER_WRITE })
      .project<Pick<AskDocument, '_id'>>({ _id: 1 })
      .toArray();
    if (active.length === 0) return;
    await ledger.asks.cancelMany(active.map(({ _id }) => _id));
  }
}
