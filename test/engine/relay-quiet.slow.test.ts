/** Quiet books: what a relay asks of Redis and of the records while nothing happens. */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { type BookId, bookName } from '../../domain/instruments';
import { epochKeys, headKey } from '../../engine/keys';
import { rebuildBook } from '../../engine/rebuild';
import type { RelayPorts } from '../../followers/relay/ports';
import { Relay } from '../../followers/relay/relay';
import { until } from '../support/wait';
import { RedisServer } from './redis-server';
import { Store } from './relay-store';
import { World } from './world';

const NEVER_MS = 3_600_000;
const LEASE_MS = 1_500;
const LARGE_BOOK = 10_000;
const MANY_BOOKS = 40;
/** Blocking reads of one second that end without an event. */
const QUIET_READS = 3;

let server: RedisServer;
let redis: Redis;
let relays: Relay[] = [];
let failures: unknown[] = [];

beforeAll(async () => {
  server = await RedisServer.start();
  redis = server.connect();
});
afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
  relays = [];
  expect(failures).toEqual([]);
  failures = [];
  await redis.flushdb();
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

/** A book with asks that rest in Redis and in its store. */
async function openBook(asks: number): Promise<Store> {
  const world = await World.start({}, redis);
  const store = new Store(world);
  for (let at = 0; at < asks; at += 1) {
    const ask = world.ask();
    store.asks.set(ask.askId, ask);
    store.places.set(ask.askId, at + 1);
  }
  const source = [...store.asks.values()].map((ask, at) => ({ ...ask, sequence: at + 1 }));
  await rebuildBook(world.books, world.book, () =>
    Promise.resolve({ epoch: 1, asks: source, reservations: [] }),
  );
  return store;
}

/** The ports of a relay on many books, which count their calls. */
function portsOf(stores: readonly Store[], calls: Map<string, number>): RelayPorts {
  const byName = new Map(stores.map((store) => [bookName(store.world.book), store]));
  const storeOf = (book: BookId) => byName.get(bookName(book))!;
  const ports: RelayPorts = {
    books: async () => (await Promise.all(stores.map((store) => store.books()))).flat(),
    endedOrders: async () => stores.flatMap((store) => store.endedNow.splice(0)),
    readProgress: (book) => storeOf(book).readProgress(),
    saveProgress: (book, progress) => storeOf(book).saveProgress(book, progress),
    expired: async (ids) => stores[0]!.expired(ids),
    expiredBids: async (ids) => stores[0]!.expiredBids(ids),
    filled: async (fills) => stores[0]!.filled(fills),
    outcomes: () => stores[0]!.outcomes(),
    abandon: (reservation) => storeOf(reservation.book).abandon(reservation),
    epochOf: (book) => storeOf(book).epochOf(),
    rebuild: (book) => storeOf(book).rebuild(),
    unplacedAsks: (book) => storeOf(book).unplacedAsks(),
    placed: (askId, place) => stores[0]!.placed(askId, place),
    ended: async (orders) => orders.filter(({ id }) => !stores.some((store) => store.asks.has(id))),
    resting: (book, ...page) => storeOf(book).resting(book, ...page),
    publish: (message) => stores[0]!.publish(message),
  };
  return new Proxy(ports, {
    get(target, name: keyof RelayPorts) {
      calls.set(name, (calls.get(name) ?? 0) + 1);
      return target[name];
    },
  });
}

function startRelay(stores: readonly Store[], calls = new Map<string, number>()): Relay {
  const relay = new Relay(stores[0]!.world.books, portsOf(stores, calls), {
    holder: randomUUID(),
    leaseMs: LEASE_MS,
    reservationLeaseMs: 30_000,
    sliceEveryMs: NEVER_MS,
    saveEveryMs: 0,
    intervalMs: 20,
    quietMs: NEVER_MS,
    standbyMs: 100,
    discoverEveryMs: 200,
    concurrency: 8,
    onError: (_book, err) => failures.push(err),
  });
  relays.push(relay);
  relay.start();
  return relay;
}

async function commandCounts(): Promise<Map<string, number>> {
  const text = await redis.info('commandstats');
  const lines = [...text.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)];
  return new Map(lines.map(([, name, calls]) => [name!, Number(calls)]));
}

const readsOf = async () => (await commandCounts()).get('xread') ?? 0;

/** Waits until the relay has loaded, searched and compared its books. */
async function untilQuiet(calls: Map<string, number>, books: number): Promise<void> {
  let before = '';
  const isStill = async () => {
    const counts = await commandCounts();
    const now = JSON.stringify([counts.get('hscan'), counts.get('xrange'), calls.get('ended')]);
    const wasStill = now === before && (counts.get('xread') ?? 0) > 0;
    before = now;
    return wasStill && (calls.get('saveProgress') ?? 0) >= books;
  };
  await until(isStill, { what: 'quiet', timeoutMs: 60_000, everyMs: 1_200 });
}

async function countsWhileQuiet(stores: readonly Store[]) {
  const calls = new Map<string, number>();
  startRelay(stores, calls);
  await untilQuiet(calls, stores.length);
  await redis.config('RESETSTAT');
  calls.clear();
  await until(async () => (await readsOf()) >= QUIET_READS, { what: 'seconds without an event' });
  return { commands: await commandCounts(), calls };
}

test('a quiet book of ten thousand asks, and forty books, cost what one small book costs', async () => {
  const large = await openBook(LARGE_BOOK);
  const others = await Promise.all(Array.from({ length: MANY_BOOKS }, () => openBook(1)));
  const { commands, calls } = await countsWhileQuiet([large, ...others]);
  // The records are asked for all books together, and for no book and no order.
  expect([...calls.keys()].sort()).toEqual(['books', 'endedOrders']);
  // One call holds the leases of all books; in it each book costs the same, whatever its size.
  const looks = commands.get('fcall') ?? 0;
  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThanOrEqual(20 * QUIET_READS);
  for (const name of ['hscan', 'xrange', 'zrange', 'hget', 'zscan']) {
    expect([name, commands.get(name) ?? 0]).toEqual([name, 0]);
  }
  for (const name of ['get', 'set', 'hmget', 'xrevrange']) {
    expect(commands.get(name) ?? 0).toBeLessThanOrEqual((MANY_BOOKS + 1) * looks);
  }
});

test('a quiet book stays with its relay, and goes to another one when that stops', async () => {
  const store = await openBook(1);
  const first = startRelay([store]);
  const { book } = store.world;
  await until(() => first.state().acting === 1, { what: 'the first relay to act' });
  const holder = () => redis.get(`${headKey(book)}:lease`);
  const held = await holder();
  const second = startRelay([store]);
  const reads = await readsOf();
  await until(async () => (await readsOf()) >= reads + 2 * QUIET_READS, {
    what: 'several leases to pass',
    timeoutMs: 30_000,
  });
  expect(await holder()).toBe(held);
  expect(second.state()).toMatchObject({ acting: 0, standingBy: 1 });
  await first.stop();
  await until(() => second.state().acting === 1, { what: 'the second relay to act' });
  expect(await holder()).not.toBe(held);
});

test('a quiet book that Redis lost is rebuilt', async () => {
  const store = await openBook(3);
  const calls = new Map<string, number>();
  startRelay([store], calls);
  await untilQuiet(calls, 1);
  await redis.del(headKey(store.world.book));
  await until(async () => (await store.world.books.epochOf(store.world.book)) === 2, {
    what: 'the rebuild',
  });
  expect(await store.world.depth()).toEqual(['100 x 3000']);
});

test('a quiet book whose last event is another one than before is rebuilt', async () => {
  const store = await openBook(1);
  const { world } = store;
  await store.rest({ priceScale8: 200n });
  const calls = new Map<string, number>();
  startRelay([store], calls);
  await untilQuiet(calls, 1);
  const { events } = epochKeys(world.book, 1);
  const entries = await redis.xrangeBuffer(events, '-', '+');
  const replaced = Buffer.from(entries.at(-1)![1][1]!);
  replaced.writeUIntBE(replaced.readUIntBE(1, 6) - 1, 1, 6); // it happened a millisecond earlier
  const swap = redis.multi().del(events);
  for (const [id, fields] of entries.slice(0, -1)) swap.xadd(events, id.toString(), ...fields);
  swap.xadd(events, entries.at(-1)![0].toString(), 'e', replaced);
  await swap.exec();
  await until(async () => (await world.books.epochOf(world.book)) === 2, { what: 'the rebuild' });
});

test('an order that ends in the records leaves a quiet book, and an ask without a place enters it', async () => {
  const store = await openBook(2);
  const { world } = store;
  const calls = new Map<string, number>();
  startRelay([store], calls);
  await untilQuiet(calls, 1);
  const [gone] = [...store.asks.keys()];
  store.asks.delete(gone!);
  store.endedNow.push({ side: 'ask', id: gone! });
  await until(async () => (await world.depth())[0] === '100 x 1000', { what: 'the ask to leave' });
  const missing = world.ask({ priceScale8: 50n });
  store.asks.set(missing.askId, missing);
  await until(() => store.places.has(missing.askId), { what: 'the ask to be placed' });
  expect((await world.depth())[0]).toBe('50 x 1000');
});
