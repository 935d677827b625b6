/** A Redis that evicts keys, or from which somebody deletes one, may lose a book's index and keep the rest. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { epochKeys } from '../../engine/keys';
import { readJournal } from '../../engine/journal';
import { BookImage } from '../../followers/relay/book-image';
import { lookAt } from '../../followers/relay/look';
import { Relay } from '../../followers/relay/relay';
import { SEED } from '../support/random';
import { until } from '../support/wait';
import { commandsOfOneEpoch } from './commands';
import { Store } from './relay-store';
import { Twins } from './twins';
import { World } from './world';

const NEVER_MS = 3_600_000;
const LEASE_MS = 600;

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

function startRelay(store: Store): void {
  relay = new Relay(world.books, store, {
    holder: randomUUID(),
    leaseMs: LEASE_MS,
    reservationLeaseMs: NEVER_MS,
    sliceEveryMs: NEVER_MS,
    saveEveryMs: 0,
    intervalMs: 20,
    quietMs: NEVER_MS,
    standbyMs: 100,
    discoverEveryMs: 200,
    concurrency: 4,
    onError: (_book, err) => failures.push(err),
  });
  relay.start();
}

async function lookedAt() {
  const [look] = await lookAt(world.books.functions, [world.book], 'observer', LEASE_MS);
  return look!;
}

/** Waits until the relay has published the last event of the book. */
async function untilFollowed(store: Store): Promise<void> {
  const published = () => store.messages.at(-1)?.sequence;
  const { redis, book } = world;
  const isFollowed = async () => {
    const [newest] = await redis.xrevrange(epochKeys(book, 1).events, '+', '-', 'COUNT', 1);
    return newest !== undefined && Number(newest[0].split('-')[1]) === published();
  };
  await until(isFollowed, { what: 'the relay to have published the book' });
}

const epoch = () => world.books.epochOf(world.book);

test('an index of asks that is gone is noticed, and the asks are offered again', async () => {
  await world.open();
  const store = new Store(world);
  await store.rest();
  await store.rest({ region: 'eu-west' });
  startRelay(store);
  await untilFollowed(store);
  await world.redis.del(epochKeys(world.book, 1).asks('eu-west'));
  await until(async () => (await epoch()) === 2, { what: 'the rebuild' });
  expect(await world.depth()).toEqual(['100 x 2000']);
});

test('an index of bids that is gone is noticed, and the bids are offered again', async () => {
  await world.open();
  const store = new Store(world);
  await store.rest({ priceScale8: 200n });
  await store.bid({ limitPriceScale8: 90n });
  startRelay(store);
  await untilFollowed(store);
  await world.redis.del(epochKeys(world.book, 1).bids(null));
  await until(async () => (await epoch()) === 2, { what: 'the rebuild' });
  // Bids enter an opened book one after the other.
  const bids = async () => (await world.books.levels({ book: world.book, region: null })).bids;
  await until(async () => (await bids()).length > 0, { what: 'the bid to be back' });
  expect(await bids()).toEqual([{ priceScale8: 90n, quantityTokens: 100 }]);
  expect(await epoch()).toBe(2);
});

test(`under any commands a look counts the indexes of the orders on offer (seed ${SEED})`, async () => {
  let compared = 0;
  const property = fc.asyncProperty(commandsOfOneEpoch(5, 60), async (commands) => {
    await world.redis.flushdb();
    await world.pass(0);
    const twins = new Twins(world);
    await twins.rebuild();
    const image = new BookImage(1, -1);
    for (const command of commands) {
      await twins.run(command);
      const { newest, indexes } = await lookedAt();
      for (const event of await readJournal(world.redis, world.book, image, 100_000)) {
        image.fold(event);
      }
      if (newest?.version !== image.version) continue;
      expect(indexes).toBe(image.indexes);
      compared += indexes > 1 ? 1 : 0;
    }
  });
  await fc.assert(property, { numRuns: 60, seed: SEED });
  expect(compared).toBeGreaterThan(10);
});
