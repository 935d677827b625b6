/** In which order the relay tells of a bid's fills and its end, and what it awaits no longer. */
import { orderFillId } from '../../engine/layouts';
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
  jest.restoreAllMocks();
  await stage.stop();
  expect(stage.failures).toEqual([]);
});

test('an order whose time is over hears of its last fill before its end', async () => {
  const expiresAtMs = world.nowMs + 1_000;
  const orderId = await store.bid({ timeInForce: 'GTD', expiresAtMs, quantityTokens: 100 });
  await stage.relay.turn();
  // Both happen before the relay's next turn.
  await store.rest({ capacityTokens: 60, lotTokens: 1 });
  await world.pass(1_000);
  const filledAtItsEnd: string[] = [];
  const end = store.expiredBids.bind(store);
  jest.spyOn(store, 'expiredBids').mockImplementation(async (orderIds) => {
    filledAtItsEnd.push(...store.handed.map(({ fillId }) => fillId));
    await end(orderIds);
  });
  await stage.relay.turn();
  await stage.relay.turn();
  expect([...store.expiredOrders]).toEqual([orderId]);
  expect(filledAtItsEnd).toEqual([orderFillId(orderId, 1)]);
});

test('an end is not told when the fills before it could not be', async () => {
  const expiresAtMs = world.nowMs + 1_000;
  const orderId = await store.bid({ timeInForce: 'GTD', expiresAtMs, quantityTokens: 100 });
  await stage.relay.turn();
  await store.rest({ capacityTokens: 60, lotTokens: 1 });
  await world.pass(1_000);
  store.failing = 'filled';
  await expect(stage.relay.turn()).rejects.toThrow('filled died');
  expect(store.expiredOrders.size).toBe(0);
  store.failing = null;
  await stage.succeed();
  await stage.relay.turn();
  expect(store.handed.at(-1)).toMatchObject({ fillId: orderFillId(orderId, 1) });
  expect([...store.expiredOrders]).toEqual([orderId]);
});

test('a reservation that was released is not asked for, and a later relay begins behind it', async () => {
  await store.rest();
  const reservation = world.bid();
  await world.books.reserve(reservation);
  await stage.relay.turn();
  const held = (await store.readProgress())!;
  expect(held.seen.version).toBeLessThan(held.transferred.version);
  const { book, fillId, quantityMaxTokens: quantityTokens } = reservation;
  expect(await world.books.release({ book, fillId, quantityTokens })).toEqual({
    status: 'released',
  });
  await stage.relay.turn();
  const { seen, transferred } = (await store.readProgress())!;
  expect(seen).toEqual(transferred);
  const outcomes = jest.spyOn(store, 'outcomes');
  await world.pass(RESERVATION_LEASE_MS);
  await stage.relay.turn();
  expect(outcomes).not.toHaveBeenCalled();
});

test('each hundred events are followed by one page of the search for what is obsolete, a few a turn', async () => {
  const forget = jest.spyOn(world.books, 'forget');
  const pagesAfter = async (events: number) => {
    for (let placed = 0; placed < events; placed += 1) await store.rest();
    forget.mockClear();
    await stage.relay.turn(); // follows the events
    await stage.relay.turn();
    return forget.mock.calls.length;
  };
  await stage.relay.turn(); // the opening of the book is its first event
  expect(await pagesAfter(98)).toBe(0);
  expect(await pagesAfter(1)).toBe(1);
  expect(await pagesAfter(0)).toBe(0);
  expect(await pagesAfter(500)).toBe(4);
  expect(stage.relay.quietForMs()).toBe(0);
  expect(await pagesAfter(0)).toBe(1);
});
