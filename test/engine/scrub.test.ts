/**
 * What Redis may lose of a book, beside a whole index of a region: the index of one seller, a part of an
 * index, and the owners of sellers.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import type { BookId } from '../../domain/instruments';
import { epochKeys } from '../../engine/keys';
import { packId } from '../../engine/layouts';
import { Relay } from '../../followers/relay/relay';
import { Scrub } from '../../followers/relay/scrub';
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
    compareEveryMs: NEVER_MS,
    scrubEveryMs: 10,
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

test('of many orders all are looked for, and one that has ended meanwhile is none that was lost', async () => {
  const book: BookId = { modelId: 'a', tenor: 'spot' };
  const alive = Array.from({ length: 500 }, (_, at) => `order ${at}`);
  const looked: string[] = [];
  const scrub = new Scrub({
    orders: async () => ({ epoch: 1, version: 0, orders: [], hidden: [], cursor: null }),
    unknown: async ({ ids }) => {
      looked.push(...ids);
      return ids.includes('order 499') ? ['order 499'] : [];
    },
  });
  const followed = () => [{ book, liveIds: () => alive }];
  for (let pages = 0; pages < 3; pages += 1) expect(await scrub.next(followed)).toBeNull();
  expect(await scrub.next(followed)).toEqual({ book, epoch: 1 });
  expect(looked).toEqual(alive);
  for (let pages = 0; pages < 3; pages += 1) expect(await scrub.next(followed)).toBeNull();
  const ended = alive.pop();
  expect(ended).toBe('order 499');
  expect(await scrub.next(followed)).toBeNull();
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
  // The scrub goes on while the book is rebuilt, and notices the former one again.
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

test('the pages of all books are read in turn, one at a time', async () => {
  const followed = ['a', 'b'].map((modelId) => ({
    book: { modelId, tenor: 'spot' } as BookId,
    liveIds: () => (modelId === 'a' ? ['an order'] : []),
  }));
  const read: string[] = [];
  const answers: Record<string, string | null> = { 'a null': '7', 'a 7': null, 'b null': null };
  const scrub = new Scrub({
    orders: async ({ book, cursor }) => {
      const place = `${book.modelId} ${cursor}`;
      read.push(place);
      if (read.length === 5) throw new Error('Redis is away');
      return { epoch: 1, version: 0, orders: [], hidden: [], cursor: answers[place] ?? null };
    },
    unknown: async ({ book, ids }) => {
      read.push(`${book.modelId} ${ids.join()}`);
      return [];
    },
  });
  for (let pages = 0; pages < 4; pages += 1) expect(await scrub.next(() => followed)).toBeNull();
  expect(read).toEqual(['a null', 'a 7', 'a an order', 'b null']);
  await expect(scrub.next(() => followed)).rejects.toThrow('Redis is away');
  expect(await scrub.next(() => followed)).toBeNull();
  expect(read.slice(4)).toEqual(['a null', 'b null']);
  expect(await scrub.next(() => [])).toBeNull();
  expect(read).toHaveLength(6);
});
