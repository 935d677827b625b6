/** Candles by themselves: their buckets, their merging in any order, and how clients read them. */
import fc from 'fast-check';
import {
  type Candle,
  INTERVALS,
  INTERVAL_NAMES,
  bucketStart,
  candleRow,
  mergeCandles,
} from '../../domain/candles';

const AT_MS = Date.UTC(2026, 0, 5, 10, 33, 44, 555);

/** A candle of one trade. */
function traded(priceScale8: bigint, volumeTokens: number, atMs: number, id: string): Candle {
  const mark = { at: new Date(atMs), id };
  return {
    prices: {
      openScale8: priceScale8,
      highScale8: priceScale8,
      lowScale8: priceScale8,
      closeScale8: priceScale8,
      first: mark,
      last: mark,
    },
    volumeTokens,
    grossScale8: priceScale8 * BigInt(volumeTokens),
  };
}

test.each([
  ['1m', 60, '2026-01-05T10:33:00.000Z'],
  ['5m', 300, '2026-01-05T10:30:00.000Z'],
  ['1h', 3_600, '2026-01-05T10:00:00.000Z'],
  ['1d', 86_400, '2026-01-05T00:00:00.000Z'],
] as const)(
  'a bucket of %s has %d seconds, and starts at a multiple',
  (interval, seconds, start) => {
    const startMs = bucketStart(interval, AT_MS);
    expect(new Date(startMs).toISOString()).toBe(start);
    expect(INTERVALS[interval]).toBe(seconds * 1_000);
    expect(bucketStart(interval, startMs)).toBe(startMs);
    expect(bucketStart(interval, startMs - 1)).toBe(startMs - seconds * 1_000);
  },
);

test('the intervals are told from the shortest to the longest', () => {
  expect(INTERVAL_NAMES).toEqual(['1m', '5m', '1h', '1d']);
});

test('merged candles are those of all trades, in whatever order they come', () => {
  const trades = [
    traded(5n, 10, AT_MS, 'b'),
    traded(9n, 1, AT_MS + 1, 'a'),
    traded(2n, 100, AT_MS + 2, 'a'),
    traded(4n, 1_000, AT_MS + 3, 'a'),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(trades, { minLength: 4 }), (some) => {
      expect(mergeCandles(some)).toEqual({
        prices: {
          openScale8: 5n,
          highScale8: 9n,
          lowScale8: 2n,
          closeScale8: 4n,
          first: trades[0]!.prices!.first,
          last: trades[3]!.prices!.last,
        },
        volumeTokens: 1_111,
        grossScale8: 50n + 9n + 200n + 4_000n,
      });
    }),
  );
});

test('merges the volume of a candle without prices, and no price', () => {
  const [priced, print] = [traded(5n, 10, AT_MS, 'a'), traded(900n, 1, AT_MS + 1, 'b')];
  const unpriced = { ...print, prices: null };
  for (const some of [
    [priced, unpriced],
    [unpriced, priced],
  ]) {
    expect(mergeCandles(some)).toMatchObject({ prices: priced.prices, volumeTokens: 11 });
  }
  expect(mergeCandles([unpriced, unpriced]).prices).toBeNull();
});

test('trades of one millisecond are ordered by their ids', () => {
  const trades = [traded(1n, 1, AT_MS, 'a'), traded(2n, 1, AT_MS, 'b'), traded(3n, 1, AT_MS, 'c')];
  for (const some of [trades, trades.toReversed(), [trades[1]!, trades[0]!, trades[2]!]]) {
    expect(mergeCandles(some)).toMatchObject({ prices: { openScale8: 1n, closeScale8: 3n } });
  }
  const alone = traded(1n, 1, AT_MS, 'a');
  expect(mergeCandles([alone])).toBe(alone);
});

test('clients read decimal prices per 1,000 tokens and the start of the bucket', () => {
  const merged = mergeCandles([
    traded(150_000_000n, 10, AT_MS, 'a'),
    traded(300_000_000n, 20, AT_MS + 1, 'b'),
    traded(1n, 1, AT_MS + 2, 'c'),
    traded(200_000_000n, 9, AT_MS + 3, 'd'),
  ]);
  expect(
    JSON.parse(candleRow(merged.prices!, merged.volumeTokens, bucketStart('1h', AT_MS))),
  ).toEqual({
    time: '2026-01-05T10:00:00.000Z',
    open: '1.5',
    high: '3',
    low: '0.00000001',
    close: '2',
    volume: 40,
  });
});
