/**
 * Withdraws asks from the market. MongoDB first: afterwards no bid can match the ask, whatever the
 * book contains; the book is only notified.
 */
import { type BookId } from '../../domain/instruments';
import type { AskDocument } from '../documents/ask';
import type { Records } from '../connect';
import type { CancelResult } from '../ledger/asks';
import { writableLedger } from '../mongodb/writable';

/** The order book operations that a withdrawal needs. */
export interface BookIndex {
  cancel(order: { readonly book: BookId; readonly id: string }): Promise<unknown>;
}

/**
 * @param onBookAway called when the book is unavailable; the book follows when it next finds the
 *   ask
 */
export async function withdrawAsk(
  { ledger }: Pick<Records, 'ledger'>,
  books: BookIndex,
  ask: Pick<AskDocument, '_id' | 'sellerId' | 'modelId' | 'tenor'>,
  onBookAway: (err: Error, askId: string) => void = () => undefined,
): Promise<CancelResult> {
  const { _id: id, sellerId, modelId, tenor } = ask;
  const result = await writableLedger(ledger).cancelAsk(id, sellerId);
  await books.cancel({ book: { modelId, tenor }, id }).catch((err: Error) => onBookAway(err, id));
  return result;
}

/** Asks that one write withdraws. */
const ASKS_PER_WRITE = 1_000;
/** The newest asks that the books are notified of. */
const ASKS_TOLD = 20_000;
/** Concurrent calls to the books. */
const CALLS_AT_ONCE = 16;

type Withdrawn = Pick<AskDocument, '_id' | 'modelId' | 'tenor'>;

/**
 * Withdraws all asks of a seller (STANDING-3) in a few writes, however many there are; then
 * notifies the books. A repetition finishes an interrupted withdrawal and its notifications.
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
 * Withdraws the asks in MongoDB only: afterwards no bid can match them.
 * @param writesMax leaves the rest when there are more asks than this many writes cover
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
    await writableLedger(ledger).asks.cancelMany(active.map(({ _id }) => _id));
  }
}
