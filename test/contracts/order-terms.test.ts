/** The terms of an order: when a repeated request is the same order, and which expiry it may have. */
import {
  type OrderTerms,
  checkExpiresLater,
  checkOrderTerms,
  expiryOf,
  hasTerms,
} from '../../exchange/orders/order-terms';
import type { ContractOrderDocument } from '../../records/documents/contract-order';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const LATER = new Date(NOW.getTime() + 1);

const TERMS: OrderTerms = {
  modelId: 'm',
  tenor: '1d',
  region: 'us-east',
  priceScale8: 100000000n,
  quantityTokens: 1e3,
  timeInForce: 'GTD',
  expiresAt: LATER,
  clientOrderId: null,
};

/** As its record has it. */
function recorded({ priceScale8, ...terms }: OrderTerms): ContractOrderDocument {
  return { ...terms, limitPriceScale8: priceScale8 } as unknown as ContractOrderDocument;
}

const OTHERS: readonly (readonly [string, Partial<OrderTerms>])[] = [
  ['instrument', { modelId: 'n' }],
  ['tenor', { tenor: '7d' }],
  ['region', { region: 'apac' }],
  ['region, none', { region: null }],
  ['price', { priceScale8: 100_000_001n }],
  ['quantity', { quantityTokens: 1_001 }],
  ['time in force', { timeInForce: 'GTC', expiresAt: null }],
  ['expiry', { expiresAt: new Date(LATER.getTime() + 1) }],
];

test('the same terms are the same order', () => {
  expect(hasTerms(recorded(TERMS), TERMS)).toBe(true);
});

test.each(OTHERS)('another %s is another order, whichever came first', (_what, change) => {
  const other = { ...TERMS, ...change };
  expect(hasTerms(recorded(TERMS), other)).toBe(false);
  expect(hasTerms(recorded(other), TERMS)).toBe(false);
});

test('an expiry that follows from the placement is no term', () => {
  const day: OrderTerms = { ...TERMS, timeInForce: 'GTC', expiresAt: null };
  expect(hasTerms({ ...recorded(day), expiresAt: LATER }, day)).toBe(true);
});

test('an expiry lies in the future, by a millisecond at least', () => {
  expect(() => checkExpiresLater(TERMS, NOW)).not.toThrow();
  for (const now of [LATER, new Date(LATER.getTime() + 1)]) {
    expect(() => checkExpiresLater(TERMS, now)).toThrow(
      expect.objectContaining({ code: 'invalid_request', param: 'expires_at' }),
    );
  }
  expect(() => checkExpiresLater({ ...TERMS, expiresAt: null }, NOW)).not.toThrow();
});

test('only a time in force with an expiry has one, and then it must', () => {
  expect(() => checkOrderTerms(TERMS)).not.toThrow();
  const refused = expect.objectContaining({ code: 'invalid_request', param: 'expires_at' });
  expect(() => checkOrderTerms({ ...TERMS, expiresAt: null })).toThrow(refused);
  expect(() => checkOrderTerms({ ...TERMS, timeInForce: 'GTC' })).toThrow(refused);
  expect(expiryOf(TERMS, NOW)).toEqual(LATER);
  expect(expiryOf({ ...TERMS, timeInForce: 'GTC', expiresAt: null }, NOW)).toBeNull();
});
