/** Whether another seller could serve an order. */
import type { ChatOrder } from '../../domain/chat';
import type { BookId } from '../../domain/instruments';
import type { ExchangeDeps } from '../deps';

/**
 * False when no other seller offers enough at the order's ceiling: the order ends without starting
 * a workflow. True when unknown, for example during a rebuild of the book.
 */
export async function hasOtherSeller(
  { books, isEpochCurrent }: Pick<ExchangeDeps, 'books' | 'isEpochCurrent'>,
  order: ChatOrder,
  askedSellerIds: readonly string[],
): Promise<boolean> {
  if (order.sellerId !== null) return false; // pinned to one
  const book: BookId = { modelId: order.modelId, tenor: 'spot' };
  const found = await books
    .best({
      book,
      region: order.region,
      sellerId: null,
      excludedSellerIds: [...order.excludedSellerIds, ...askedSellerIds],
      onlySellerIds: order.onlySellerIds,
      quantityMinTokens: order.quantityMinTokens,
    })
    .catch(() => null);
  if (!found) return true;
  if (found.ask && found.ask.priceScale8 <= BigInt(order.ceilingScale8)) return true;
  return !(await isEpochCurrent(book, found.epoch).catch(() => false));
}
