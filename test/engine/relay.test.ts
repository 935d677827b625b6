/** The relay: what it transfers between the book and its store, whatever dies in between. */
import { setTimeout as delay } from 'node:timers/promises';
import { epochKeys } from '../../engine/keys';
import { Lease, LeaseLost } from '../../followers/lease';
import { RedisLeaseStore } from '../../followers/redis-lease-store';
import { until } from '../support/wait';
import { RelayStage, RESERVATION_LEASE_MS } from './relay-stage';
import type { Store } from './relay-store';
import type { World } from './world';

let stage: RelayStage;
let world: World;
let store: Store;

beforeEach(async () => {
  stage = await RelayStage.open();
  ({ world, store } = stage);
});
afterEach(async () => {
  await stage.stop();
  expect(stage.failures).toEqual([]);
});

test('an ask whose time is over expires in the store', async () => {
  const ask = await store.rest({ expiresAtMs: world.nowMs + 1_000 });
  await world.pass(2_000);
  await stage.relay.turn();
  await stage.relay.turn();
  expect([...store.expiredAsks]).toEqual([ask.askId]);
});

test('an expiry that a reservation met first, and whose telling failed, is told by the next relay', async () => {
  const ask = await store.rest({ expiresAtMs: world.nowMs + 1_000 });
  await world.pass(1_000);
  expect(await world.reserve()).toEqual({ status: 'no_match', epoch: 1 });
  store.failing = 'expired';
  await expect(stage.relay.turn()).rejects.toThrow('expired died');
  store.failing = null;
  await stage.succeed();
  await stage.relay.turn();
  expect([...store.expiredAsks]).toEqual([ask.askId]);
});

test('a reservation that never became a fill is abandoned, then given back; a fill is left alone', async () => {
  await store.rest();
  const lost = world.bid();
  const kept = world.bid();
  await world.books.reserve(lost);
  await world.books.reserve(kept);
  store.fills.set(kept.fillId, { state: 'held' });
  await stage.relay.turn();
  expect(await world.depth()).toEqual(['100 x 800']);
  await world.pass(RESERVATION_LEASE_MS);
  await stage.relay.turn();
  expect(store.tombstones).toEqual([lost.fillId]);
  expect(await world.depth()).toEqual(['100 x 900']);
  await stage.relay.turn();
  expect(await world.depth()).toEqual(['100 x 900']);
});

test('a fill that ended without giving its rest back is followed to its end', async () => {
  await store.rest();
  const bid = world.bid();
  await world.books.reserve(bid);
  store.fills.set(bid.fillId, { state: 'held' });
  await world.pass(RESERVATION_LEASE_MS);
  await stage.relay.turn();
  expect(await world.depth()).toEqual(['100 x 900']);
  store.fills.set(bid.fillId, { state: 'ended', unusedTokens: 40 });
  await world.pass(RESERVATION_LEASE_MS);
  await stage.relay.turn();
  expect(await world.depth()).toEqual(['100 x 940']);
  await world.pass(RESERVATION_LEASE_MS);
  await stage.relay.turn();
  expect(await world.depth()).toEqual(['100 x 940']);
});

test('a relay that dies behind the tombstone is followed by one that gives the tokens back', async () => {
  await store.rest();
  const lost = world.bid();
  await world.books.reserve(lost);
  await stage.relay.turn();
  await world.pass(RESERVATION_LEASE_MS);
  store.failing = 'abandon';
  await expect(stage.relay.turn()).rejects.toThrow('abandon died');
  store.failing = null;
  await stage.succeed();
  await stage.relay.turn();
  expect(store.tombstones).toEqual([lost.fillId]);
  expect(await world.depth()).toEqual(['100 x 1000']);
});

test('the saved progress stands behind no reservation that is still open', async () => {
  await store.rest();
  await stage.relay.turn();
  const before = await store.readProgress();
  await world.reserve();
  await store.rest({ priceScale8: 200n });
  await stage.relay.turn();
  expect(await store.readProgress()).toMatchObject({
    seen: before?.seen,
    transferred: { version: 3 },
  });
  await world.pass(RESERVATION_LEASE_MS);
  await stage.relay.turn();
  await stage.relay.turn();
  expect(await store.readProgress()).toMatchObject({
    seen: { version: 4 },
    transferred: { version: 4 },
  });
});

test('a book that Redis lost is rebuilt', async () => {
  await store.rest();
  await stage.relay.turn();
  await world.redis.flushdb();
  await world.pass(0);
  await stage.relay.turn();
  expect(await world.depth()).toEqual(['100 x 1000']);
  expect(await world.books.epochOf(world.book)).toBe(2);
});

test.each([2, 0])('a book of epoch 1 is rebuilt when the store gave it epoch %i', async (epoch) => {
  await store.rest();
  store.epoch = epoch;
  await stage.relay.turn();
  expect(await world.books.epochOf(world.book)).toBeNull();
  store.epoch = 2;
  await stage.relay.turn();
  expect(await world.books.epochOf(world.book)).toBe(3);
  expect(await world.depth()).toEqual(['100 x 1000']);
});

test('a book that went back in time is rebuilt, even when it has as many events again', async () => {
  await store.rest();
  await stage.relay.turn();
  await rollBackTo(1);
  await world.place({ priceScale8: 300n }); // the same version, another event
  await stage.relay.turn();
  expect(await world.books.epochOf(world.book)).toBe(2);
  expect(await world.depth()).toEqual(['100 x 1000']);
});

test.each([0, 1, 2])(
  'a book that went back behind its image is rebuilt: %i events since',
  async (later) => {
    await store.rest();
    await stage.relay.turn();
    await world.reserve();
    await until(() => store.messages.at(-1)?.sequence === 2); // between two turns
    await rollBackTo(2);
    for (let placed = 1; placed <= later; placed += 1) await world.place({ priceScale8: 300n });
    if (later === 2) await until(() => store.messages.at(-1)?.sequence === 3);
    await stage.relay.turn();
    expect(await world.books.epochOf(world.book)).toBe(2);
  },
);

/** The journal keeps its first events only. */
async function rollBackTo(kept: number): Promise<void> {
  const { events } = epochKeys(world.book, 1);
  const first = await world.redis.xrangeBuffer(events, '-', '+', 'COUNT', kept);
  await world.redis.del(events);
  for (const [id, fields] of first) await world.redis.xadd(events, id.toString(), ...fields);
}

test('a book that went back in time is rebuilt by a relay that was not there before', async () => {
  await store.rest();
  await world.reserve();
  await stage.relay.turn();
  await store.rest({ priceScale8: 200n });
  await stage.relay.turn();
  await rollBackTo(1);
  await stage.succeed();
  await stage.relay.turn();
  expect(await world.books.epochOf(world.book)).toBe(2);
});

test('a book whose next events are others than those that its predecessor transferred is rebuilt', async () => {
  await store.rest();
  await world.reserve();
  await store.rest({ priceScale8: 200n });
  await stage.relay.turn();
  const { seen, transferred } = (await store.readProgress())!;
  expect([seen.version, transferred.version]).toEqual([1, 3]);
  await rollBackTo(3);
  await world.place({ priceScale8: 300n }); // the same version, another event
  await stage.succeed();
  await stage.relay.turn();
  expect(await world.books.epochOf(world.book)).toBe(2);
});

test('an ask that was never placed is placed; one that is not active any more leaves the book', async () => {
  const missing = world.ask({ priceScale8: 50n });
  store.asks.set(missing.askId, missing);
  await world.place({ priceScale8: 70n });
  await stage.relay.turn();
  expect(await world.depth()).toEqual(['50 x 1000']);
  expect(store.places.has(missing.askId)).toBe(true);
});

test('of two relays one acts, and the other goes on when the first one stops', async () => {
  const other = stage.newRelay('other');
  await stage.relay.turn();
  const ask = await store.rest({ expiresAtMs: world.nowMs + 1_000 });
  await world.pass(2_000);
  await other.turn();
  await other.turn();
  expect(store.expiredAsks.size).toBe(0);
  await stage.relay.stop();
  await other.turn();
  await other.turn();
  expect([...store.expiredAsks]).toEqual([ask.askId]);
});

test('a lease is prolonged while work lasts that is longer than it', async () => {
  const leases = new RedisLeaseStore(world.books.functions, world.book);
  const lease = new Lease(leases, 'slow', 2_000);
  const other = new Lease(leases, 'other', 2_000);
  expect(await lease.hold()).toBe(true);
  await lease.during(() => delay(2_500));
  expect(lease.isHeld).toBe(true);
  expect(await other.hold()).toBe(false);
  await lease.drop();
  expect(await other.hold()).toBe(true);
  await other.drop();
});

test('each holder of a lease has a higher fence than the one before', async () => {
  const leases = new RedisLeaseStore(world.books.functions, world.book);
  const first = (await leases.hold('first', 2_000))!;
  expect((await leases.hold('first', 2_000))!.fence).toBe(first.fence);
  await leases.drop('first');
  await world.pass(1);
  expect((await leases.hold('second', 2_000))!.fence).toBeGreaterThan(first.fence);
  await leases.drop('second');
});

test('who stops late leaves the lease to the one that holds it', async () => {
  const leases = new RedisLeaseStore(world.books.functions, world.book);
  expect(await leases.hold('late', 1)).not.toBeNull();
  await until(() => leases.hold('next', 60_000), { what: 'the end of the first lease' });
  await leases.drop('late');
  expect(await leases.hold('late', 60_000)).toBeNull();
  await leases.drop('next');
  expect(await leases.hold('late', 60_000)).not.toBeNull();
  await leases.drop('late');
});

test('a lease that may be over allows nothing more', async () => {
  const leases = new RedisLeaseStore(world.books.functions, world.book);
  const lease = new Lease(leases, 'slow', 1);
  expect(await lease.hold()).toBe(true);
  await until(() => isOver(lease), { timeoutMs: 1_000, what: 'the end of the lease' });
  expect(() => lease.check()).toThrow(LeaseLost);
});

function isOver(lease: Lease): boolean {
  try {
    lease.check();
    return false;
  } catch {
    return true;
  }
}
