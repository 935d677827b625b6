/**
 * The engine against the naive book: same commands, same answers, same events, same book, after
 * every step. The bounds are tiny, so that small books already need several calls to be matched.
 */
import fc from 'fast-check';
import { commandArbitrary, commandsOfOneEpoch, type Command } from './commands';
import { asNaiveEvent, Follower } from './follower';
import { indexFaults } from './indexes';
import { drawBook, hashBook, readHead, stateOfEngine, stateOfNaive } from './state';
import { Twins } from './twins';
import { World } from './world';

const RUNS = Number.parseInt(process.env['ENGINE_MODEL_RUNS'] ?? '60', 10);

describe.each([
  { scan: 2, chunk: 1, fills: 1, top: 1 },
  { scan: 3, chunk: 2, fills: 2, top: 2 },
  { scan: 8, chunk: 3, fills: 3, top: 5 },
])('looking at $scan orders per call', (limits) => {
  let world: World;
  beforeAll(async () => {
    world = await World.start(limits);
  });
  afterAll(() => world.stop());

  async function freshTwins(): Promise<Twins> {
    await world.redis.flushdb();
    await world.pass(0);
    const twins = new Twins(world);
    await twins.rebuild();
    return twins;
  }

  async function expectSame({ naive }: Twins): Promise<void> {
    const engine = await stateOfEngine(world.redis, world.book, world.nowMs);
    const expected = stateOfNaive(naive);
    const isSame = hashBook(engine) === hashBook(expected);
    expect(isSame ? '' : drawBook(engine)).toBe(isSame ? '' : drawBook(expected));
    if (engine.epoch === null) return;
    expect(await indexFaults(world.redis, world.book, engine.epoch)).toEqual([]);
    for (const region of [null, 'us-east', 'global'] as const) {
      const { asks, bids } = await world.books.levels({ book: world.book, region });
      expect({ region, asks, bids }).toEqual({ region, ...naive.levels(region) });
    }
  }

  async function play(twins: Twins, commands: readonly Command[], after: () => Promise<void>) {
    for (const command of commands) {
      const [expected, answer] = await twins.run(command);
      expect({ command, answer }).toEqual({ command, answer: expected });
      await after();
    }
  }

  test('any sequence of commands gives the same answers and the same book', async () => {
    const commands = fc.array(commandArbitrary, { minLength: 5, maxLength: 60 });
    const property = fc.asyncProperty(commands, async (sequence) => {
      const twins = await freshTwins();
      await play(twins, sequence, () => expectSame(twins));
    });
    await fc.assert(property, { numRuns: RUNS });
  });

  test('the journal has the same events in the same order, and folding it gives the book', async () => {
    const property = fc.asyncProperty(commandsOfOneEpoch(10, 80), async (sequence) => {
      const twins = await freshTwins();
      const follower = new Follower(world);
      await play(twins, sequence, async () => {
        const events = await follower.follow();
        const told = events.flatMap((event) => asNaiveEvent(event) ?? []);
        expect(told).toEqual(twins.naive.events.splice(0));
        expect([follower.gaps, follower.crosses]).toEqual([[], []]);
      });
      const { orders } = await readHead(world.redis, world.book);
      expect(new Set(follower.orders.values())).toEqual(new Set(orders));
    });
    await fc.assert(property, { numRuns: RUNS });
  });
});
