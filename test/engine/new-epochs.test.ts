/** What the functions of Redis remember of a book ends with its epoch, and what they owe to it lives long enough. */
import { OrderBooks } from '../../engine/book';
import { readHeldFills } from '../../engine/held-fills';
import { assembleLibrary, LIMITS } from '../../engine/library';
import { rebuildBook } from '../../engine/rebuild';
import { withTestClock } from './clock';
import { World } from './world';

const HOUR_MS = 3_600_000;

let world: World;
beforeEach(async () => {
  world = await World.start();
  await world.open();
});
afterEach(() => world.stop());

/** Those of this release, and those of another one that is running beside it. */
const releases = {
  this: () => world.books,
  another: () =>
    new OrderBooks(world.redis, withTestClock(assembleLibrary({ ...LIMITS, scan: 511 }))),
};

test.each(['this', 'another'] as const)(
  'an ask that grew with a rebuild by %s release is found, where searches had learnt that all are small',
  async (release) => {
    const asks = [];
    for (let at = 1; at <= 40; at += 1) {
      asks.push(await world.place({ priceScale8: BigInt(at), capacityTokens: 50 }));
    }
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await world.reserve()).toMatchObject({ status: 'no_match' });
    }
    const large = asks[20]!;
    const source = {
      epoch: 2,
      asks: asks.map((ask, at) => ({
        ...ask,
        owner: null,
        sequence: at + 1,
        remainingTokens: ask === large ? 500 : 50,
      })),
      reservations: [],
    };
    await rebuildBook(releases[release](), world.book, () => Promise.resolve(source));
    expect(await world.reserve()).toMatchObject({ status: 'reserved', askId: large.askId });
  },
);

test('a fill of an order that has rested for days can be voided', async () => {
  await world.books.bid(world.order());
  await world.pass(72 * HOUR_MS);
  await world.books.place(world.ask());
  const [fill] = (await readHeldFills(world.redis, world.book, null)).fills;
  await world.forget();
  const { fillId, quantityTokens } = fill!;
  expect(await world.books.release({ book: world.book, fillId, quantityTokens })).toEqual({
    status: 'released',
  });
});
