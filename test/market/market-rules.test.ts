/** What the tables of the market decide: fees by tier, windows by tenor, pins by region. */
import { type FeeTerms, type FeeTier, FEE_TIERS, feeSchedule } from '../../domain/fees';
import { pinOf } from '../../domain/regions';
import { deliveryWindow, TENORS } from '../../domain/tenors';
import { isAtomic, mayRest, needsExpiry, orderExpiresAtMs } from '../../domain/time-in-force';

const SETTINGS = { FEE_BASIS_POINTS: 25 };
const HOUR_MS = 3_600_000;

describe('fees', () => {
  const trade = (terms: Partial<FeeTerms>): FeeTerms => ({
    ...{ kind: 'chat', tenor: 'spot', accountId: 'buyer', sellerId: 'seller', quantityTokens: 10 },
    ...terms,
  });

  const standard = FEE_TIERS.slice(-1);

  test('the first tier that applies sets the fee', () => {
    const forwards: FeeTier = { name: 'forward', kinds: ['lot'], tenors: ['7d'], basisPoints: 10 };
    const fees = feeSchedule(SETTINGS, [forwards, ...standard]);
    expect(fees(trade({ kind: 'lot', tenor: '7d' }))).toBe(10);
    expect(fees(trade({ kind: 'lot', tenor: '1d' }))).toBe(25);
    expect(fees(trade({ kind: 'chat', tenor: 'spot' }))).toBe(25);
  });

  test('a tier may depend on accounts and quantities', () => {
    const holds = ({ accountId, quantityTokens }: FeeTerms) =>
      accountId === 'partner' && quantityTokens >= 100;
    const condition = { text: 'of 100 tokens or more by the partner', holds };
    const terms = { name: 'large', kinds: ['chat', 'lot'], tenors: null } as const;
    const fees = feeSchedule(SETTINGS, [{ ...terms, condition, basisPoints: 5 }, ...standard]);
    expect(fees(trade({ accountId: 'partner', quantityTokens: 100 }))).toBe(5);
    expect(fees(trade({ accountId: 'partner', quantityTokens: 99 }))).toBe(25);
    expect(fees(trade({ quantityTokens: 100 }))).toBe(25);
  });

  test.each(TENORS)('every trade of %s has a fee', (tenor) => {
    const fees = feeSchedule(SETTINGS);
    for (const kind of ['chat', 'lot'] as const) {
      expect(fees(trade({ kind, tenor }))).toBeGreaterThanOrEqual(0);
    }
  });

  test('a trade that no tier covers is an error, not free', () => {
    expect(() => feeSchedule(SETTINGS, [])(trade({ tenor: '1h' }))).toThrow(RangeError);
  });
});

test.each([
  ['GTC', true, false, false],
  ['IOC', false, false, false],
  ['FOK', false, true, false],
  ['GTD', true, false, true],
] as const)('%s: rests %s, fills at once %s, needs an expiry %s', (one, rests, atomic, expiry) => {
  expect([mayRest(one), isAtomic(one), needsExpiry(one)]).toEqual([rests, atomic, expiry]);
});

test.each([
  ['never', null, null],
  ['given', 5_000, 5_000],
  [(placedAtMs: number) => placedAtMs + 1_000, null, 3_000],
] as const)('an order whose expiry is %s', (expiry, givenMs, endsAtMs) => {
  expect(orderExpiresAtMs({ expiry }, givenMs, 2_000)).toBe(endsAtMs);
});

test.each([
  ['us-east', 'us-east'],
  ['apac', 'apac'],
  ['global', null],
] as const)('a bid that names %s is pinned to %s', (region, pin) => {
  expect(pinOf(region)).toBe(pin);
});

test.each([
  ['spot', 0, 1],
  ['1h', 0.5, 1],
  ['1d', 13.5, 24],
  ['7d', 13.5, 168],
  ['30d', 13.5, 720],
] as const)('the window of %s opens in %d hours, for %d hours', (tenor, opens, hours) => {
  const atMs = Date.UTC(2026, 0, 5, 10, 30);
  const { opensAtMs, endsAtMs } = deliveryWindow(tenor, atMs, HOUR_MS);
  expect([(opensAtMs - atMs) / HOUR_MS, (endsAtMs - opensAtMs) / HOUR_MS]).toEqual([opens, hours]);
});
