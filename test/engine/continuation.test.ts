/**
 * Commands that need several calls, with others in between. A reservation decides on the book as it is at
 * its last call; all other commands are one step, made at their first call, whoever finishes it.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { bidArbitrary, placeArbitrary, type Command } from './commands';
import { Follower } from './follower';
import { indexFaults } from './indexes';
import { drawBook, stateOfEngine, stateOfNaive } from './state';
import { Twins } from './twins';
import { SELLERS, World } from './world';

const RUNS = Number.parseInt(process.env['ENGINE_MODEL_RUNS'] ?? '60', 10);

let world: World;
beforeAll(async () => {
  world = await World.start({ scan: 3, chunk: 2, fills: 2, top: 2 });
});
afterAll(() => world.stop());

/**
 * Asks at few prices, most of them nearly sold out: a reservation of 1,000 tokens searches long, until a
 * release makes one fit, and a bid for as many has many fills.
 */
const crowdedPlace = fc.record({
  do: fc.constant('place' as const),
  sellerId: fc.constantFrom(...SELLERS),
  region: fc.constant('apac' as const),
  priceScale8: fc.constantFrom(2n, 3n, 65_536n),
  capacityTokens: fc.constant(1_000),
  lotTokens: fc.constantFrom(1, 64),
  lifetimeMs: fc.constantFrom(5_000, 600_000),
});

const crowdedBid = fc.record({
  do: fc.constant('bid' as const),
  limitPriceScale8: fc.constantFrom(1n, 2n, 3n),
  quantityTokens: fc.constantFrom(10, 60, 1_000),
  region: fc.constant(null),
  excludedOwner: fc.constantFrom(null, 'acme' as const),
  timeInForce: fc.constantFrom('GTC' as const, 'GTD' as const),
  lifetimeMs: fc.constantFrom(5_000, 600_000),
});

/** Whatever another caller may do between two calls of a command. */
const disturbance: fc.Arbitrary<Command> = fc.oneof(
  crowdedPlace,
  placeArbitrary,
  bidArbitrary,
  fc.record({ do: fc.constant('release' as const), which: fc.nat(14), share: fc.constant(4) }),
  fc.record({ do: fc.constant('cancel' as const), which: fc.nat(14) }),
  fc.record({ do: fc.constant('pass' as const), milliseconds: fc.constant(2_000) }),
);

function reserveOf(tokens: number): Command {
  const anyone = {
    region: null,
    sellerId: null,
    excludedSellerIds: [],
    onlySellerIds: undefined,
  };
  return { do: 'reserve', minimum: tokens, extra: 0, limitPriceScale8: 100_000n, ...anyone };
}

const longCommand: fc.Arbitrary<Command> = fc.oneof(
  fc.constant(reserveOf(1_000)),
  fc.record({
    do: fc.constant('bid' as const),
    limitPriceScale8: fc.constantFrom(2n, 65_536n),
    quantityTokens: fc.constantFrom(250, 900, 5_000),
    region: fc.constantFrom(null, 'apac' as const),
    excludedOwner: fc.constantFrom(null, 'acme' as const),
    timeInForce: fc.constantFrom('GTC' as const, 'IOC' as const, 'FOK' as const, 'GTD' as const),
    lifetimeMs: fc.constantFrom(1_000, 600_000),
  }),
  crowdedPlace.map((ask) => ({ ...ask, priceScale8: 1n, capacityTokens: 5_000 })),
);

/** Fills are given back: to a halted book, which then goes on, or one by one. */
const releases: fc.Arbitrary<Command[]> = fc
  .tuple(fc.boolean(), fc.array(fc.nat(99), { minLength: 1, maxLength: 5 }))
  .map(([isHalted, fills]) => [
    ...(isHalted ? [{ do: 'halt' as const }] : []),
    ...fills.map((which) => ({ do: 'release' as const, which, share: 4 })),
    { do: 'resume' as const },
  ]);

test('nothing eligible is skipped, and nothing comes between the parts of one step', async () => {
  const crowd = fc.array(fc.oneof(crowdedPlace, crowdedBid), { minLength: 6, maxLength: 20 });
  const property = fc.asyncProperty(
    crowd,
    fc.nat(10),
    fc.array(
      fc.oneof(
        longCommand.map((one) => [one]),
        releases,
      ),
      { minLength: 1, maxLength: 4 },
    ),
    fc.array(disturbance, { minLength: 1, maxLength: 30 }),
    async (orders, reservations, commands, disturbances) => {
      await world.redis.flushdb();
      await world.pass(0);
      const twins = new Twins(world);
      await twins.rebuild();
      const follower = new Follower(world);
      for (const order of orders) await twins.run(order);
      for (let at = 0; at < reservations; at += 1) await twins.run(reserveOf(950));
      const left = [...disturbances];
      const restore = beforeEachFurtherCall(world, async () => {
        for (const next of left.splice(-2)) await twins.run(next);
      });
      try {
        for (const command of commands.flat()) {
          const [expected, answer] = await twins.run(command);
          // Between two calls of a placing others may sell and release what it has placed.
          const [told, wanted] = [answer, expected].map((one) => ({
            ...(one as object),
            remainingTokens: null,
          }));
          expect({ command, answer: told }).toEqual({ command, answer: wanted });
        }
      } finally {
        restore();
      }
      const engine = await stateOfEngine(world.redis, world.book, world.nowMs);
      expect(drawBook(engine)).toBe(drawBook(stateOfNaive(twins.naive)));
      expect(await indexFaults(world.redis, world.book, 1)).toEqual([]);
      await follower.follow();
      expect([follower.gaps, follower.crosses]).toEqual([[], []]);
    },
  );
  await fc.assert(property, { numRuns: RUNS });
});

test('what is in time when an order comes in is in time for all of it', async () => {
  await world.redis.flushdb();
  await world.pass(0);
  await world.open();
  const expiresAtMs = world.nowMs + 1_000;
  for (let at = 0; at < 20; at += 1) await world.place({ capacityTokens: 10, expiresAtMs });
  const restore = beforeEachFurtherCall(world, () => world.pass(500));
  const answer = await world.books.bid(world.order({ quantityTokens: 200, timeInForce: 'FOK' }));
  restore();
  expect(answer).toMatchObject({ order: { state: 'filled', fillCount: 20 } });
});

test.each([
  { others: 0, forgets: false, what: 'is found' },
  { others: 6, forgets: false, what: 'is found behind many other events' },
  { others: 0, forgets: true, what: 'is found by a Redis that was restarted meanwhile' },
  { others: 2, forgets: true, what: 'is found by it behind as many events as one call reads' },
  { others: 3, forgets: true, what: 'is found by it behind one more' },
  { others: 6, forgets: true, what: 'is found by it behind many' },
])('an ask that comes back where a search has passed $what', async ({ others, forgets }) => {
  await world.redis.flushdb();
  await world.pass(0);
  await world.open();
  // Each is a little sold, by its own seller's index: a search of all asks knows none of them yet.
  const asks = await Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      const ask = await world.place({ sellerId: randomUUID(), priceScale8: BigInt(at + 1) });
      const sold = world.bid({ sellerId: ask.sellerId, quantityTokens: 10 });
      await world.books.reserve(sold);
      return { askId: ask.askId, fillId: sold.fillId };
    }),
  );
  await world.place({ priceScale8: 200n });
  // Passed, and behind what every call looks at first.
  const { askId, fillId } = asks[3]!;
  let furtherCalls = 0;
  const restore = beforeEachFurtherCall(world, async () => {
    furtherCalls += 1;
    if (furtherCalls !== 2) return;
    for (let at = 0; at < others; at += 1) await world.place({ capacityTokens: 20 });
    await world.books.release({ book: world.book, fillId, quantityTokens: 10 });
    if (forgets) await world.forgetBounds();
  });
  const answer = await world.reserve({ quantityTokens: 1_000 });
  restore();
  expect(furtherCalls).toBeGreaterThanOrEqual(2);
  expect(answer).toMatchObject({ status: 'reserved', askId });
});

/** Runs `disturb` before each call that goes on with a command; what it does is not disturbed. */
function beforeEachFurtherCall({ books }: World, disturb: () => Promise<void>): () => void {
  const { redis } = books.functions;
  const callBuffer = redis.callBuffer.bind(redis) as (...args: unknown[]) => Promise<Buffer[]>;
  let isDisturbing = false;
  let goesOn = false;
  redis.callBuffer = (async (...args: unknown[]) => {
    if (isDisturbing || args[0] !== 'FCALL') return callBuffer(...args);
    if (goesOn) {
      isDisturbing = true;
      await disturb();
      isDisturbing = false;
    }
    const answer = await callBuffer(...args);
    const [status, addition] = answer.map(String);
    goesOn = ['again', 'continue', 'resumed'].includes(status ?? '') || addition === 'unfinished';
    return answer;
  }) as typeof redis.callBuffer;
  return () => {
    redis.callBuffer = callBuffer as typeof redis.callBuffer;
  };
}
