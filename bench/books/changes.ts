/** Changes of a book at a fixed rate: reservations that are returned at once. */
import { setTimeout as delay } from 'node:timers/promises';
import type { BookId } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import { newId } from '../engine/market';

const TOKENS = 300;

/** Each reservation and each release is one change. */
export async function changeBook(
  books: OrderBooks,
  book: BookId,
  perSecond: number,
  seconds: number,
): Promise<void> {
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    const fillId = newId();
    const { status } = await books.reserve({
      book,
      fillId,
      region: null,
      sellerId: null,
      excludedSellerIds: [],
      quantityMinTokens: TOKENS,
      quantityMaxTokens: TOKENS,
      limitPriceScale8: 1_000_000_000n,
    });
    if (status !== 'reserved') throw new Error(`reserve answered ${status}`);
    await delay(1_000 / perSecond);
    await books.release({ book, fillId, quantityTokens: TOKENS });
    await delay(1_000 / perSecond);
  }
}
