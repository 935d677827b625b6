/** Two releases of the functions in one Redis: each has its memory of searches, and one book. */
import { OrderBooks } from '../../engine/book';
import { assembleLibrary, LIMITS } from '../../engine/library';
import { withTestClock } from './clock';
import { World } from './world';

let world: World;
/** The same book through other functions. */
let other: OrderBooks;

beforeEach(async () => {
  world = await World.start();
  await world.open();
  other = new OrderBooks(world.redis, withTestClock(assembleLibrary({ ...LIMITS, scan: 511 })));
});
afterEach(() => world.stop());

/** More asks than the top of a book has, none of them enough. */
async function crowd(): Promise<void> {
  for (let at = 0; at < 30; at += 1) {
    await world.place({ priceScale8: BigInt(at + 1), capacityTokens: 50 });
  }
}

test('an ask that came through the other release is found', async () => {
  await crowd();
  expect(await world.reserve()).toEqual({ status: 'no_match', epoch: 1 });
  const late = world.ask({ priceScale8: 100n });
  await other.place(late);
  expect(await world.reserve()).toMatchObject({ status: 'reserved', askId: late.askId });
});

test('tokens that came back through the other release are found', async () => {
  await crowd();
  const large = await world.place({ priceScale8: 100n, capacityTokens: 300 });
  const first = world.bid({ quantityTokens: 300 });
  expect(await world.books.reserve(first)).toMatchObject({ askId: large.askId });
  expect(await world.reserve()).toEqual({ status: 'no_match', epoch: 1 });
  await other.release({ book: world.book, fillId: first.fillId, quantityTokens: 300 });
  expect(await world.reserve()).toMatchObject({ status: 'reserved', askId: large.askId });
});

test('a cheaper ask that came through the other release is bought before one that is remembered', async () => {
  await crowd();
  const dear = await world.place({ priceScale8: 200n, capacityTokens: 10_000 });
  for (let times = 0; times < 2; times += 1) {
    expect(await world.reserve()).toMatchObject({ askId: dear.askId });
  }
  const cheap = world.ask({ priceScale8: 100n });
  await other.place(cheap);
  expect(await world.reserve()).toMatchObject({ askId: cheap.askId });
});
