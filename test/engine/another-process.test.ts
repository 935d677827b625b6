/**
 * A book belongs to the process of Redis that opened it: one that started from its files, or took
 * over from a primary, may lack the last writes, and nothing in the book tells.
 */
import { headKey } from '../../engine/keys';
import { rebuildBook } from '../../engine/rebuild';
import { lookAt } from '../../followers/relay/look';
import { until } from '../support/wait';
import { RedisServer } from './redis-server';
import { World } from './world';

const LEASE_MS = 3_000;

let server: RedisServer;
let world: World;

beforeAll(async () => {
  server = await RedisServer.start(['--repl-diskless-sync-delay', '0']);
});
afterAll(() => server.stop());
afterEach(() => world.stop());

/** A book with an ask, in the server's present process. */
async function openBook(): Promise<void> {
  world = await World.start({}, server.connect());
  await world.open();
  await world.place();
}

/** The same book, as a client sees it that connects again. */
async function connectAgain(to: RedisServer = server): Promise<void> {
  const { book } = world;
  world.redis.disconnect();
  world = Object.assign(await World.start({}, to.connect()), { book });
}

async function restart(): Promise<void> {
  await until(async () => /aof_pending_bio_fsync:0/.test(await world.redis.info('persistence')), {
    what: 'the log to be written',
  });
  await server.kill();
  await server.run();
  await connectAgain();
}

/** The first command of a client in the other process. */
const COMMANDS: Readonly<Record<string, () => Promise<unknown>>> = {
  place: () => world.books.place(world.ask()),
  reserve: () => world.reserve(),
  bid: () => world.books.bid(world.order()),
  cancel: () => world.cancel(world.ask()),
  release: () => world.books.release({ ...world.bid(), quantityTokens: 1 }),
  halt: () => world.books.halt(world.book),
};

test.each(Object.keys(COMMANDS))('after a restart the first %s finds no book', async (name) => {
  await openBook();
  await restart();
  expect(await world.redis.hget(headKey(world.book), 'epoch')).not.toBeNull();
  expect(await COMMANDS[name]!()).toMatchObject({ status: 'unavailable' });
  expect(await world.books.epochOf(world.book)).toBeNull();
});

test('nothing of it is shown', async () => {
  await openBook();
  await restart();
  expect(await world.books.best(world.bid())).toBeNull();
  expect(await world.depth()).toEqual([]);
});

test('a relay that looks at it closes it', async () => {
  await openBook();
  await restart();
  const [look] = await lookAt(world.books.functions, [world.book], 'relay', LEASE_MS);
  expect(look).toMatchObject({ lease: {}, newest: null });
  expect(await world.books.epochOf(world.book)).toBeNull();
});

test('a relay that begins a turn closes it', async () => {
  await openBook();
  await restart();
  await world.books.functions.call('lease_hold', world.book, ['relay', LEASE_MS]);
  expect(await world.books.epochOf(world.book)).toBeNull();
});

test('whoever only opens closed books opens it', async () => {
  await openBook();
  await restart();
  const asks = [{ ...world.ask(), sequence: 1 }];
  const source = () => Promise.resolve({ epoch: 2, asks, reservations: [] });
  const { books, book } = world;
  expect(await rebuildBook(books, book, source, { unlessOpen: true })).toMatchObject({
    status: 'opened',
  });
  expect(await world.reserve()).toMatchObject({ status: 'reserved' });
  expect(await rebuildBook(books, book, source, { unlessOpen: true })).toEqual({ status: 'open' });
});

test('after a replica has taken over, its books are closed', async () => {
  await openBook();
  const replica = await RedisServer.start(['--replicaof', `127.0.0.1 ${server.port}`]);
  try {
    const promoted = replica.connect();
    await until(async () => (await promoted.dbsize()) === (await world.redis.dbsize()), {
      what: 'the replica to follow',
    });
    await promoted.replicaof('NO', 'ONE');
    promoted.disconnect();
    await connectAgain(replica);
    expect(await world.reserve()).toEqual({ status: 'unavailable' });
  } finally {
    await connectAgain();
    await replica.stop();
  }
});

test('a library that is loaded again, as by another release, leaves its books open', async () => {
  await openBook();
  await world.forgetBounds();
  await lookAt(world.books.functions, [world.book], 'relay', LEASE_MS);
  expect(await world.reserve()).toMatchObject({ status: 'reserved' });
});

test('a book that an earlier release has opened is open, until Redis starts again', async () => {
  await openBook();
  await world.redis.hdel(headKey(world.book), 'process');
  await restart();
  expect(await world.reserve()).toMatchObject({ status: 'reserved' });
  await lookAt(world.books.functions, [world.book], 'relay', LEASE_MS);
  await restart();
  expect(await world.reserve()).toEqual({ status: 'unavailable' });
});
