/**
 * Reserves from the sellers that a bid prefers, and then from the first of all that may serve it. Those
 * that the buyer has ordered serve at the ceiling of the bid, whatever others ask (MATCH-17); the one that
 * served its session last at no worse price than the others, or hardly (MATCH-18).
 */
import type { ChatOrder } from '../../domain/chat';
import type { OrderBooks, ReserveRequest } from '../../engine/book';
import type { AffordableReservation } from './affordable-reservation';

/** Then the next seller is asked. */
const PASSED_OVER: readonly AffordableReservation['status'][] = [
  'no_match',
  'above_limit',
  'insufficient_balance',
];

interface Preferring extends ReserveRequest {
  readonly orderedSellerIds: ChatOrder['orderedSellerIds'] | undefined;
  readonly lastSellerId: ChatOrder['lastSellerId'] | undefined;
}

interface Book {
  readonly books: Pick<OrderBooks, 'best'>;
  readonly stickPercent: number;
}

export async function reservePreferred(
  book: Book,
  { orderedSellerIds = [], lastSellerId, ...request }: Preferring,
  reserve: (request: ReserveRequest) => Promise<AffordableReservation>,
): Promise<AffordableReservation> {
  const reserveFrom = async (sellerId: string, limitPriceScale8: bigint) => {
    const answer = await reserve({ ...request, sellerId, limitPriceScale8 });
    return PASSED_OVER.includes(answer.status) ? null : answer;
  };
  const { sellerId: pin, excludedSellerIds, onlySellerIds } = request;
  const mayServe = (id: string) =>
    pin === null && !excludedSellerIds.includes(id) && (onlySellerIds?.includes(id) ?? true);
  for (const sellerId of orderedSellerIds.filter(mayServe)) {
    const answer = await reserveFrom(sellerId, request.limitPriceScale8);
    if (answer) return answer;
  }
  if (lastSellerId !== undefined && mayServe(lastSellerId)) {
    const limitScale8 = await stickyLimit(book, request);
    const answer = limitScale8 === null ? null : await reserveFrom(lastSellerId, limitScale8);
    if (answer) return answer;
  }
  return reserve(request);
}

/** The best price, and what the instrument allows above it; never more than the ceiling. */
async function stickyLimit(
  { books, stickPercent }: Book,
  request: ReserveRequest,
): Promise<bigint | null> {
  const ask = (await books.best(request))?.ask;
  if (!ask) return null;
  const limitScale8 = (ask.priceScale8 * BigInt(100 + stickPercent)) / 100n;
  return limitScale8 < request.limitPriceScale8 ? limitScale8 : request.limitPriceScale8;
}
