/**
 * Takes capacity for an account that can pay for it. The book knows no money: what the account has
 * comes in as the limit of the price, so that an ask is reserved by nobody who cannot hold its cost.
 */
import type { OrderBooks, Take, TakeResult } from '../../engine/book';

export type AffordableTake =
  TakeResult | { readonly status: 'insufficient_balance'; readonly epoch: number };

/**
 * A bid that is content with less takes no more than the account can pay for.
 * @param spendable the largest price x quantity that the account can pay for (domain/money.ts)
 * @returns `insufficient_balance` when the best ask is within the limit, and even the least of it is too dear
 */
export async function affordableTake(
  books: Pick<OrderBooks, 'take'>,
  take: Take,
  spendable: bigint,
): Promise<AffordableTake> {
  let { quantityMaxTokens } = take;
  for (;;) {
    const affordableScale8 = spendable / BigInt(quantityMaxTokens);
    const isShort = affordableScale8 < take.limitPriceScale8;
    const limitPriceScale8 = isShort ? affordableScale8 : take.limitPriceScale8;
    const taken = await books.take({ ...take, quantityMaxTokens, limitPriceScale8 });
    if (taken.status !== 'above_limit' || taken.bestPriceScale8 > take.limitPriceScale8) {
      return taken;
    }
    // Fewer tokens than before, each time: the best ask is dearer than what all of them may cost.
    const affordableTokens = spendable / taken.bestPriceScale8;
    if (affordableTokens < BigInt(take.quantityMinTokens)) {
      return { status: 'insufficient_balance', epoch: taken.epoch };
    }
    quantityMaxTokens = Number(affordableTokens);
  }
}
