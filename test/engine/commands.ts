/** Random commands as plain data; test/engine/twins.ts runs them. */
import fc from 'fast-check';
import { REGIONS, type Region } from '../../domain/regions';
import { TIMES_IN_FORCE, type TimeInForce } from '../../domain/time-in-force';
import { OWNERS, SELLERS } from './world';

/** Few, so that orders meet; some of them beyond what a double can tell apart. */
const PRICES = [1n, 2n, 3n, 65_535n, 65_536n, 2n ** 53n, 2n ** 53n + 1n, 9n * 10n ** 18n] as const;
const QUANTITIES = [1, 15, 16, 100, 255, 256, 1_000, 1_000_000_000_000] as const;
const LIFETIMES_MS = [0, 1, 5_000, 30_000, 600_000] as const;

const some = <T>(values: readonly T[]) => fc.constantFrom(...values);
const which = fc.nat(99);
const price = fc.oneof(some([1n, 2n, 3n] as const), some<bigint>(PRICES));
const region = fc.oneof(fc.constant<Region>('us-east'), some<Region>(REGIONS));
const criteria = {
  region: fc.option(region),
  sellerId: fc.option(some(SELLERS), { freq: 4 }),
  excludedSellerIds: fc.subarray([...SELLERS], { maxLength: 2 }),
  onlySellerIds: fc.option(fc.subarray([...SELLERS], { maxLength: 2 }), {
    freq: 3,
    nil: undefined,
  }),
};

export const placeArbitrary = fc.record({
  do: fc.constant('place' as const),
  sellerId: some(SELLERS),
  region,
  priceScale8: price,
  capacityTokens: some<number>(QUANTITIES),
  lotTokens: some([1, 16, 256]),
  lifetimeMs: some<number>(LIFETIMES_MS),
});

export const bidArbitrary = fc.record({
  do: fc.constant('bid' as const),
  limitPriceScale8: price,
  quantityTokens: some<number>(QUANTITIES),
  region: fc.option(region, { freq: 2 }),
  excludedOwner: fc.option(some(OWNERS), { freq: 2 }),
  timeInForce: fc.oneof(fc.constant<TimeInForce>('GTC'), some<TimeInForce>(TIMES_IN_FORCE)),
  lifetimeMs: some<number>(LIFETIMES_MS),
});

export const reserveArbitrary = fc.record({
  do: fc.constant('reserve' as const),
  minimum: some<number>(QUANTITIES),
  extra: some([0, 7, 1_000]),
  limitPriceScale8: price,
  ...criteria,
});

const simple = <Name extends string>(name: Name) => fc.record({ do: fc.constant(name), which });

export const commandArbitrary = fc.oneof(
  { weight: 9, arbitrary: placeArbitrary },
  { weight: 9, arbitrary: bidArbitrary },
  { weight: 8, arbitrary: reserveArbitrary },
  {
    weight: 9,
    arbitrary: fc.record({ do: fc.constant('release' as const), which, share: fc.nat(4) }),
  },
  { weight: 3, arbitrary: simple('cancel') },
  { weight: 2, arbitrary: simple('place again') },
  { weight: 2, arbitrary: simple('bid again') },
  { weight: 2, arbitrary: simple('reserve again') },
  { weight: 2, arbitrary: simple('expire') },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      milliseconds: some([1, 999, 5_000, 40_000]),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('halt' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('resume' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rebuild' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('invalidate' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('look' as const),
      minimum: some<number>(QUANTITIES),
      ...criteria,
    }),
  },
);

export type Command = typeof commandArbitrary extends fc.Arbitrary<infer T> ? T : never;

/** Commands of one epoch. */
export const commandsOfOneEpoch = (minLength: number, maxLength: number) =>
  fc
    .array(commandArbitrary, { minLength, maxLength })
    .map((commands) =>
      commands.filter(({ do: name }) => name !== 'rebuild' && name !== 'invalidate'),
    );
