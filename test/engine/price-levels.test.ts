/** The levels of one side: always those of a book with the same changes, and never below zero. */
import fc from 'fast-check';
import { formatPrice } from '../../domain/money';
import { PriceLevels } from '../../followers/relay/price-levels';
import { SEED } from '../support/random';

const change = fc.record({
  priceScale8: fc.integer({ min: 1, max: 12 }).map(BigInt),
  tokens: fc.integer({ min: -30, max: 60 }),
});

/** Best first, in the form that clients read. */
function sorted(quantities: ReadonlyMap<bigint, number>, side: 'ask' | 'bid') {
  const rows = [...quantities].filter(([, tokens]) => tokens > 0);
  rows.sort(([one], [other]) => (one < other === (side === 'ask') ? -1 : 1));
  return rows.map(([price, tokens]) => [formatPrice(price, 'perThousand'), String(tokens)]);
}

test.each(['ask', 'bid'] as const)('of %ss, after each change', (side) => {
  const property = fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
    const levels = new PriceLevels(side);
    const quantities = new Map<bigint, number>();
    for (const { priceScale8, tokens } of changes) {
      const had = quantities.get(priceScale8) ?? 0;
      const taken = Math.max(tokens, -had);
      levels.change(priceScale8, taken);
      quantities.set(priceScale8, had + taken);
      expect(levels.depth).toEqual(sorted(quantities, side));
    }
  });
  fc.assert(property, { seed: SEED });
});

test('more than a price has cannot leave it', () => {
  const levels = new PriceLevels('ask');
  levels.change(5n, 10);
  expect(() => levels.change(5n, -11)).toThrow('More tokens left the price');
  expect(() => levels.change(6n, -1)).toThrow('More tokens left the price');
  expect(levels.rows).toMatchObject([{ priceScale8: 5n, quantityTokens: 10 }]);
});

test('what did not change is the same depth, and what did is another one', () => {
  const levels = new PriceLevels('bid');
  levels.change(5n, 10);
  const before = levels.depth;
  levels.change(7n, 0);
  expect(levels.depth).toBe(before);
  levels.change(7n, 1);
  expect(levels.depth).not.toBe(before);
});
