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

/** Up to this number are asked one after the other; of more, the first that can serve is looked for. */
const FEW = 4;

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
  const ordered = orderedSellerIds.filter(mayServe);
  const from = ordered.length > FEW ? await firstOffering(book, request, ordered) : 0;
  for (const sellerId of ordered.slice(from)) {
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

/** The place of the first of them with an offer within the ceiling, after a few reads of the book. */
async function firstOffering(
  { books }: Book,
  request: ReserveRequest,
  sellerIds: readonly string[],
): Promise<number> {
  const offers = async (to: number) => {
    const found = await books.best({ ...request, onlySellerIds: sellerIds.slice(0, to) });
    // Without a book the reservation itself fails as it should.
    return !found || (found.ask?.priceScale8 ?? Infinity) <= request.limitPriceScale8;
  };
  let [none, some] = [0, sellerIds.length];
  if (!(await offers(some))) return some;
  while (some - none > 1) {
    const middle = Math.floor((none + some) / 2);
    if (await offers(middle)) some = middle;
    else none = middle;
  }
  return none;
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
