/**
 * Reserves capacity for an account that can pay for it. The book knows no money: what the account has
 * comes in as the limit of the price, so that an ask is reserved by nobody who cannot hold its cost.
 */
import type { OrderBooks, ReserveRequest, ReserveResult } from '../../engine/book';

export type AffordableReservation =
  ReserveResult | { readonly status: 'insufficient_balance'; readonly epoch: number };

/**
 * A bid that is content with less reserves no more than the account can pay for.
 * @param spendable the largest price x quantity that the account can pay for (domain/money.ts)
 * @returns `insufficient_balance` when the best ask is within the limit, and even the least of it is too dear
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
    // Fewer tokens than before, each time: the best ask is dearer than what all of them may cost.
    const affordableTokens = spendable / reserved.bestPriceScale8;
    if (affordableTokens < BigInt(request.quantityMinTokens)) {
      return { status: 'insufficient_balance', epoch: reserved.epoch };
    }
    quantityMaxTokens = Number(affordableTokens);
  }
}
