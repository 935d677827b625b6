/**
 * Reserves capacity that the account can pay for. The book has no balances: the spendable amount
 * limits the price, so that no account reserves an ask whose cost it cannot hold.
 */
import { pinOf } from '../../domain/regions';
import type {
  OrderBooks,
  ReservedCapacity,
  ReserveRequest,
  ReserveResult,
} from '../../engine/book';

export type AffordableReservation =
  ReserveResult | { readonly status: 'insufficient_balance'; readonly epoch: number };

/**
 * A bid that accepts less reserves at most what the account can pay for.
 * @param spendable the largest price x quantity that the account can pay for (domain/money.ts)
 * @returns `insufficient_balance` when the best ask is within the limit but even its minimum
 *   quantity is unaffordable
 */
export async function reserveAffordable(
  books: Pick<OrderBooks, 'reserve' | 'invalidate'>,
  request: ReserveRequest,
  spendable: bigint,
): Promise<AffordableReservation> {
  let { quantityMaxTokens } = request;
  for (;;) {
    const affordableScale8 = spendable / BigInt(quantityMaxTokens);
    const isShort = affordableScale8 < request.limitPriceScale8;
    const limitPriceScale8 = isShort ? affordableScale8 : request.limitPriceScale8;
    const reserved = await books.reserve({ ...request, quantityMaxTokens, limitPriceScale8 });
    if (reserved.status === 'reserved' && !isAsked(request, reserved)) {
      await books.invalidate(request.book, reserved.epoch);
      return { status: 'unavailable' };
    }
    if (reserved.status !== 'above_limit' || reserved.bestPriceScale8 > request.limitPriceScale8) {
      return reserved;
    }
    // Decreases in each round: at the best ask's price the full quantity is unaffordable.
    const affordableTokens = spendable / reserved.bestPriceScale8;
    if (affordableTokens < BigInt(request.quantityMinTokens)) {
      return { status: 'insufficient_balance', epoch: reserved.epoch };
    }
    quantityMaxTokens = Number(affordableTokens);
  }
}

/** Whether the buyer has asked for these terms. The records only know whether the seller offers them. */
function isAsked(request: ReserveRequest, reserved: ReservedCapacity): boolean {
  const { sellerId, region, priceScale8, quantityTokens } = reserved;
  return (
    priceScale8 <= request.limitPriceScale8 &&
    quantityTokens >= request.quantityMinTokens &&
    quantityTokens <= request.quantityMaxTokens &&
    (pinOf(request.region) ?? region) === region &&
    (request.sellerId ?? sellerId) === sellerId &&
    (request.onlySellerIds?.includes(sellerId) ?? true) &&
    !request.excludedSellerIds.includes(sellerId)
  );
}
