/** Prices and amounts: what is read, shown, rounded and compared, to the last unit. */
import fc from 'fast-check';
import {
  MONEY_LIMIT_SCALE8,
  averagePriceScale8,
  comparePrices,
  costLimit,
  costScale8,
  feeScale8,
  formatPrice,
  formatTokenPrice,
  formatScale8,
  fractionOfList,
  holdAmountScale8,
  holdLimit,
  parsePrice,
  parseScale8,
  roundedUsd,
} from '../../domain/money';

const amounts = fc.bigInt({ min: 0n, max: MONEY_LIMIT_SCALE8 });
const quantities = fc.integer({ min: 1, max: 10_000_000 });

test('the price of one token is exact', () => {
  expect([1n, 60_000n, 100_000_000_000n].map(formatTokenPrice)).toEqual([
    '0.00000000001',
    '0.0000006',
    '1',
  ]);
});

describe('an amount', () => {
  test.each([
    ['0', 0n],
    ['1.5', 150_000_000n],
    ['0.00000001', 1n],
    ['1.000000000', 100_000_000n],
    ['999999999999999999', 99_999_999_999_999_999_900_000_000n],
  ])('%s is read', (text, amountScale8) => {
    expect(parseScale8(text)).toBe(amountScale8);
  });

  test.each([
    '',
    '.5',
    '1.',
    '-1',
    '+1',
    '1e3',
    ' 1',
    '1 ',
    '1.5 ',
    '1_5',
    '0.000000001',
    '1'.repeat(19),
    `0.${'0'.repeat(19)}`,
  ])('"%s" is none', (text) => {
    expect(parseScale8(text)).toBeNull();
  });

  test.each([
    [0n, '0'],
    [1n, '0.00000001'],
    [150_000_000n, '1.5'],
    [-1n, '-0.00000001'],
    [-1_200_000_000n, '-12'],
  ])('%s is shown as %s', (amountScale8, text) => {
    expect(formatScale8(amountScale8)).toBe(text);
  });

  test('is a rounded number in metrics', () => {
    expect([0n, 150_000_000n, -1n].map(roundedUsd)).toEqual([0, 1.5, -0.000_000_01]);
  });

  test('that is shown is read again', () => {
    fc.assert(fc.property(amounts, (amount) => parseScale8(formatScale8(amount)) === amount));
  });
});

describe('a price', () => {
  test.each([
    ['0.00000001', 'perThousand', 1n],
    ['0.00001', 'perMillion', 1n],
    ['1.50000000000', 'perThousand', 150_000_000n],
    ['2', 'perMillion', 200_000n],
    ['90000000000', 'perThousand', MONEY_LIMIT_SCALE8],
    ['90000000000000', 'perMillion', MONEY_LIMIT_SCALE8],
  ] as const)('%s %s is read', (text, unit, priceScale8) => {
    expect(parsePrice(text, unit, 'price')).toBe(priceScale8);
  });

  test.each([
    ['0.000000001', 'perThousand', 'must be a decimal string with at most 8 decimals'],
    ['0.000001', 'perMillion', 'must be a decimal string with at most 5 decimals'],
    ['1,5', 'perThousand', 'must be a decimal string with at most 8 decimals'],
    ['', 'perMillion', 'must be a decimal string with at most 5 decimals'],
    ['0.0', 'perThousand', 'must be above zero'],
    ['90000000000.00000001', 'perThousand', 'is above the largest price'],
    ['90000000000000.00001', 'perMillion', 'is above the largest price'],
  ] as const)('%s %s is refused', (text, unit, reason) => {
    expect(() => parsePrice(text, unit, 'max_price')).toThrow(
      expect.objectContaining({
        code: 'invalid_price',
        param: 'max_price',
        message: `max_price ${reason}`,
      }),
    );
  });

  test.each(['perThousand', 'perMillion'] as const)('that is shown %s is read again', (unit) => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: MONEY_LIMIT_SCALE8 }),
        (price) => parsePrice(formatPrice(price, unit), unit, 'price') === price,
      ),
    );
  });

  test('has its zeros before the last digit, and not behind it', () => {
    expect(parsePrice('100.1', 'perMillion', 'price')).toBe(10_010_000n);
    expect(parsePrice('0.10100000', 'perThousand', 'price')).toBe(10_100_000n);
    expect(() => parsePrice('0.0000010', 'perMillion', 'price')).toThrow(/5 decimals/);
    expect([formatPrice(150n, 'perThousand'), formatPrice(150n, 'perMillion')]).toEqual([
      '0.0000015',
      '0.0015',
    ]);
  });

  test.each([
    ['1', '1', 0],
    ['1.5', '1.5', 0],
    ['1', '1.5', -1],
    ['1.5', '1', 1],
    ['9', '10', -1],
    ['10', '9.5', 1],
    ['11', '12', -1],
    ['12', '11.9', 1],
    ['1.05', '1.5', -1],
  ])('%s is compared with %s', (one, other, sign) => {
    expect(Math.sign(comparePrices(one, other))).toBe(sign);
  });

  test('is compared as a number', () => {
    const prices = fc.oneof(amounts, fc.bigInt({ min: 0n, max: 2_000_000_000n }));
    fc.assert(
      fc.property(prices, prices, (one, other) => {
        const order = comparePrices(formatScale8(one), formatScale8(other));
        return Math.sign(order) === Number(one > other) - Number(one < other);
      }),
    );
  });
});

describe('the cost and the hold of a quantity', () => {
  test.each([
    [1n, 499, 0n, 1n],
    [1n, 500, 1n, 1n],
    [1n, 1_000, 1n, 1n],
    [1n, 1_001, 1n, 2n],
    [1n, 1_500, 2n, 2n],
  ])('%s x %s', (price, quantityTokens, cost, hold) => {
    expect(costScale8(price, quantityTokens)).toBe(cost);
    expect(holdAmountScale8(price, quantityTokens)).toBe(hold);
  });

  test('the cost is never above the hold, and at most one unit below', () => {
    fc.assert(
      fc.property(amounts, quantities, (price, quantityTokens) => {
        const difference =
          holdAmountScale8(price, quantityTokens) - costScale8(price, quantityTokens);
        return difference === 0n || difference === 1n;
      }),
    );
  });

  test('an amount covers what is within its limit, and nothing above', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(holdAmountScale8(holdLimit(amount), 1)).toBe(amount);
        expect(holdAmountScale8(holdLimit(amount) + 1n, 1)).toBe(amount + 1n);
        expect(costScale8(costLimit(amount), 1)).toBe(amount);
        expect(costScale8(costLimit(amount) + 1n, 1)).toBe(amount + 1n);
      }),
    );
  });
});

test.each([
  [1n, 4_999, 0n],
  [1n, 5_000, 1n],
  [10_000n, 1, 1n],
  [14_999n, 1, 1n],
  [15_000n, 1, 2n],
  [123n, 10_000, 123n],
])('the fee on %s at %s basis points is %s, rounded half up', (gross, basisPoints, fee) => {
  expect(feeScale8(gross, basisPoints)).toBe(fee);
});

test.each([
  [1_000n, 1_000, 1n],
  [1n, 1, 1n],
  [1_000n, 2_000, 1n],
  [1_000n, 2_001, 0n],
  [3_000n, 2_000, 2n],
  [5_000n, 3_000, 2n],
])('%s for %s tokens is an average of %s, rounded half up', (total, quantityTokens, average) => {
  expect(averagePriceScale8(total, quantityTokens)).toBe(average);
});

test.each([
  [3n, 0n, 0],
  [4n, 4n, 0],
  [1n, 3n, -0.6667],
  [5n, 3n, 0.6667],
  [200_001n, 200_000n, 0],
  [200_010n, 200_000n, 0.0001],
])('a price of %s beside a list price of %s differs by %s', (price, list, fraction) => {
  expect(fractionOfList(price, list)).toBe(fraction);
});
