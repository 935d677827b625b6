/**
 * The ten invariants of the engine, each by its name, over random histories. What the naive book
 * says does not count here: only what the engine answers, journals and keeps.
 */
import { pinOf } from '../../domain/regions';
import { idOf, orderFillOf } from '../../engine/layouts';
import type { BookAsk, BookEvent } from '../../engine/layouts';
import { SEED } from '../support/random';
import { runCrashes } from './crash';
import { hashOfJournal, playHistories, replay, type History } from './histories';
import { RedisServer } from './redis-server';
import { setTestClock } from './clock';
import { SELLERS, World } from './world';

const HISTORIES = Number.parseInt(process.env['ENGINE_MODEL_RUNS'] ?? '60', 10);

let world: World;
const histories: History[] = [];

beforeAll(async () => {
  process.stderr.write(`histories of the seed ${SEED}\n`);
  world = await World.start({ scan: 4, chunk: 2, fills: 2, top: 2 });
  await playHistories(world, HISTORIES, async (history) => void histories.push(history));
});
afterAll(() => world.stop());

const sumOf = (events: readonly BookEvent[], ...kinds: BookEvent['kind'][]) =>
  events
    .filter(({ kind }) => kinds.includes(kind))
    .reduce((sum, { quantityTokens }) => sum + quantityTokens, 0);

describe('1: tokens are conserved', () => {
  test('of an ask that is open: what it had is what remains and what its fills hold', () => {
    for (const { asks, events, head } of histories) {
      const fills = events.filter(({ kind }) => ['reserved', 'bought', 'sold'].includes(kind));
      for (const order of head.orders) {
        if (order.side !== 'ask' || order.state !== 'open') continue;
        const reserved = fills.filter((event) => askIdOf(event) === order.askId);
        const released = events.filter(
          ({ kind, ask }) => kind === 'released' && ask?.askId === order.askId,
        );
        const had = asks.find(({ askId }) => askId === order.askId)?.capacityTokens;
        const held = sumOf(reserved, 'reserved', 'bought', 'sold') - sumOf(released, 'released');
        expect(order.remainingTokens + held).toBe(had);
      }
    }
  });

  test('of a bid: what it wanted is what is open and what its fills hold', () => {
    for (const { bids, events, head } of histories) {
      for (const order of head.orders) {
        if (order.side !== 'bid') continue;
        const own = events.filter((event) => bidIdOf(event) === order.orderId);
        const filled = sumOf(own, 'bought', 'sold') - sumOf(own, 'reopened');
        const wanted = bids.find(({ orderId }) => orderId === order.orderId)?.quantityTokens;
        expect(order.remainingTokens + filled).toBe(wanted);
      }
    }
  });

  test('a fill is released at most once, and no more than it has', () => {
    for (const { events, head } of histories) {
      const released = events.filter(({ kind }) => kind === 'released');
      expect(new Set(released.map(({ fillId }) => fillId)).size).toBe(released.length);
      for (const { fillId, quantityTokens } of released) {
        const fill = head.fills.find((other) => other.fillId === fillId);
        expect(fill?.released).toBe(true);
        expect(quantityTokens).toBeLessThanOrEqual(fill?.quantityTokens ?? -1);
      }
    }
  });
});

test('2: a reservation gets one ask, at its price, within its limit, region, venue and size', () => {
  for (const history of histories) {
    const reserved = history.events.filter(({ kind }) => kind === 'reserved');
    expect(new Set(reserved.map(({ fillId }) => fillId)).size).toBe(reserved.length);
    for (const { event, before } of replay(history)) {
      const request = history.reservations.get(event.fillId ?? '');
      if (event.kind !== 'reserved' || !request || !before) continue;
      expect(before.map(({ askId }) => askId)).toContain(event.ask?.askId);
      const ask = before.find(({ askId }) => askId === event.ask?.askId) as BookAsk;
      expect(ask.priceScale8 <= request.limitPriceScale8).toBe(true);
      expect([ask.region, null]).toContain(pinOf(request.region));
      expect([ask.sellerId, null]).toContain(request.sellerId);
      expect(request.excludedSellerIds).not.toContain(ask.sellerId);
      const most = Math.min(ask.remainingTokens, request.quantityMaxTokens);
      expect(event.quantityTokens).toBe(most);
      expect(most).toBeGreaterThanOrEqual(request.quantityMinTokens);
    }
  }
});

test('3: whoever is served is the first, by price, then time, of those that may be', () => {
  const served = histories.flatMap((history) => {
    const orders = new Map(history.head.orders.map((order) => [idOf(order), order]));
    return [...replay(history)].flatMap(({ event, first }) => {
      const counter = orders.get(event.counterOrderId ?? '');
      return counter ? [{ is: event.order && idOf(event.order), first: first(counter) }] : [];
    });
  });
  expect(served.length).toBeGreaterThan(HISTORIES);
  expect(served.filter(({ is, first }) => is !== first)).toEqual([]);
});

test('3: an order keeps its place in time for as long as it lives', () => {
  for (const { events } of histories) {
    const places = new Map<string, number>();
    for (const { order } of events) {
      if (!order) continue;
      expect(order.sequence).toBe(places.get(idOf(order)) ?? order.sequence);
      places.set(idOf(order), order.sequence);
    }
    expect(new Set(places.values()).size).toBe(places.size);
  }
});

test('4: an order stands in its indexes exactly while it may be met, after every step', () => {
  expect(histories.flatMap((history) => history.indexFaults)).toEqual([]);
});

test('5: what has happened answers the same again, and nothing happens', async () => {
  await playHistories(world, 10, async ({ asks, bids, reservations, head, follower }) => {
    await world.books.resume(world.book);
    await follower.follow();
    for (const ask of asks) {
      if (!follower.orders.has(ask.askId)) continue;
      expect(await world.books.place(ask)).toMatchObject({ status: 'duplicate' });
    }
    for (const bid of bids.filter(({ orderId }) => follower.orders.has(orderId))) {
      const order = follower.orders.get(bid.orderId);
      expect(await world.books.bid(bid)).toMatchObject({ status: 'accepted', order });
    }
    for (const { fillId, askId, quantityTokens } of head.fills) {
      const request = reservations.get(fillId);
      const again = request && (await world.books.reserve(request));
      expect(again ?? { askId, quantityTokens }).toMatchObject({ askId, quantityTokens });
    }
    for (const { fillId, quantityTokens } of head.fills.filter(({ released }) => released)) {
      const release = { book: world.book, fillId, quantityTokens };
      expect(await world.books.release(release)).toEqual({ status: 'duplicate' });
    }
    expect(await follower.follow()).toEqual([]);
  });
});

describe('6: the journal', () => {
  test('has no gap, and folding it gives every order as it stands', () => {
    for (const { follower, head } of histories) {
      expect(follower.gaps).toEqual([]);
      expect(new Set(follower.orders.values())).toEqual(new Set(head.orders));
    }
  });

  test('tells every fill once', () => {
    for (const { events, head } of histories) {
      const told = events.filter(({ kind }) => ['reserved', 'bought', 'sold'].includes(kind));
      const ids = told.map(({ fillId }) => fillId).sort();
      expect(ids).toEqual(head.fills.map(({ fillId }) => fillId).sort());
    }
  });
});

test(`7: a crash undoes a tail of what happened and nothing else (seed ${SEED})`, async () => {
  const plan = { kills: 1, commandsPerKill: 200, cutBytes: 10_000, seed: SEED } as const;
  expect((await runCrashes({ ...plan, style: 'in parts' })).differences).toEqual([]);
});

test('8: the same commands at the same times give the same journal', async () => {
  for (const { calls, journalHash } of histories.slice(0, 20)) {
    await world.redis.flushdb();
    for (const call of calls) {
      if ('nowMs' in call) await setTestClock(world.redis, call.nowMs);
      else await world.redis.callBuffer(...(call.args as ['FCALL']));
    }
    expect(await hashOfJournal(world)).toBe(journalHash);
  }
});

test('9: no call does more than its bounds allow, however large the book is', async () => {
  const server = await RedisServer.start();
  const small = await World.start({ scan: 4, chunk: 2, fills: 2, top: 2 }, server.connect());
  const [, sellerId] = SELLERS;
  const owner = 'acme';
  await small.open();
  for (let at = 0; at < 300; at += 1) await small.place({ sellerId, owner, capacityTokens: 20 });
  const heaviest = await heaviestCall(small, async () => {
    await small.reserve({ excludedSellerIds: [sellerId], quantityTokens: 15 });
    await small.reserve({ quantityTokens: 30 });
    await small.books.bid(small.order({ excludedOwner: owner, timeInForce: 'FOK' }));
    await small.books.bid(small.order({ quantityTokens: 20 * 150, timeInForce: 'FOK' }));
    await small.books.bid(small.order({ quantityTokens: 20 * 150 }));
    for (let at = 0; at < 100; at += 1) await small.books.bid(small.order({ quantityTokens: 1 }));
    await small.place({ capacityTokens: 10_000, priceScale8: 1n });
  });
  expect(heaviest).toBeLessThan(100);
  await small.stop();
  await server.stop();
}, 30_000);

test('10: at no version do orders rest that should have traded', () => {
  expect(histories.flatMap(({ follower }) => follower.crosses)).toEqual([]);
});

/** The ask whose tokens an event of a fill is about. */
function askIdOf(event: BookEvent): string | undefined {
  return orderFillOf(event)?.askId ?? event.ask?.askId;
}

/** The bid whose tokens they are. */
function bidIdOf(event: BookEvent): string | undefined {
  if (event.kind === 'reopened' && event.order?.side === 'bid') return event.order.orderId;
  return orderFillOf(event)?.orderId;
}

/** The most commands that one call of a function made. */
async function heaviestCall({ books, redis }: World, play: () => Promise<void>): Promise<number> {
  const callBuffer = redis.callBuffer.bind(redis) as (...args: unknown[]) => Promise<unknown>;
  let heaviest = 0;
  books.functions.redis.callBuffer = (async (...args: unknown[]) => {
    await redis.config('RESETSTAT');
    const answer = await callBuffer(...args);
    const stats = (await redis.info('commandstats')).matchAll(/:calls=(\d+),/g);
    const calls = [...stats].reduce((sum, [, count]) => sum + Number.parseInt(count ?? '', 10), 0);
    heaviest = Math.max(heaviest, calls);
    return answer;
  }) as typeof redis.callBuffer;
  await play();
  return heaviest;
}
