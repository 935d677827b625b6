/** What a book holds is read completely: reservations and fills of bids, in any number of pages. */
import { readHeldFills, stillHeld, type HeldFill } from '../../engine/held-fills';
import { World } from './world';

const RESERVATIONS = 2_500;

let world: World;
beforeEach(async () => {
  world = await World.start();
  await world.open();
});
afterEach(() => world.stop());

async function allHeld(): Promise<HeldFill[]> {
  const held: HeldFill[] = [];
  let cursor: string | null = null;
  do {
    const page = await readHeldFills(world.redis, world.book, cursor);
    held.push(...page.fills);
    ({ cursor } = page);
  } while (cursor !== null);
  return held;
}

test('a reservation and a fill of a bid are held, until they are given back', async () => {
  const ask = await world.place();
  const reservation = world.bid({ quantityTokens: 30 });
  await world.books.reserve(reservation);
  const bid = world.order({ quantityTokens: 50 });
  const answer = await world.books.bid(bid);
  const fill = answer.status === 'accepted' ? answer.fills[0]! : null;
  const expected = [
    { fillId: reservation.fillId, orderId: null, askId: ask.askId, quantityTokens: 30, epoch: 1 },
    { fillId: fill!.fillId, orderId: bid.orderId, askId: ask.askId, quantityTokens: 50, epoch: 1 },
  ];
  const ids = expected.map(({ fillId }) => fillId);
  expect((await allHeld()).sort((a, b) => a.quantityTokens - b.quantityTokens)).toEqual(expected);
  expect(await stillHeld(world.redis, world.book, ids)).toEqual(expected);
  for (const { fillId, quantityTokens } of expected) {
    await world.books.release({ book: world.book, fillId, quantityTokens });
  }
  expect(await stillHeld(world.redis, world.book, ids)).toEqual([]);
  const left = (await allHeld()).map(({ fillId }) => fillId);
  expect(left.filter((fillId) => ids.includes(fillId))).toEqual([]);
});

test('none is left out of a book with thousands of them', async () => {
  await world.place({ capacityTokens: 10 * RESERVATIONS });
  const requests = Array.from({ length: RESERVATIONS }, () => world.bid({ quantityTokens: 10 }));
  await Promise.all(requests.map((request) => world.books.reserve(request)));
  const held = new Set((await allHeld()).map(({ fillId }) => fillId));
  expect(requests.filter(({ fillId }) => !held.has(fillId))).toEqual([]);
});

test('maintenance reaches all of a large book, and forgets nothing before its time', async () => {
  const asks = Array.from({ length: RESERVATIONS }, () => world.ask());
  await Promise.all(asks.map((ask) => world.books.place(ask)));
  const ids = asks.map(({ askId }) => askId);
  await Promise.all(asks.map((ask) => world.cancel(ask)));
  await world.forget();
  expect(await world.books.unknown({ book: world.book, ids })).toEqual([]);
  await world.pass(48 * 3_600_000);
  await world.forget();
  expect(await world.books.unknown({ book: world.book, ids })).toEqual(ids);
});
