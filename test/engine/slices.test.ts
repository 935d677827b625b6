/**
 * What Redis may lose of a book, beside a whole index of a region: the index of one seller, a part of an
 * index, the owners of sellers, and orders. What the records have ended.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { epochKeys, headKey } from '../../engine/keys';
import { packId } from '../../engine/layouts';
import { FORGOTTEN_AFTER_MS } from '../../engine/library';
import { Relay } from '../../followers/relay/relay';
import { Slices } from '../../followers/relay/slices';
import { SEED } from '../support/random';
import { until } from '../support/wait';
import { commandsOfOneEpoch } from './commands';
import { Store } from './relay-store';
import { Twins } from './twins';
import { SELLERS, World } from './world';

const NEVER_MS = 3_600_000;

let world: World;
let relay: Relay | null = null;
const failures: unknown[] = [];
beforeEach(async () => {
  world = await World.start();
});
afterEach(async () => {
  await relay?.stop();
  relay = null;
  await world.stop();
  expect(failures.splice(0)).toEqual([]);
});

/** Follows the book until it is at rest. */
async function follow(store: Store): Promise<void> {
  relay = new Relay(world.books, store, {
    holder: randomUUID(),
    leaseMs: 600,
    reservationLeaseMs: NEVER_MS,
    saveEveryMs: 0,
    sliceEveryMs: 10,
    intervalMs: 20,
    quietMs: NEVER_MS,
    standbyMs: 100,
    discoverEveryMs: 200,
    concurrency: 4,
    onError: (_book, err) => failures.push(err),
  });
  relay.start();
  const isFollowed = () => store.messages.length > 0;
  await until(isFollowed, { what: 'the relay to have published the book' });
}

const keys = () => epochKeys(world.book, 1);
const rebuilt = (epoch = 2) =>
  until(async () => (await world.books.epochOf(world.book)) === epoch, { what: 'the rebuild' });

test('the index of one seller that is gone is noticed, and its asks are sold to whoever pins it', async () => {
  await world.open();
  const store = new Store(world);
  await store.rest();
  const { askId } = await store.rest({ sellerId: SELLERS[1] });
  await follow(store);
  await world.redis.del(keys().sellerIndex(packId(SELLERS[1])));
  await rebuilt();
  expect(await world.reserve({ sellerId: SELLERS[1] })).toMatchObject({ askId });
});

test('an ask that its index lacks is noticed, and offered again', async () => {
  await world.open();
  const store = new Store(world);
  await store.rest();
  await store.rest();
  await follow(store);
  await world.redis.zpopmin(keys().asks('us-east'));
  await rebuilt();
  expect(await world.depth()).toEqual(['100 x 2000']);
});

test('a bid that its index lacks is noticed', async () => {
  await world.open();
  const store = new Store(world);
  await store.bid({ limitPriceScale8: 90n });
  await store.bid({ limitPriceScale8: 80n });
  await follow(store);
  await world.redis.zpopmax(keys().bids(null));
  await rebuilt();
});

test('the owners of sellers that are gone are noticed, and nobody buys from itself', async () => {
  await world.open();
  const store = new Store(world);
  await store.rest({ owner: 'acme' });
  await follow(store);
  for (const epoch of [1, 2]) {
    await world.redis.del(epochKeys(world.book, epoch).owners);
    await rebuilt(epoch + 1);
  }
  const bid = world.order({ excludedOwner: 'acme' });
  expect(await world.books.bid(bid)).toMatchObject({ status: 'accepted', fills: [] });
});

test('an ask whose matching was lost is noticed, and not while it waits for it', async () => {
  await world.open();
  const { askId } = await world.place({ capacityTokens: 100, lotTokens: 20 });
  const fillId = world.newId();
  await world.reserve({ fillId, quantityTokens: 90 });
  await world.books.bid(world.order());
  await world.books.halt(world.book);
  await world.books.release({ book: world.book, fillId, quantityTokens: 90 });
  const hidden = async () => {
    const page = await world.books.orders({ book: world.book, cursor: null, withIndexes: true });
    return page!.hidden;
  };
  expect(await hidden()).toEqual([]);
  await world.redis.del(keys().work);
  expect(await hidden()).toEqual([askId]);
});

/** Compares the whole book once, without a relay. */
async function compareOnce(store: Store, slices = slicesOf(store)) {
  const found = { damaged: [] as number[], ended: [] as string[] };
  await slices.compare(world.book, {
    noteDamage: (epoch) => found.damaged.push(epoch),
    noteOrder: ({ id }) => found.ended.push(id),
  });
  return found;
}

const slicesOf = (store: Store) => new Slices(world.books, store, async () => true);

const ORDERS_PER_PAGE = 200;

test.each([
  ['ask', ORDERS_PER_PAGE],
  ['ask', ORDERS_PER_PAGE + 1],
  ['bid', ORDERS_PER_PAGE],
  ['bid', ORDERS_PER_PAGE + 1],
] as const)('a lost %s is noticed, also as the last one of %i', async (side, count) => {
  await world.open();
  const store = new Store(world);
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    ids.push(side === 'ask' ? (await store.rest()).askId : await store.bid());
  }
  expect(await compareOnce(store)).toEqual({ damaged: [], ended: [] });
  await world.redis.hdel(headKey(world.book), packId(ids.toSorted().at(-1)!));
  expect(await compareOnce(store)).toEqual({ damaged: [1], ended: [] });
});

test('an order that has ended in the records is noticed; one that ends in the book is none that was lost', async () => {
  await world.open();
  const store = new Store(world);
  const [ended, asks] = [await store.rest(), [await store.rest(), await store.rest()]];
  store.asks.delete(ended.askId);
  for (const ask of asks) await world.cancel(ask);
  expect(await compareOnce(store)).toEqual({ damaged: [], ended: [ended.askId] });
});

test('everything that is obsolete is deleted, on however many pages it is between what lives', async () => {
  await world.open();
  const store = new Store(world);
  const asks = Array.from({ length: 1_600 }, (_, at) =>
    world.ask({ expiresAtMs: world.nowMs + (at % 4 ? 2 * FORGOTTEN_AFTER_MS : 1_000) }),
  );
  await Promise.all(asks.map((ask) => world.books.place(ask)));
  const ended = asks.filter((_, at) => at % 4 === 0);
  await Promise.all(ended.map((ask) => world.cancel(ask)));
  await world.pass(FORGOTTEN_AFTER_MS + 1_000);
  await compareOnce(store);
  const ids = (of: typeof asks) => of.map(({ askId }) => askId).sort();
  const gone = await world.books.unknown({ book: world.book, ids: ids(asks) });
  expect(gone.sort()).toEqual(ids(ended));
});

test('an order of a quiet book that ended while nobody noticed leaves it', async () => {
  await world.open();
  const store = new Store(world);
  const [ended] = [await store.rest(), await store.rest()];
  await follow(store);
  await until(async () => (await world.depth())[0] === '100 x 2000', { what: 'both asks' });
  store.asks.delete(ended.askId);
  await until(async () => (await world.depth())[0] === '100 x 1000', { what: 'the end' });
  expect(await world.books.epochOf(world.book)).toBe(1);
});

test(`under any commands searches find every order on offer (seed ${SEED})`, async () => {
  let looked = 0;
  const property = fc.asyncProperty(commandsOfOneEpoch(5, 60), async (commands) => {
    await world.redis.flushdb();
    await world.pass(0);
    const twins = new Twins(world);
    await twins.rebuild();
    for (const command of commands) {
      await twins.run(command);
      const page = await world.books.orders({ book: world.book, cursor: null, withIndexes: true });
      if (!page) continue;
      expect(page.hidden).toEqual([]);
      looked += page.orders.length > 1 ? 1 : 0;
    }
  });
  await fc.assert(property, { numRuns: 60, seed: SEED });
  expect(looked).toBeGreaterThan(10);
});

test('damage that was noticed twice is repaired once', async () => {
  await world.open();
  const store = new Store(world);
  const { askId } = await store.rest();
  const { rebuild } = store;
  // The comparison continues while the book is rebuilt, and notices the former one again.
  store.rebuild = async () => {
    await delay(100);
    await rebuild.call(store);
  };
  await follow(store);
  await world.redis.zpopmin(keys().asks('us-east'));
  await rebuilt();
  const turnsLater = store.messages.length + 1;
  await store.rest();
  await until(() => store.messages.length >= turnsLater, { what: 'the next change' });
  expect(await world.books.epochOf(world.book)).toBe(2);
  expect(await world.reserve()).toMatchObject({ askId });
});

test('pages are compared one at a time, and none any more when the relay stops', async () => {
  const read: string[] = [];
  let pauses = 0;
  const books = {
    forget: async () => ({ cursor: null }),
    orders: async ({ cursor }: { readonly cursor: string | null }) => {
      read.push(`book from ${cursor}`);
      const next = cursor === null ? '7' : null;
      return { epoch: 1, version: 0, orders: [], hidden: [], cursor: next };
    },
    unknown: async () => [],
  };
  const ports = {
    ended: async () => [],
    resting: async (_book: unknown, side: string) => {
      read.push(`${side}s`);
      return [];
    },
  };
  const pagesMax = (count: number) => new Slices(books, ports, async () => (pauses += 1) <= count);
  const store = new Store(world);
  expect(await compareOnce(store, pagesMax(4))).toEqual({ damaged: [], ended: [] });
  expect(read).toEqual(['book from null', 'book from 7', 'asks', 'bids']);
  expect(pauses).toBe(4);
  [read.length, pauses] = [0, 0];
  await compareOnce(store, pagesMax(1));
  expect(read).toEqual(['book from null']);
});
