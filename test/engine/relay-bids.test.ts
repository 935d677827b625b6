/** What the relay does for bids: fills reach their workflows, and none is lost or made up. */
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
  await stage.stop();
  expect(stage.failures).toEqual([]);
});

/** An ask of 60 fills the first part of a bid for 100; a later ask finds the rest at rest. */
async function fillTwice(): Promise<{ orderId: string; askIds: string[] }> {
  const first = await store.rest({ capacityTokens: 60, lotTokens: 1, priceScale8: 90n });
  const orderId = await store.bid({ quantityTokens: 100, limitPriceScale8: 100n });
  const second = await store.rest({ capacityTokens: 40, lotTokens: 1, priceScale8: 80n });
  return { orderId, askIds: [first.askId, second.askId] };
}

test('fills of a bid that came in and of one that rested are handed over', async () => {
  const { orderId, askIds } = await fillTwice();
  await stage.relay.turn();
  const common = { orderId, epoch: 1, atMs: world.nowMs };
  expect(store.handed).toEqual([
    {
      ...common,
      fillId: orderFillId(orderId, 1),
      askId: askIds[0],
      priceScale8: 90n,
      quantityTokens: 60,
      takerSide: 'bid',
    },
    {
      ...common,
      fillId: orderFillId(orderId, 2),
      askId: askIds[1],
      priceScale8: 100n,
      quantityTokens: 40,
      takerSide: 'ask',
    },
  ]);
});

test('a fill whose handing over failed is handed over by the next relay; one that was handed is not', async () => {
  await stage.relay.turn();
  const { orderId } = await fillTwice();
  store.failing = 'filled';
  await expect(stage.relay.turn()).rejects.toThrow('filled died');
  store.failing = null;
  store.handed.length = 0;
  await stage.succeed();
  await stage.relay.turn();
  const fillIds = [1, 2].map((count) => orderFillId(orderId, count));
  expect(store.handed.map(({ fillId }) => fillId)).toEqual(fillIds);
  await stage.succeed();
  await stage.relay.turn();
  expect(store.handed).toHaveLength(2);
});

test('a fill that the store never had is void: its tokens are open again on both sides', async () => {
  const { orderId } = await fillTwice();
  const [kept, lost] = [orderFillId(orderId, 1), orderFillId(orderId, 2)];
  store.fills.set(kept, { state: 'ended', unusedTokens: 0 });
  await stage.relay.turn();
  await world.pass(RESERVATION_LEASE_MS);
  await stage.relay.turn();
  expect(store.tombstones).toEqual([lost]);
  // What came back on both sides meets again, as another fill.
  await stage.relay.turn();
  const again = orderFillId(orderId, 3);
  expect(store.handed.at(-1)).toMatchObject({ fillId: again, quantityTokens: 40 });
  store.fills.set(again, { state: 'ended', unusedTokens: 0 });
  await world.pass(RESERVATION_LEASE_MS);
  await stage.relay.turn();
  expect(store.tombstones).toEqual([lost]);
});

test('a bid whose time is over expires in the store', async () => {
  const expiresAtMs = world.nowMs + 1_000;
  const orderId = await store.bid({ timeInForce: 'GTD', expiresAtMs });
  await stage.relay.turn();
  await world.pass(1_000);
  await stage.relay.turn();
  await stage.relay.turn();
  expect([...store.expiredOrders]).toEqual([orderId]);
  expect(store.expiredAsks.size).toBe(0);
});

test('a bid that has ended in the store leaves the book', async () => {
  const orderId = await store.bid();
  const stays = await store.bid({ limitPriceScale8: 50n });
  await stage.relay.turn();
  store.bids.delete(orderId);
  stage.relay.noteOrder({ side: 'bid', id: orderId });
  expect(stage.urgent).toBe(1);
  await stage.relay.turn();
  const page = await world.books.orders({ book: world.book, cursor: null });
  expect(page?.orders).toMatchObject([{ side: 'bid', orderId: stays }]);
});

test('a fill is void only a lease after it was handed over, however long that took', async () => {
  await stage.relay.turn();
  const { orderId } = await fillTwice();
  store.failing = 'filled';
  await expect(stage.relay.turn()).rejects.toThrow('filled died');
  await world.pass(2 * RESERVATION_LEASE_MS);
  store.failing = null;
  await stage.relay.turn();
  await stage.relay.turn();
  expect(store.handed.map((fill) => fill.orderId)).toContain(orderId);
  expect(store.tombstones).toEqual([]);
});
