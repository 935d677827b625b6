/** The best prices of a book's views: of those who may trade in the view, while they may. */
import { World } from './world';

let world: World;
beforeEach(async () => {
  world = await World.start({ scan: 4 });
  await world.open();
});
afterEach(() => world.stop());

const bestBid = async (region: 'apac' | 'eu-west' | null) =>
  (await world.books.bestBid({ book: world.book, region }))?.priceScale8 ?? null;

async function rest(priceScale8: bigint, terms: Parameters<World['order']>[0] = {}): Promise<void> {
  const order = world.order({ limitPriceScale8: priceScale8, ...terms });
  expect(await world.books.bid(order)).toMatchObject({ status: 'accepted' });
}

test('a region has the bids that are pinned to it and those that any region may fill', async () => {
  await rest(10n);
  await rest(30n, { region: 'apac' });
  expect(await bestBid('apac')).toBe(30n);
  expect(await bestBid('eu-west')).toBe(10n);
  await rest(40n);
  expect(await bestBid('apac')).toBe(40n);
  expect(await bestBid('eu-west')).toBe(40n);
  expect(await bestBid(null)).toBe(40n);
});

test('a bid whose time is over is the best of no view, in its millisecond already', async () => {
  const ending = { timeInForce: 'GTD', expiresAtMs: world.nowMs + 1_000 } as const;
  await rest(10n);
  await rest(20n, ending);
  await world.pass(999);
  expect(await bestBid('apac')).toBe(20n);
  expect((await world.books.tops(world.book))!.bids).toEqual(new Map([['any', 20n]]));
  await world.pass(1);
  expect(await bestBid('apac')).toBe(10n);
  expect((await world.books.tops(world.book))!.bids).toEqual(new Map([['any', 10n]]));
});

test('an ask whose time is over is on top of no region', async () => {
  await world.place({ region: 'apac', priceScale8: 1n, expiresAtMs: world.nowMs + 1_000 });
  await world.place({ region: 'apac', priceScale8: 2n });
  await world.place({ region: 'eu-west', priceScale8: 3n, expiresAtMs: world.nowMs + 1_000 });
  const asks = async () => (await world.books.tops(world.book))!.asks;
  expect(await asks()).toEqual(
    new Map([
      ['apac', 1n],
      ['eu-west', 3n],
    ]),
  );
  await world.pass(1_000);
  expect(await asks()).toEqual(new Map([['apac', 2n]]));
});

test('the best bid is found behind any number that are over', async () => {
  const ending = { timeInForce: 'GTD', expiresAtMs: world.nowMs + 1_000 } as const;
  for (let at = 0; at < 11; at += 1) await rest(100n + BigInt(at), ending);
  await rest(7n);
  await world.pass(1_000);
  expect(await bestBid(null)).toBe(7n);
});

test('a closed book has no best price, and an open one without bids has none', async () => {
  expect(await world.books.bestBid({ book: world.book, region: null })).toEqual({
    epoch: 1,
    priceScale8: null,
  });
  await world.books.invalidate(world.book, 1);
  expect(await world.books.bestBid({ book: world.book, region: null })).toBeNull();
  expect(await world.books.tops(world.book)).toBeNull();
});
