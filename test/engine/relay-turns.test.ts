/** When turns come: at once where something is urgent, whatever the interval. */
import { randomUUID } from 'node:crypto';
import { bookName } from '../../domain/instruments';
import { headKey } from '../../engine/keys';
import { Relay } from '../../followers/relay/relay';
import { until } from '../support/wait';
import { Store } from './relay-store';
import { World } from './world';

/** Nothing in these tests waits for it. */
const NEVER_MS = 3_600_000;
const LEASE_MS = 60_000;

let world: World;
let store: Store;
let failures: unknown[];
const relays: Relay[] = [];

beforeEach(async () => {
  world = await World.start();
  await world.open();
  store = new Store(world);
  failures = [];
});
afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.stop()));
  await world.stop();
});

function startRelay(standbyMs = NEVER_MS, intervalMs = NEVER_MS): Relay {
  const relay = new Relay(world.books, store, {
    holder: randomUUID(),
    leaseMs: LEASE_MS,
    reservationLeaseMs: NEVER_MS,
    sliceEveryMs: NEVER_MS,
    saveEveryMs: 0,
    intervalMs,
    quietMs: NEVER_MS,
    standbyMs,
    discoverEveryMs: NEVER_MS,
    concurrency: 4,
    onError: (_book, err) => failures.push(err),
  });
  relays.push(relay);
  relay.start();
  return relay;
}

const isFollowed = () => until(() => store.messages.length > 0, { what: 'the relay to follow' });

test('a fill is handed over, and an expiry transferred, without waiting for the next turn', async () => {
  startRelay();
  await isFollowed();
  const ask = await store.rest({ lotTokens: 1, expiresAtMs: world.nowMs + 1_000 });
  await store.bid({ quantityTokens: 30 });
  await until(() => store.handed.length === 1, { what: 'the fill' });
  expect(store.handed[0]).toMatchObject({ askId: ask.askId, quantityTokens: 30 });
  await world.pass(1_000);
  expect(await world.reserve()).toEqual({ status: 'no_match', epoch: 1 });
  await until(() => store.expiredAsks.has(ask.askId), { what: 'the expiry' });
  expect(failures).toEqual([]);
});

test('a turn that fails comes again with the next urgent event, from where it was', async () => {
  startRelay();
  await isFollowed();
  store.failing = 'filled';
  await store.rest({ lotTokens: 1 });
  const orderId = await store.bid({ quantityTokens: 30 });
  await until(() => failures.length > 0, { what: 'the failure' });
  store.failing = null;
  store.handed.length = 0;
  await store.bid({ quantityTokens: 20 });
  const handedIds = () => new Set(store.handed.map(({ fillId }) => fillId));
  await until(() => handedIds().size === 2, { what: 'both fills' });
  expect(store.handed[0]).toMatchObject({ orderId, quantityTokens: 30 });
});

test('on a quiet book no turn comes but the one that something needs', async () => {
  startRelay(NEVER_MS, 20);
  await isFollowed();
  // A turn may come up to a second before an order expires.
  const ask = await store.rest({ lotTokens: 1, expiresAtMs: world.nowMs + 3_000 });
  const isTransferred = () => store.progress.get(bookName(world.book))?.transferred.version === 1;
  await until(isTransferred, { what: 'what happened to be transferred and saved' });
  // Every turn prolongs the lease: with one every 20 ms it never has so little time left.
  const leaseMs = () => world.redis.pttl(`${headKey(world.book)}:lease`);
  await until(async () => (await leaseMs()) < LEASE_MS - 150, { what: 'a pause between turns' });
  await world.pass(3_000);
  await until(() => store.expiredAsks.has(ask.askId), { what: 'the expiry' });
  expect(failures).toEqual([]);
});

test('a relay that stops gives way at once', async () => {
  const first = startRelay();
  await isFollowed();
  startRelay(20);
  await first.stop();
  store.messages.length = 0;
  await store.rest();
  await until(() => store.messages.some(({ sequence }) => sequence === 1), {
    what: 'the second relay to tell the change',
  });
  expect(failures).toEqual([]);
});
