/** A view of a book is the same, whether it was read from the engine or told by the relay. */
import fc from 'fast-check';
import { type ViewRegion, VIEW_REGIONS, isNewer, viewOfMessage } from '../../api/stream/book-view';
import type { BidPin, Depth } from '../../domain/book-message';
import { comparePrices, formatPrice } from '../../domain/money';
import { REGIONS, type Region } from '../../domain/regions';
import { bookMessage } from './client';

const priceScale8 = fc.bigInt({ min: 1n, max: 10n ** 12n });

test('the texts of prices are ordered as their numbers', () => {
  fc.assert(
    fc.property(priceScale8, priceScale8, (a, b) => {
      const order = comparePrices(formatPrice(a, 'perThousand'), formatPrice(b, 'perThousand'));
      expect(Math.sign(order)).toBe(Number(a > b) - Number(a < b));
    }),
  );
});

interface Order {
  readonly place: BidPin;
  readonly priceScale8: bigint;
  readonly quantity: number;
}

const orders = (places: readonly BidPin[]) =>
  fc.array(
    fc.record({
      place: fc.constantFrom(...places),
      // Few prices, so that many orders share one.
      priceScale8: fc.bigInt({ min: 1n, max: 12n }).map((price) => price * 30_000_000n),
      quantity: fc.integer({ min: 1, max: 1_000 }),
    }),
    { maxLength: 30 },
  );

test.each(VIEW_REGIONS)('the view %s adds up what it shows, best first', (view) => {
  fc.assert(
    fc.property(orders(REGIONS), orders(VIEW_REGIONS), (asks, bids) => {
      const told = bookMessage('m', 1, {
        asks: depthsOf(asks, 'ask') as Partial<Record<Region, Depth>>,
        bids: depthsOf(bids, 'bid'),
      });
      expect(viewOfMessage(told, view)).toMatchObject({
        asks: rowsOf(
          asks.filter(({ place }) => view === 'any' || place === view),
          'ask',
        ),
        bids: rowsOf(
          bids.filter(({ place }) => shows(view, place)),
          'bid',
        ),
      });
    }),
    { numRuns: 50 },
  );
});

test('a later epoch is newer, whatever its sequence; within one the sequence counts', () => {
  const version = (epoch: number, sequence: number) => ({ epoch, sequence });
  expect(isNewer(version(2, 0), version(1, 9))).toBe(true);
  expect(isNewer(version(1, 9), version(2, 0))).toBe(false);
  expect(isNewer(version(1, 2), version(1, 1))).toBe(true);
  expect(isNewer(version(1, 1), version(1, 1))).toBe(false);
});

function shows(view: ViewRegion, pin: BidPin): boolean {
  return view === 'any' || pin === 'any' || (pin === view && view !== 'global');
}

function rowsOf(list: readonly Order[], side: 'ask' | 'bid') {
  const quantities = new Map<bigint, number>();
  for (const { priceScale8: price, quantity } of list) {
    quantities.set(price, (quantities.get(price) ?? 0) + quantity);
  }
  const direction = side === 'ask' ? 1 : -1;
  return [...quantities]
    .sort(([a], [b]) => direction * (a < b ? -1 : 1))
    .map(([price, quantity]) => ({
      price: formatPrice(price, 'perThousand'),
      quantity: String(quantity),
    }));
}

/** As the relay tells them: by place, one entry per price, best first. */
function depthsOf(list: readonly Order[], side: 'ask' | 'bid'): Partial<Record<BidPin, Depth>> {
  const places = [...new Set(list.map(({ place }) => place))];
  return Object.fromEntries(
    places.map((one) => [
      one,
      rowsOf(
        list.filter(({ place }) => place === one),
        side,
      ).map(({ price, quantity }) => [price, quantity] as const),
    ]),
  );
}
