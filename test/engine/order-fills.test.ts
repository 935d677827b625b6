/** The fills of an order: each has its own id, whatever the number of answers that tell of them. */
import { readJournal } from '../../engine/journal';
import { orderFillId } from '../../engine/layouts';
import { rebuildBook } from '../../engine/rebuild';
import { World } from './world';

const HOUR_MS = 3_600_000;

let world: World;
beforeEach(async () => {
  world = await World.start({ fills: 2 });
  await world.open();
});
afterEach(() => world.stop());

/** An order that is filled by so many asks of 10 tokens. */
async function filledBy(count: number) {
  for (let at = 0; at < count; at += 1) await world.place({ capacityTokens: 10 });
  const bid = world.order({ quantityTokens: 10 * count });
  const answer = await world.books.bid(bid);
  if (answer.status !== 'accepted') throw new Error(answer.status);
  return { bid, ...answer };
}

const idsFrom = (orderId: string, first: number, count: number) =>
  Array.from({ length: count }, (_, at) => orderFillId(orderId, first + at));

test('all fills are told, each by its own id, in the order in which they were made', async () => {
  const { bid, fills } = await filledBy(5);
  expect(fills.map(({ fillId }) => fillId)).toEqual(idsFrom(bid.orderId, 1, 5));
  expect(new Set(fills.map(({ askId }) => askId)).size).toBe(5);
  expect(await world.books.bid(bid)).toMatchObject({ fills });
});

test('the id by which a fill is told is the one that the journal has', async () => {
  const { fills } = await filledBy(17);
  const events = await readJournal(world.redis, world.book, { epoch: 1, version: 0 }, 100);
  const bought = events.filter(({ kind }) => kind === 'bought');
  expect(bought.map(({ fillId }) => fillId)).toEqual(fills.map(({ fillId }) => fillId));
});

test('an order that a lost book had filled before counts on from there', async () => {
  await world.place({ capacityTokens: 10 });
  const bid = world.order({ quantityTokens: 10, fillCount: 3 });
  const answer = await world.books.bid(bid);
  expect(answer).toMatchObject({
    order: { fillCount: 4, state: 'filled' },
    fills: [{ fillId: orderFillId(bid.orderId, 4), quantityTokens: 10 }],
  });
});

test('an order whose first fills are forgotten is told with those that are left', async () => {
  await world.place({ capacityTokens: 10 });
  const bid = world.order({ quantityTokens: 100 });
  await world.books.bid(bid);
  await world.pass(48 * HOUR_MS);
  await world.forget();
  await world.place({ capacityTokens: 10, expiresAtMs: world.nowMs + HOUR_MS });
  expect(await world.books.bid(bid)).toMatchObject({
    status: 'accepted',
    order: { remainingTokens: 80, fillCount: 2 },
    fills: [{ fillId: orderFillId(bid.orderId, 2), quantityTokens: 10 }],
  });
});

test('a rebuilt book tells of a fill as it was made', async () => {
  const bid = world.order({ quantityTokens: 100 });
  const ask = { ...world.ask({ priceScale8: 200n, remainingTokens: 900 }), sequence: 2 };
  const { orderId, limitPriceScale8, timeInForce } = bid;
  const resting = {
    orderId,
    limitPriceScale8,
    timeInForce,
    region: null,
    remainingTokens: 100,
    fillCount: 1,
    excludedOwner: null,
    expiresAtMs: null,
    sequence: 1,
  };
  const made = { priceScale8: 70n, takerSide: 'ask' as const, atMs: world.nowMs - 5_000 };
  const fill = {
    fillId: orderFillId(orderId, 1),
    askId: ask.askId,
    quantityTokens: 100,
    epoch: 1,
    ofBid: {
      orderId,
      ...made,
    },
  };
  const source = { epoch: 2, bids: [resting], asks: [ask], reservations: [fill] };
  await rebuildBook(world.books, world.book, () => Promise.resolve(source));
  const { ofBid: _, ...told } = fill;
  expect(await world.books.bid(bid)).toMatchObject({ fills: [{ ...told, orderId, ...made }] });
});
