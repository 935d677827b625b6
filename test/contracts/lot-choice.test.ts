/** The states of lots and contracts at a moment, and which lot a draw takes (CONTRACT-7). */
import {
  CONTRACT_STATUSES,
  type DrawableLot,
  chooseLot,
  contractStatusAt,
  lotStatusAt,
  owedAt,
} from '../../domain/contract-standing';

const HOUR_MS = 3_600_000;
const NOON = new Date('2026-01-05T12:00:00Z');
const hour = (hours: number, ms = 0) => new Date(NOON.getTime() + hours * HOUR_MS + ms);

/** Active at noon, unless it says otherwise. */
const lot = (more: Partial<DrawableLot & { readonly reservedTokens: number }> = {}) => ({
  ...({ status: 'open', opensAt: hour(-1), endsAt: hour(1) } as const),
  ...({ region: 'us-east', remainingTokens: 100, reservedTokens: 0 } as const),
  ...more,
});
const pending = lot({ opensAt: hour(1), endsAt: hour(2) });
const past = lot({ opensAt: hour(-2), endsAt: NOON });

describe('a lot', () => {
  test('is active from its first moment until just before its last', () => {
    expect(lotStatusAt(lot({ opensAt: NOON }), NOON)).toBe('active');
    expect(lotStatusAt(lot({ opensAt: hour(0, 1) }), NOON)).toBe('pending');
    expect(lotStatusAt(lot({ endsAt: hour(0, 1) }), NOON)).toBe('active');
    expect(lotStatusAt(lot({ endsAt: NOON }), NOON)).toBe('expired');
  });

  test.each(['exhausted', 'expired', 'defaulted'] as const)('that is %s stays so', (status) => {
    for (const times of [lot(), pending, past]) {
      expect(lotStatusAt({ ...times, status }, NOON)).toBe(status);
    }
  });

  test('is owed what is left and, apart from it, what is under way, while its window lasts', () => {
    const counts = { remainingTokens: 70, reservedTokens: 30 };
    const nothing = { remainingTokens: 0, reservedTokens: 0 };
    expect(owedAt({ ...lot(), ...counts }, NOON)).toEqual(counts);
    expect(owedAt({ ...pending, ...counts }, NOON)).toEqual(counts);
    expect(owedAt({ ...past, ...counts }, NOON)).toEqual(nothing);
    for (const status of ['exhausted', 'expired', 'defaulted'] as const) {
      expect(owedAt({ ...lot({ status }), ...counts }, NOON)).toEqual(nothing);
    }
  });
});

test.each([
  ['active', [pending, past, lot({ status: 'defaulted' }), lot()]],
  ['pending', [past, lot({ status: 'defaulted' }), pending]],
  ['expired', [lot({ status: 'exhausted' }), lot({ status: 'defaulted' }), past]],
  ['defaulted', [lot({ status: 'exhausted' }), lot({ status: 'defaulted' })]],
  ['exhausted', [lot({ status: 'exhausted' })]],
  ['exhausted', []],
] as const)('a contract is %s', (status, lots) => {
  expect(contractStatusAt(lots, NOON)).toBe(status);
  expect(CONTRACT_STATUSES).toContain(status);
});

describe('a draw', () => {
  const criteria = { quantityMinTokens: 50, quantityMaxTokens: 80, region: null } as const;
  const chosen = (lots: readonly DrawableLot[], more: object = {}) =>
    chooseLot(lots, { ...criteria, ...more }, NOON);

  test('takes the lot whose window ends first, as much as it asks for and the lot has', () => {
    const [late, soon] = [lot({ endsAt: hour(3) }), lot({ endsAt: hour(2) })];
    expect(chosen([late, soon, pending, past])).toEqual({ lot: soon, quantityTokens: 80 });
    expect(chosen([soon, late])).toEqual({ lot: soon, quantityTokens: 80 });
    const small = lot({ remainingTokens: 60 });
    expect(chosen([late, small])).toEqual({ lot: small, quantityTokens: 60 });
  });

  test('takes a lot that has its minimum exactly, and none with less', () => {
    const exact = lot({ remainingTokens: 50 });
    expect(chosen([exact])).toEqual({ lot: exact, quantityTokens: 50 });
    const short = lot({ remainingTokens: 49 });
    expect(chosen([short])).toEqual({ refused: 'contract_exhausted' });
    expect(chosen([short, lot({ endsAt: hour(5) })])).toMatchObject({ quantityTokens: 80 });
  });

  test('that is pinned to a region takes a lot of that region only', () => {
    const [east, west] = [lot(), lot({ region: 'us-west', endsAt: hour(9) })];
    expect(chosen([east, west], { region: 'us-west' })).toMatchObject({ lot: west });
    expect(chosen([east], { region: 'us-west' })).toEqual({ refused: 'invalid_region' });
    const short = lot({ region: 'us-west', remainingTokens: 1 });
    expect(chosen([short], { region: 'us-west' })).toEqual({ refused: 'contract_exhausted' });
  });

  test.each([
    ['contract_pending', [pending, past]],
    ['seller_default', [lot({ status: 'defaulted' }), lot({ status: 'exhausted' })]],
    ['contract_expired', [past, past]],
    ['contract_exhausted', [past, lot({ status: 'exhausted', remainingTokens: 0 })]],
    ['contract_exhausted', [lot({ status: 'exhausted', remainingTokens: 0 })]],
    ['contract_expired', [{ ...past, status: 'exhausted' as const }]],
  ] as const)('without an active lot is refused: %s', (refused, lots) => {
    expect(chosen(lots)).toEqual({ refused });
  });
});
