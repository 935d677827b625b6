/** The engine against the naive book: same commands, same answers, same book, after every step. */
import fc from 'fast-check';
import { readJournal } from '../../engine/journal';
import { isOffered, type BookAsk } from '../../engine/layouts';
import { commandArbitrary, Twins, type Command } from './commands';
import { drawBook, indexFaults, readAsks, stateOfEngine, stateOfNaive } from './state';
import { SELLERS, World } from './world';

const RUNS = Number.parseInt(process.env['ENGINE_MODEL_RUNS'] ?? '60', 10);

/** Small bounds, so that small books already need several calls to be searched. */
const TINY = { scan: 3, chunk: 2 };

let world: World;
beforeAll(async () => {
  world = await World.start(TINY);
});
afterAll(() => world.stop());

async function freshTwins(): Promise<Twins> {
  await world.redis.flushdb();
  await world.pass(0);
  const twins = new Twins(world);
  await twins.rebuild();
  return twins;
}

async function expectSame(twins: Twins): Promise<void> {
  const engine = await stateOfEngine(world.redis, world.book, world.nowMs);
  expect(drawBook(engine)).toBe(drawBook(stateOfNaive(twins.naive)));
  if (engine.epoch === null) return;
  expect(await indexFaults(world.redis, world.book, engine.epoch)).toEqual([]);
  const { asks } = await world.books.levels({ book: world.book, region: null });
  expect(asks).toEqual(twins.naive.levels(null));
}

test('any sequence of commands gives the same answers and the same book', async () => {
  const property = fc.asyncProperty(
    fc.array(commandArbitrary, { minLength: 5, maxLength: 50 }),
    async (commands) => {
      const twins = await freshTwins();
      for (const command of commands) {
        const [expected, answer] = await twins.run(command);
        expect(answer).toEqual(expected);
        await expectSame(twins);
      }
    },
  );
  await fc.assert(property, { numRuns: RUNS });
});

/**
 * Asks at few prices, most of them nearly taken: a bid for 1,000 tokens searches long, until a
 * release makes one fit.
 */
const crowdedPlace = fc.record({
  do: fc.constant('place' as const),
  sellerId: fc.constantFrom(...SELLERS),
  region: fc.constant('apac' as const),
  priceScale8: fc.constantFrom(1n, 2n, 65_536n),
  capacityTokens: fc.constant(1_000),
  lotTokens: fc.constantFrom(1, 64),
  lifetimeMs: fc.constantFrom(5_000, 600_000),
});

/** Whatever another caller may do between two calls of a search. */
const disturbance: fc.Arbitrary<Command> = fc.oneof(
  crowdedPlace,
  fc.record({ do: fc.constant('release' as const), which: fc.nat(14), share: fc.constant(4) }),
  fc.record({ do: fc.constant('cancel' as const), which: fc.nat(14) }),
  fc.record({ do: fc.constant('pass' as const), milliseconds: fc.constant(2_000) }),
);

function takeOf(tokens: number): Command {
  const anyone = { region: null, sellerId: null, excludedSellerIds: [] };
  return { do: 'take', minimum: tokens, extra: 0, limitPriceScale8: 100_000n, ...anyone };
}

test('a search that takes several calls decides on the book as it is at its last call', async () => {
  const property = fc.asyncProperty(
    fc.array(crowdedPlace, { minLength: 6, maxLength: 14 }),
    fc.nat(14),
    fc.array(disturbance, { minLength: 1, maxLength: 30 }),
    async (asks, takes, disturbances) => {
      const twins = await freshTwins();
      for (const ask of asks) await twins.run(ask);
      for (let at = 0; at < takes; at += 1) await twins.run(takeOf(950));
      const restore = beforeEachContinuation(async () => {
        for (const next of disturbances.splice(-2)) await twins.run(next);
      });
      try {
        while (disturbances.length > 0) {
          const left = disturbances.length;
          const [expected, answer] = await twins.run(takeOf(1_000));
          expect(answer).toEqual(expected);
          if (disturbances.length === left) disturbances.pop();
        }
        await expectSame(twins);
      } finally {
        restore();
      }
    },
  );
  await fc.assert(property, { numRuns: RUNS });
});

/** Runs `disturb` between two calls of one take. */
function beforeEachContinuation(disturb: () => Promise<void>): () => void {
  const { functions } = world.books;
  const call = functions.call.bind(functions);
  functions.call = async (name, book, args) => {
    const isContinued = name === 'take' && args?.length === 8;
    if (isContinued) await disturb();
    return call(name, book, args);
  };
  return () => {
    functions.call = call;
  };
}

test('the journal has no gap, and folding it gives the asks byte for byte', async () => {
  const property = fc.asyncProperty(
    fc.array(commandArbitrary, { minLength: 10, maxLength: 60 }),
    async (commands) => {
      const twins = await freshTwins();
      for (const command of commands.filter((each) => !endsEpoch(each))) await twins.run(command);
      const events = await readJournal(world.redis, world.book, { epoch: 1, version: -1 }, 10_000);
      expect(events.map((event) => event.version)).toEqual(events.map((_, at) => at));

      const folded = new Map<string, BookAsk>();
      for (const { ask } of events) if (ask) folded.set(ask.askId, ask);
      const stored = await readAsks(world.redis, world.book, 1);
      expect(byId([...folded.values()])).toEqual(byId(stored));
      expect(unclosed(events.flatMap((event) => event.ask ?? []))).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: RUNS });
});

const endsEpoch = (command: Command) => command.do === 'rebuild' || command.do === 'invalidate';
const byId = (asks: BookAsk[]) => asks.sort((a, b) => (a.askId < b.askId ? -1 : 1));

/** Asks that the journal shows on offer again after they were closed: there must be none. */
function unclosed(history: BookAsk[]): BookAsk[] {
  const closed = new Set<string>();
  return history.filter((ask) => {
    if (ask.state !== 'open') closed.add(ask.askId);
    return closed.has(ask.askId) && isOffered(ask);
  });
}

test('tokens are conserved: what an ask had is what remains and what its fills hold', async () => {
  const property = fc.asyncProperty(
    fc.array(commandArbitrary, { minLength: 10, maxLength: 60 }),
    async (commands) => {
      const twins = await freshTwins();
      for (const command of commands.filter((each) => !endsEpoch(each))) await twins.run(command);
      const events = await readJournal(world.redis, world.book, { epoch: 1, version: -1 }, 10_000);
      const balances = new Map<string, number>();
      for (const { kind, quantityTokens, ask } of events) {
        if (!ask || kind === 'cancelled' || kind === 'expired') continue;
        if (kind === 'released' && ask.state !== 'open') continue;
        const change = kind === 'taken' ? -quantityTokens : quantityTokens;
        balances.set(ask.askId, (balances.get(ask.askId) ?? 0) + change);
        expect(ask.remainingTokens).toBe(balances.get(ask.askId));
        expect(ask.remainingTokens).toBeGreaterThanOrEqual(0);
      }
    },
  );
  await fc.assert(property, { numRuns: RUNS });
});
