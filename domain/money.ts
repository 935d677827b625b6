/**
 * Money and prices. The only module that converts between text and money.
 *
 * Every amount is a bigint at scale 8 (one unit = 0.00000001 USD). Every price is the price of
 * 1,000 tokens at scale 8. An int64 holds 92,233,720,368 USD at this scale; the limits are
 * therefore 90,000,000,000 (PRICE-3).
 */
import Big from 'big.js';
import { fail } from './errors';
import { withoutTrailing } from './trailing';

const Decimal = Big();
Decimal.strict = true;
Decimal.DP = 8;
Decimal.RM = Decimal.roundHalfUp;

export const SCALE8 = 100_000_000n;

/** Maximum price per 1,000 tokens and maximum price x quantity / 1,000, at scale 8. */
export const MONEY_LIMIT_SCALE8 = 90_000_000_000n * SCALE8;

/** Maximum decimals of an API price: per 1,000 tokens, and per 1,000,000 tokens. */
const PRICE_DECIMALS = { perThousand: 8, perMillion: 5 } as const;
export type PriceUnit = keyof typeof PRICE_DECIMALS;

const DECIMAL_TEXT = /^\d{1,18}(\.\d{1,18})?$/;

/**
 * Parses a plain, unsigned decimal into a scale-8 integer; null when it is invalid or needs more
 * decimals.
 */
export function parseScale8(text: string): bigint | null {
  if (!DECIMAL_TEXT.test(text)) return null;
  const scaled = new Decimal(text).times('100000000');
  return scaled.round(0, Decimal.roundDown).eq(scaled) ? BigInt(scaled.toFixed(0)) : null;
}

/** Scale-8 integer as the shortest exact decimal: `150000000n` is `1.5`. */
export function formatScale8(amountScale8: bigint): string {
  return formatScaled(amountScale8, 8);
}

function formatScaled(amount: bigint, scale: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(scale + 1, '0');
  const fraction = withoutTrailing(digits.slice(-scale), '0');
  const sign = amount < 0n ? '-' : '';
  return `${sign}${digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** USD as a rounded number, for metrics: never for a sum that must be exact. */
export function roundedUsd(amountScale8: bigint): number {
  return Number(amountScale8) / Number(SCALE8);
}

/**
 * Converts an API price in the unit of its surface to the price per 1,000 tokens at scale 8. More
 * decimals than the unit supports are refused, never rounded (PRICE-1).
 * @throws Failure `invalid_price` naming `param`
 */
export function parsePrice(text: string, unit: PriceUnit, param: string): bigint {
  const decimals = PRICE_DECIMALS[unit];
  const fraction = text.split('.')[1] ?? '';
  if (!DECIMAL_TEXT.test(text) || withoutTrailing(fraction, '0').length > decimals) {
    throw fail('invalid_price', {
      param,
      message: `${param} must be a decimal string with at most ${decimals} decimals`,
    });
  }
  const scale8 = BigInt(
    new Decimal(text).times(unit === 'perThousand' ? '100000000' : '100000').toFixed(0),
  );
  if (scale8 <= 0n) throw fail('invalid_price', { param, message: `${param} must be above zero` });
  if (scale8 > MONEY_LIMIT_SCALE8) {
    throw fail('invalid_price', { param, message: `${param} is above the largest price` });
  }
  return scale8;
}

/** A price per 1,000 tokens at scale 8, as text in the unit of a surface. */
export function formatPrice(priceScale8: bigint, unit: PriceUnit): string {
  return formatScale8(unit === 'perThousand' ? priceScale8 : priceScale8 * 1_000n);
}

/** A price per 1,000 tokens at scale 8, as the price of one token: `60000n` is `0.0000006`. */
export function formatTokenPrice(priceScale8: bigint): string {
  return formatScaled(priceScale8, 11);
}

/** Compares two price strings; below zero when the first one is lower. */
export function comparePrices(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  if (wholeA.length !== wholeB.length) return wholeA.length - wholeB.length;
  if (wholeA !== wholeB) return wholeA < wholeB ? -1 : 1;
  if (fractionA === fractionB) return 0;
  return fractionA < fractionB ? -1 : 1;
}

/** The hold of a quantity: price x quantity / 1,000, rounded up, so that no capture exceeds it. */
export function holdAmountScale8(priceScale8: bigint, quantityTokens: number): bigint {
  return (priceScale8 * BigInt(quantityTokens) + 999n) / 1_000n;
}

/** The cost of a quantity: price x quantity / 1,000, rounded half up, once (PRICE-5). */
export function costScale8(priceScale8: bigint, quantityTokens: number): bigint {
  return (priceScale8 * BigInt(quantityTokens) + 500n) / 1_000n;
}

/** The largest price x quantity whose hold an amount covers. */
export function holdLimit(amountScale8: bigint): bigint {
  return amountScale8 * 1_000n;
}

/** The largest price x quantity whose cost an amount covers. */
export function costLimit(amountScale8: bigint): bigint {
  return amountScale8 * 1_000n + 499n;
}

/** The exchange's fee on a cost, in basis points, rounded half up. */
export function feeScale8(grossScale8: bigint, feeBasisPoints: number): bigint {
  return (grossScale8 * BigInt(feeBasisPoints) + 5_000n) / 10_000n;
}

/** One fill's part of an average price: exact, unlike its cost. */
export function notionalScale11(priceScale8: bigint, quantityTokens: number): bigint {
  return priceScale8 * BigInt(quantityTokens);
}

/**
 * Volume-weighted price at scale 8, rounded half up once.
 * @param totalScale11 the sum of price x quantity: a sum of costs has lost what each was rounded by
 * @param quantityTokens above zero
 */
export function averagePriceScale8(totalScale11: bigint, quantityTokens: number | bigint): bigint {
  const quantity = BigInt(quantityTokens);
  return (totalScale11 * 2n + quantity) / (quantity * 2n);
}

/** Signed deviation of a price from the list price, four decimals; negative is below list. */
export function fractionOfList(priceScale8: bigint, listScale8: bigint): number {
  if (listScale8 === 0n) return 0;
  const difference = new Decimal((priceScale8 - listScale8).toString());
  return Number.parseFloat(difference.div(new Decimal(listScale8.toString())).toFixed(4));
}

/** For searches only: nothing is charged by it. */
export function approximately(decimal: string): number {
  return Number(decimal);
}
