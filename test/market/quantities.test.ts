/** Quantities and the smallest and largest values of orders (PRICE-4, MATCH-6). */
import { MONEY_LIMIT_SCALE8, SCALE8, holdAmountScale8 } from '../../domain/money';
import {
  DEFAULT_LOT_TOKENS,
  QUANTITY_TOKENS_MAX,
  checkLeastNotional,
  checkNotional,
  checkQuantity,
  lotOf,
} from '../../domain/quantities';

test.each([1, 2, 1_000_000_000_000])('%d tokens are a quantity', (value) => {
  expect(checkQuantity(value, 'quantity')).toBe(value);
});

test.each([0, -1, 0.5, 1.5, 1_000_000_000_001, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
  '%d tokens are none',
  (value) => {
    expect(() => checkQuantity(value, 'max_quantity')).toThrow(
      expect.objectContaining({
        code: 'invalid_quantity',
        param: 'max_quantity',
        message: 'max_quantity must be a whole number from 1 to 1000000000000',
      }),
    );
  },
);

test('the largest amount is 90,000,000,000 USD, and every quantity has a price within it', () => {
  expect(MONEY_LIMIT_SCALE8).toBe(90_000_000_000n * 100_000_000n);
  expect(QUANTITY_TOKENS_MAX).toBe(10 ** 12);
  expect(holdAmountScale8(1n, QUANTITY_TOKENS_MAX)).toBeLessThan(SCALE8 * 11n);
  expect(() => checkNotional(MONEY_LIMIT_SCALE8, 1_000, 'quantity')).not.toThrow();
  expect(() => checkNotional(MONEY_LIMIT_SCALE8, 1_001, 'quantity')).toThrow(
    expect.objectContaining({
      code: 'invalid_quantity',
      param: 'quantity',
      message: 'price times quantity is above the maximum amount',
    }),
  );
});

test('an ask is worth its minimum or more, to the last unit', () => {
  const check = (priceScale8: bigint, tokens: number) =>
    checkLeastNotional(priceScale8, tokens, 3n * SCALE8, 'quantity');
  expect(() => check(SCALE8, 3_000)).not.toThrow();
  expect(() => check(SCALE8, 3_001)).not.toThrow();
  expect(() => check(SCALE8 - 1n, 3_000)).toThrow(
    expect.objectContaining({
      code: 'invalid_quantity',
      param: 'quantity',
      message: 'price times quantity is below the minimum value of an ask, 3 USD',
    }),
  );
  expect(() => check(SCALE8, 2_999)).toThrow(/below the minimum value/);
});

test.each([
  [1, 1],
  [31, 1],
  [32, 2],
  [4_095, 255],
  [4_096, 256],
  [1_000_000, 256],
])('of %d tokens at least %d are bought at a time', (capacity, lot) => {
  expect(lotOf(capacity)).toBe(lot);
  expect(DEFAULT_LOT_TOKENS).toBe(256);
});

test("no more than the instrument's own lot is bought at least", () => {
  expect([lotOf(1_000_000, 1_000), lotOf(1_600, 1_000), lotOf(1_000_000, 7)]).toEqual([
    1_000, 100, 7,
  ]);
});
