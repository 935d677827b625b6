/** Resting orders as a rebuild took them from the records: pinned to their region, with their fills. */
import { readHeldFills } from '../../engine/held-fills';
import { rebuildBook } from '../../engine/rebuild';
import { SELLERS, World } from './world';

let world: World;
beforeEach(async () => {
  world = await World.start();
  await world.open();
});
afterEach(() => world.stop());

function restingBid(terms: Partial<ReturnType<World['order']>> = {}) {
  const { orderId, limitPriceScale8, region, timeInForce } = world.order(terms);
  return {
    orderId,
    limitPriceScale8,
    region,
    timeInForce,
    remainingTokens: 100,
    fillCount: 0,
    excludedOwner: null,
    expiresAtMs: null,
    sequence: 1,
  };
}

test('a pinned order buys in its region alone', async () => {
  const bid = restingBid({ region: 'eu-west' });
  const source = { epoch: 2, bids: [bid], asks: [], reservations: [] };
  await rebuildBook(world.books, world.book, () => Promise.resolve(source));
  const elsewhere = await world.books.place(world.ask({ region: 'us-east' }));
  expect(elsewhere).toMatchObject({ status: 'placed' });
  expect(await world.depth()).toEqual(['100 x 1000']);
  await world.books.place(world.ask({ region: 'eu-west', sellerId: SELLERS[1] }));
  expect(await world.depth()).toEqual(['100 x 1900']);
});

test('what is placed after a rebuild stands behind the orders of its price', async () => {
  const resting = { ...restingBid(), sequence: 50 };
  const source = { epoch: 2, bids: [resting], asks: [], reservations: [] };
  await rebuildBook(world.books, world.book, () => Promise.resolve(source));
  const later = world.order();
  expect(await world.books.bid(later)).toMatchObject({ status: 'accepted', fills: [] });
  // Enough for one of them.
  await world.books.place(world.ask({ capacityTokens: 100 }));
  const fills = await readHeldFills(world.redis, world.book, null);
  expect(fills.fills).toMatchObject([{ orderId: resting.orderId, quantityTokens: 100 }]);
});

test('a fill that is not recorded yet is still one of its order', async () => {
  const bid = { ...restingBid(), fillCount: 1 };
  const ask = { ...world.ask({ priceScale8: 200n, remainingTokens: 900 }), sequence: 2 };
  const fillId = world.newId();
  const ofBid = {
    orderId: bid.orderId,
    priceScale8: 100n,
    atMs: world.nowMs,
    takerSide: 'bid' as const,
  };
  const { askId } = ask;
  const reservation = { fillId, askId, quantityTokens: 100, epoch: 1, ofBid };
  const source = { epoch: 2, bids: [bid], asks: [ask], reservations: [reservation] };
  await rebuildBook(world.books, world.book, () => Promise.resolve(source));
  const { fills } = await readHeldFills(world.redis, world.book, null);
  expect(fills).toMatchObject([{ fillId, orderId: bid.orderId, quantityTokens: 100 }]);
  await world.books.release({ book: world.book, fillId, quantityTokens: 100 });
  expect(await world.depth()).toEqual(['200 x 1000']);
  // The order has its tokens again, too.
  expect(await world.books.place(world.ask({ sellerId: SELLERS[1] }))).toMatchObject({
    status: 'placed',
  });
  expect(await world.depth()).toEqual(['100 x 800', '200 x 1000']);
});

test('the only ask of a book is found', async () => {
  await world.place();
  expect(await world.reserve()).toMatchObject({ status: 'reserved' });
});

test('an ask with one lot left is on offer, and one with less is not', async () => {
  const asks = [10, 9].map((remainingTokens, at) => ({
    ...world.ask({
      lotTokens: 10,
      remainingTokens,
    }),
    sequence: at + 1,
    priceScale8: BigInt(100 + at),
  }));
  const source = { epoch: 2, asks, reservations: [] };
  await rebuildBook(world.books, world.book, () => Promise.resolve(source));
  expect(await world.depth()).toEqual(['100 x 10']);
  expect(await world.reserve({ quantityTokens: 10 })).toMatchObject({ askId: asks[0]!.askId });
});
