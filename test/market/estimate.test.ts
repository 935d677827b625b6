/** Estimates and timestamps: the pure rules. */
import fc from 'fast-check';
import { type Market, estimateFill } from '../../domain/estimate';
import { parseRfc3339 } from '../../domain/timestamps';

const market = (part: Partial<Market> = {}): Market => ({
  asks: [],
  arrivals: [],
  lookbackHours: 24,
  ...part,
});
const ask = (priceScale8: bigint, quantityTokens: number) => ({ priceScale8, quantityTokens });
const question = (quantityTokens: bigint, limitPriceScale8: bigint | null = null) => ({
  quantityTokens,
  limitPriceScale8,
  horizonHours: 24n,
});

describe('an estimate', () => {
  const price = fc.bigInt({ min: 1n, max: 9_000_000_000_000_000_000n });
  const level = fc.record({
    priceScale8: price,
    quantityTokens: fc.integer({ min: 1, max: 1_000_000_000_000 }),
  });
  const levels = fc
    .uniqueArray(level, { selector: ({ priceScale8 }) => priceScale8, maxLength: 20 })
    .map((asks) => asks.sort((a, b) => (a.priceScale8 < b.priceScale8 ? -1 : 1)));
  const anyArrivals = fc.array(fc.tuple(level, fc.integer({ min: 1, max: 50 })), { maxLength: 10 });

  test('never promises what the book does not hold within the limit', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
        fc.option(price),
        levels,
        anyArrivals,
        (quantity, limit, asks, arrived) => {
          const made = estimateFill(
            question(quantity, limit),
            market({ asks, arrivals: arrived.map(([one, count]) => ({ ...one, asks: count })) }),
          );
          const within = asks.filter(({ priceScale8 }) => limit === null || priceScale8 <= limit);
          const offered = within.reduce((sum, one) => sum + BigInt(one.quantityTokens), 0n);
          expect(made.fillableTokens).toBe(offered < quantity ? offered : quantity);
          expect(made.fillableTokens + made.remainingTokens).toBe(quantity);
          const { averagePriceScale8: average, worstPriceScale8: worst } = made;
          expect(average === null).toBe(made.fillableTokens === 0n);
          const isBetween = average! >= (within[0]?.priceScale8 ?? 0n) && average! <= worst!;
          expect(average === null || isBetween).toBe(true);
          expect(made.confidence).toBeGreaterThanOrEqual(0);
          expect(made.confidence).toBeLessThan(1);
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each<[string, number, number]>([
    ['one ask', 1, 0.09],
    ['ten asks', 10, 0.48],
    ['many asks', 990, 0.94],
  ])('of what is still to come is as sure as its sample: %s', (_what, asks, confidence) => {
    const arrivals = [{ ...ask(1n, 1_000), asks }];
    const made = estimateFill(question(1_000n), market({ arrivals }));
    expect(made).toMatchObject({ confidence, sampleSize: asks, waitSeconds: 86_400 });
  });

  test('is less sure of what lies beyond the time that was looked at', () => {
    const arrivals = [{ ...ask(1n, 1_000), asks: 990 }];
    const far = estimateFill(question(10_000n), market({ arrivals }));
    expect(far).toMatchObject({ waitSeconds: 864_000, confidence: 0.09 });
  });

  test('suggests the lowest limit that book and arrivals cover the quantity at', () => {
    const asks = [ask(2n, 100), ask(5n, 100)];
    const arrivals = [{ ...ask(3n, 240), asks: 24 }];
    const suggested = (quantity: bigint, horizonHours: bigint) =>
      estimateFill({ ...question(quantity), horizonHours }, market({ asks, arrivals }))
        .suggestedPriceScale8;
    expect(suggested(100n, 0n)).toBe(2n);
    expect(suggested(101n, 0n)).toBe(5n);
    expect(suggested(110n, 1n)).toBe(3n);
    expect(suggested(111n, 1n)).toBe(5n);
    expect(suggested(211n, 1n)).toBeNull();
    expect(suggested(340n, 24n)).toBe(3n);
  });
});

describe('timestamps', () => {
  test.each([
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31t12:00:00z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31 12:00:00Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00:00.1234567+00:00', '2026-01-31T12:00:00.123Z'],
    ['2026-01-01T00:30:00+05:45', '2025-12-31T18:45:00.000Z'],
    ['2026-01-31T23:00:00-14:30', '2026-02-01T13:30:00.000Z'],
    ['2026-01-31T12:00:00-00:00', '2026-01-31T12:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.999Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, moment) => {
    expect(parseRfc3339(text)?.toISOString()).toBe(moment);
  });

  test.each([
    '2026-01-31',
    '2026-01-31T12:00Z',
    '2026-01-31T12:00:00',
    '2026-01-31T12:00:00+0200',
    '2026-01-31T12:00:00+24:00',
    '2026-02-29T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-32T00:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T12:60:00Z',
    '2026-01-31T12:00:61Z',
    '2026-01-31T12:00:00.Z',
    '1769860800',
    ' 2026-01-31T12:00:00Z',
    '',
  ])('%p is none', (text) => {
    expect(parseRfc3339(text)).toBeNull();
  });
});
