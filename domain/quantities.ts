/** Token quantities: safe integers from 1 to 10^12 (PRICE-4, MATCH-6). */
import { fail } from './errors';
import { MONEY_LIMIT_SCALE8, formatScale8, holdAmountScale8 } from './money';

export const QUANTITY_TOKENS_MAX = 1_000_000_000_000;
export const DEFAULT_LOT_TOKENS = 256;

/** @throws Failure `invalid_quantity` unless the value is a whole number from 1 to 10^12 */
export function checkQuantity(value: number, param: string): number {
  if (!Number.isSafeInteger(value) || value < 1 || value > QUANTITY_TOKENS_MAX) {
    throw fail('invalid_quantity', {
      param,
      message: `${param} must be a whole number from 1 to ${QUANTITY_TOKENS_MAX}`,
    });
  }
  return value;
}

/** @throws Failure `invalid_quantity` when price x quantity / 1,000 exceeds the maximum amount */
export function checkNotional(priceScale8: bigint, quantityTokens: number, param: string): void {
  if (holdAmountScale8(priceScale8, quantityTokens) > MONEY_LIMIT_SCALE8) {
    throw fail('invalid_quantity', {
      param,
      message: `price times ${param} is above the maximum amount`,
    });
  }
}

/**
 * @throws Failure `invalid_quantity` when price x quantity / 1,000 is below the minimum value of an
 *   ask
 */
export function checkLeastNotional(
  priceScale8: bigint,
  quantityTokens: number,
  leastScale8: bigint,
  param: string,
): void {
  if (priceScale8 * BigInt(quantityTokens) >= leastScale8 * 1_000n) return;
  throw fail('invalid_quantity', {
    param,
    message: `price times ${param} is below the minimum value of an ask, ${formatScale8(leastScale8)} USD`,
  });
}

/**
 * Minimum size of an ask (its lot): a smaller remainder is not on offer. The smaller of the
 * instrument's lot and a sixteenth of the capacity, at least 1, so that a small ask can be filled
 * almost completely.
 */
export function lotOf(capacityTokens: number, instrumentLotTokens = DEFAULT_LOT_TOKENS): number {
  return Math.max(1, Math.min(instrumentLotTokens, Math.floor(capacityTokens / 16)));
}
