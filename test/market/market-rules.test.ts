/** What the tables of the market decide: fees by tier, windows by tenor, pins by region. */
import { type FeeTerms, type FeeTier, FEE_TIERS, feeSchedule } from '../../domain/fees';
import { REGIONS, REGION_RULES, parseRegion, pinOf } from '../../domain/regions';
import { deliveryWindow, parseTenor, TENORS } from '../../domain/tenors';
import {
  DEFAULT_TIME_IN_FORCE,
  EXPIRING_TIMES_IN_FORCE,
  RESTING_TIMES_IN_FORCE,
  TIMES_IN_FORCE,
  TIME_IN_FORCE_RULES,
  isAtomic,
  mayRest,
  needsExpiry,
  orderExpiresAtMs,
  timesInForceText,
} from '../../domain/time-in-force';

const SETTINGS = { FEE_BASIS_POINTS: 25 };
const HOUR_MS = 3_600_000;

describe('fees', () => {
  const trade = (terms: Partial<FeeTerms>): FeeTerms => ({
    kind: 'chat',
    tenor: 'spot',
    accountId: 'buyer',
    sellerId: 'seller',
    quantityTokens: 10,
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

  test('a tier is of its kinds only, and without tenors of every tenor', () => {
    const lots: FeeTier = { name: 'lots', kinds: ['lot'], tenors: null, basisPoints: 3 };
    const fees = feeSchedule(SETTINGS, [lots, ...standard]);
    expect(TENORS.map((tenor) => fees(trade({ kind: 'lot', tenor })))).toEqual([3, 3, 3, 3, 3]);
    expect(TENORS.map((tenor) => fees(trade({ kind: 'chat', tenor })))).toEqual(Array(5).fill(25));
  });

  test('the standard tier is the setting, for every trade', () => {
    expect(FEE_TIERS).toEqual([
      { name: 'standard', kinds: ['chat', 'lot'], tenors: null, basisPoints: 'FEE_BASIS_POINTS' },
    ]);
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
      expect(fees(trade({ kind, tenor }))).toBe(25);
    }
  });

  test('a trade that no tier covers is an error, not free', () => {
    expect(() => feeSchedule(SETTINGS, [])(trade({ tenor: '1h' }))).toThrow(
      new RangeError('no fee tier applies to a chat of 1h'),
    );
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
  ['us-west', 'us-west'],
  ['eu-west', 'eu-west'],
  ['apac', 'apac'],
  ['global', null],
  [null, null],
  [undefined, null],
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

test('a window opens at the next whole hour or day, never at the present one', () => {
  const midnightMs = Date.UTC(2026, 0, 5);
  expect(deliveryWindow('1h', midnightMs, 0).opensAtMs).toBe(midnightMs + HOUR_MS);
  expect(deliveryWindow('1h', midnightMs - 1, 0).opensAtMs).toBe(midnightMs);
  expect(deliveryWindow('7d', midnightMs, 0).opensAtMs).toBe(midnightMs + 24 * HOUR_MS);
  expect(deliveryWindow('7d', midnightMs - 1, 0).opensAtMs).toBe(midnightMs);
});

test('a tenor is read by its name, and is spot without one', () => {
  expect(TENORS).toEqual(['spot', '1h', '1d', '7d', '30d']);
  expect([undefined, ...TENORS].map((text) => parseTenor(text))).toEqual(['spot', ...TENORS]);
  const invalid = { code: 'invalid_tenor', message: 'tenor must be one of spot, 1h, 1d, 7d, 30d' };
  for (const text of ['', 'SPOT', '2h', 'toString']) {
    expect(() => parseTenor(text)).toThrow(expect.objectContaining({ ...invalid, param: 'tenor' }));
  }
  expect(() => parseTenor('2h', 'of')).toThrow(expect.objectContaining({ param: 'of' }));
});

test('a region is read by its name; codes that are stored never change', () => {
  expect(REGIONS.map((region) => [region, REGION_RULES[region].code])).toEqual([
    ['us-east', 1],
    ['us-west', 2],
    ['eu-west', 3],
    ['apac', 4],
    ['global', 5],
  ]);
  expect(REGIONS.map((region) => REGION_RULES[region].meaning)).toEqual([
    'eastern United States',
    'western United States',
    'western Europe',
    'Asia and the Pacific',
    'anywhere; the place of execution is not promised',
  ]);
  expect(REGIONS.map((region) => parseRegion(region, 'region'))).toEqual(REGIONS);
  for (const text of ['', 'any', 'US-EAST']) {
    expect(() => parseRegion(text, 'place')).toThrow(
      expect.objectContaining({
        code: 'invalid_region',
        param: 'place',
        message: 'place must be one of us-east, us-west, eu-west, apac, global',
      }),
    );
  }
});

test('times in force have stored codes, and one is the default', () => {
  expect(TIMES_IN_FORCE.map((one) => [one, TIME_IN_FORCE_RULES[one].code])).toEqual([
    ['GTC', 1],
    ['IOC', 2],
    ['FOK', 3],
    ['GTD', 4],
  ]);
  expect(DEFAULT_TIME_IN_FORCE).toBe('GTC');
  expect(RESTING_TIMES_IN_FORCE).toEqual(['GTC', 'GTD']);
  expect(EXPIRING_TIMES_IN_FORCE).toEqual(['GTD']);
  expect(TIMES_IN_FORCE.map((one) => TIME_IN_FORCE_RULES[one].name)).toEqual([
    'good till cancelled',
    'immediate or cancel',
    'fill or kill',
    'good till date',
  ]);
});

test('the description of times in force names each remainder, the default and who needs an end', () => {
  expect(timesInForceText()).toBe(
    [
      'How the open remainder of the order ends. Default `GTC`.',
      '`GTC`: the remainder stays in the book until it is filled or cancelled.',
      '`IOC`: the remainder is cancelled: the order ends `cancelled`, with a `reason`.',
      '`FOK`: the remainder never exists: the whole quantity is filled at once, or the order is `rejected`, with a `reason`.',
      '`GTD`: the remainder stays in the book until `expires_at`; an order that enters the book after that time is `expired`.',
      '`GTD` needs `expires_at`.',
    ].join(' '),
  );
});
