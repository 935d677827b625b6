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

  test('of an order that the book fills has an average, a worst price and no wait', () => {
    const asks = [ask(2n, 100), ask(5n, 100), ask(9n, 100)];
    const made = (quantity: bigint, limit: bigint | null = null) =>
      estimateFill(question(quantity, limit), market({ asks }));
    expect(made(200n)).toEqual({
      fillableTokens: 200n,
      remainingTokens: 0n,
      averagePriceScale8: 4n,
      worstPriceScale8: 5n,
      waitSeconds: 0,
      suggestedPriceScale8: 5n,
      sampleSize: 0,
      confidence: 0.95,
    });
    // 100 at 2 and 19 at 5 are 2.479 each; one more makes 2.5.
    expect(made(119n).averagePriceScale8).toBe(2n);
    expect(made(120n)).toMatchObject({ averagePriceScale8: 3n, worstPriceScale8: 5n });
    expect(made(100n)).toMatchObject({ averagePriceScale8: 2n, worstPriceScale8: 2n });
    expect(made(200n, 5n)).toMatchObject({ fillableTokens: 200n, remainingTokens: 0n });
    expect(made(200n, 4n)).toMatchObject({
      fillableTokens: 100n,
      remainingTokens: 100n,
      worstPriceScale8: 2n,
      waitSeconds: null,
      confidence: 0.48,
    });
    expect(made(0n)).toMatchObject({
      fillableTokens: 0n,
      averagePriceScale8: null,
      worstPriceScale8: null,
      waitSeconds: 0,
      confidence: 0.95,
    });
  });

  test('of an empty market knows nothing', () => {
    for (const quantity of [0n, 1n]) {
      expect(estimateFill(question(quantity), market())).toMatchObject({
        fillableTokens: 0n,
        remainingTokens: quantity,
        waitSeconds: null,
        suggestedPriceScale8: null,
        sampleSize: 0,
        confidence: 0,
      });
    }
    const elsewhere = [{ ...ask(9n, 1_000), asks: 5 }];
    const beyond = estimateFill(question(1n, 8n), market({ arrivals: elsewhere }));
    expect(beyond).toMatchObject({ waitSeconds: null, sampleSize: 0, confidence: 0 });
  });

  test('of a remainder waits for arrivals within the limit, whole seconds', () => {
    const arrivals = [
      { ...ask(3n, 600), asks: 6 },
      { ...ask(4n, 300), asks: 4 },
      { ...ask(9n, 10_000), asks: 90 },
    ];
    const asks = [ask(2n, 100)];
    const made = estimateFill(question(400n, 4n), market({ asks, arrivals }));
    expect(made).toMatchObject({ remainingTokens: 300n, sampleSize: 10, waitSeconds: 28_800 });
    // A quarter is there; half of the rest is likely, and arrives in time.
    expect(made.confidence).toBe(0.59);
    const slow = estimateFill(question(101n, 3n), market({ asks, arrivals }));
    expect(slow.waitSeconds).toBe(144);
    const rare = estimateFill(
      question(2n ** 62n, 3n),
      market({ arrivals: [{ ...ask(3n, 1), asks: 1 }] }),
    );
    expect(rare.waitSeconds).toBe(Number.MAX_SAFE_INTEGER);
    const third = estimateFill(
      question(1n, 3n),
      market({ arrivals: [{ ...ask(1n, 864_001), asks: 1 }] }),
    );
    expect(third.waitSeconds).toBe(1);
  });

  test('suggests no price of which nothing arrives', () => {
    const arrivals = [
      { ...ask(1n, 23), asks: 1 },
      { ...ask(4n, 240), asks: 1 },
    ];
    const suggested = (quantity: bigint) =>
      estimateFill({ ...question(quantity), horizonHours: 1n }, market({ arrivals }))
        .suggestedPriceScale8;
    expect([suggested(0n), suggested(10n), suggested(11n)]).toEqual([4n, 4n, null]);
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
    ['2026-12-31T23:59:59.5Z', '2026-12-31T23:59:59.500Z'],
    ['2026-12-31T23:59:59.07-23:59', '2027-01-01T23:58:59.070Z'],
    ['2026-06-15T00:00:00+23:59', '2026-06-14T00:01:00.000Z'],
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
    '2026-01-31T12:00:00+02:60',
    '2026-01-31T12:00:00Z ',
    '2026-01-31T12:00:00ZZ',
    '2026-01-31T12:00:0aZ',
    '2026-04-31T00:00:00Z',
    '20260-01-31T12:00:00Z',
    '2026-01-31x12:00:00Z',
    '2026-01-31T12:00:00.1a+00:00',
    '1769860800',
    ' 2026-01-31T12:00:00Z',
    '',
  ])('%p is none', (text) => {
    expect(parseRfc3339(text)).toBeNull();
  });
});
