/** A look at more books than one call takes: each is told as it is, and unfinished work is no quiet. */
import { epochKeys, headKey } from '../../engine/keys';
import { rebuildBook } from '../../engine/rebuild';
import { lookAt } from '../../followers/relay/look';
import { World } from './world';

const BOOKS = 105;
const LEASE_MS = 60_000;

let world: World;
beforeEach(async () => {
  world = await World.start({ scan: 2 });
});
afterEach(() => world.stop());

test('in the order of the books', async () => {
  const books = Array.from({ length: BOOKS }, (_, at) => ({
    modelId: `model ${at}`,
    tenor: 'spot' as const,
  }));
  for (const [at, book] of books.entries()) {
    const source = { epoch: at + 1, asks: [], reservations: [] };
    await rebuildBook(world.books, book, () => Promise.resolve(source));
  }
  const other = books.at(-2)!;
  await lookAt(world.books.functions, [other], 'another relay', LEASE_MS);
  const looks = await lookAt(world.books.functions, books, 'relay', LEASE_MS);
  expect(looks.map(({ newest }) => newest?.epoch ?? null)).toEqual(
    books.map((book, at) => (book === other ? null : at + 1)),
  );
  expect(looks.filter(({ lease }) => lease === null)).toHaveLength(1);
});

test('a book that was left in the middle of a match has no newest event', async () => {
  await world.open();
  for (let at = 0; at < 6; at += 1) await world.place({ capacityTokens: 10 });
  const look = async () => {
    const [one] = await lookAt(world.books.functions, [world.book], 'relay', LEASE_MS);
    return one!;
  };
  expect((await look()).newest).toMatchObject({ epoch: 1, version: 6 });
  await leftUnfinished();
  expect(await look()).toMatchObject({ newest: null, lease: { nowMs: expect.any(Number) } });
  await world.books.work(world.book);
  expect((await look()).newest).toMatchObject({ epoch: 1, version: 13 });
});

/** A caller dies behind the first of several calls that match its order. */
async function leftUnfinished(): Promise<void> {
  const { redis } = world.books.functions;
  const call = redis.callBuffer.bind(redis) as (...args: unknown[]) => Promise<Buffer[]>;
  redis.callBuffer = (async (...args: unknown[]) => {
    await call(...args);
    throw new Error('the caller is dead');
  }) as typeof redis.callBuffer;
  const bid = world.order({ quantityTokens: 60 });
  await expect(world.books.bid(bid)).rejects.toThrow('the caller is dead');
  redis.callBuffer = call as typeof redis.callBuffer;
  expect(await redis.hget(headKey(world.book), 'epoch')).toBe('1 busy');
  expect(await redis.llen(epochKeys(world.book, 1).work)).toBe(1);
}
