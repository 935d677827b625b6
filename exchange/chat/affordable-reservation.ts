/**
 * Reserves capacity that the account can pay for. The book has no balances: the spendable amount
 * limits the price, so that no account reserves an ask whose cost it cannot hold.
 */
import type { OrderBooks, ReserveRequest, ReserveResult } from '../../engine/book';

export type AffordableReservation =
  ReserveResult | { readonly status: 'insufficient_balance'; readonly epoch: number };

/**
 * A bid that accepts less reserves at most what the account can pay for.
 * @param spendable the largest price x quantity that the account can pay for (domain/money.ts)
 * @returns `insufficient_balance` when the best ask is within the limit but even its minimum
 *   quantity is unaffordable
 */
export async function reserveAffordable(
  books: Pick<OrderBooks, 'reserve'>,
  request: ReserveRequest,
  spendable: bigint,
): Promise<AffordableReservation> {
  let { quantityMaxTokens } = request;
  for (;;) {
    const affordableScale8 = spendable / BigInt(quantityMaxTokens);
    const isShort = affordableScale8 < request.limitPriceScale8;
    const limitPriceScale8 = isShort ? affordableScale8 : request.limitPriceScale8;
    const reserved = await books.reserve({ ...request, quantityMaxTokens, limitPriceScale8 });
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
