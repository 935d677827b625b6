/** What the tables of the market decide: fees by tier, windows by tenor, pins by region. */
import { type FeeTier, FEE_TIERS, feeBasisPoints } from '../../domain/fees';
import { pinOf, REGIONS } from '../../domain/regions';
import { deliveryWindow, TENORS } from '../../domain/tenors';
import { isAtomic, mayRest, needsExpiry, TIMES_IN_FORCE } from '../../domain/time-in-force';

const SETTINGS = { FEE_BASIS_POINTS: 25 };
const HOUR_MS = 3_600_000;

describe('fees', () => {
  test('the first tier that applies sets the fee', () => {
    const forwards: FeeTier = { name: 'forward', kinds: ['lot'], tenors: ['7d'], basisPoints: 10 };
    const tiers = [forwards, ...FEE_TIERS];
    expect(feeBasisPoints({ kind: 'lot', tenor: '7d' }, SETTINGS, tiers)).toBe(10);
    expect(feeBasisPoints({ kind: 'lot', tenor: '1d' }, SETTINGS, tiers)).toBe(25);
    expect(feeBasisPoints({ kind: 'chat', tenor: 'spot' }, SETTINGS, tiers)).toBe(25);
  });

  test.each(TENORS)('every trade of %s has a fee', (tenor) => {
    for (const kind of ['chat', 'lot'] as const) {
      expect(feeBasisPoints({ kind, tenor }, SETTINGS)).toBe(25);
    }
  });

  test('a trade that no tier covers is an error, not free', () => {
    expect(() => feeBasisPoints({ kind: 'lot', tenor: '1h' }, SETTINGS, [])).toThrow(RangeError);
  });
});

test('times in force: which rest, which fill at once, which expire', () => {
  expect(TIMES_IN_FORCE.filter(mayRest)).toEqual(['GTC', 'GTD']);
  expect(TIMES_IN_FORCE.filter(isAtomic)).toEqual(['FOK']);
  expect(TIMES_IN_FORCE.filter(needsExpiry)).toEqual(['GTD']);
});

test('every region but `global` is a pin', () => {
  expect(REGIONS.filter((region) => pinOf(region) === null)).toEqual(['global']);
});

test('windows of tenors: from the match, or from the next hour or day', () => {
  const atMs = Date.UTC(2026, 0, 5, 10, 30);
  const hours = TENORS.map((tenor) => {
    const { opensAtMs, endsAtMs } = deliveryWindow(tenor, atMs, HOUR_MS);
    return [tenor, (opensAtMs - atMs) / HOUR_MS, (endsAtMs - opensAtMs) / HOUR_MS];
  });
  expect(hours).toEqual([
    ['spot', 0, 1],
    ['1h', 0.5, 1],
    ['1d', 13.5, 24],
    ['7d', 13.5, 168],
    ['30d', 13.5, 720],
  ]);
});
