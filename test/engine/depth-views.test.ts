/** The depth of one region, and of one moment, whatever happens between two pages of it. */
import { epochKeys } from '../../engine/keys';
import { rebuildBook } from '../../engine/rebuild';
import { loadImage } from '../../followers/relay/load-image';
import { World } from './world';

/** As engine/depth.ts has it. */
const PAGE = 500;

let world: World;
beforeEach(async () => {
  world = await World.start();
  await world.open();
});
afterEach(() => world.stop());

/** Does the work behind the n-th page, before the next one is read. */
function behindPage(
  number: number,
  work: () => Promise<unknown>,
  page: 'offered' | 'orders' = 'offered',
): void {
  const { functions } = world.books;
  const call = functions.call.bind(functions);
  let pages = 0;
  functions.call = async (name, book, args) => {
    const answer = await call<never>(name, book, args);
    if (name === page) pages += 1;
    if (name === page && pages === number) await work();
    return answer;
  };
}

const levels = (region: 'apac' | 'eu-west' | null = null) =>
  world.books.levels({ book: world.book, region });
const upFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => BigInt(first + at));

test('a region has its own asks, and the bids that they can fill', async () => {
  await world.place({ region: 'apac', priceScale8: 100n });
  await world.place({ region: 'eu-west', priceScale8: 90n });
  await world.books.bid(world.order({ limitPriceScale8: 10n, quantityTokens: 1 }));
  await world.books.bid(world.order({ limitPriceScale8: 11n, quantityTokens: 2, region: 'apac' }));
  const elsewhere = { limitPriceScale8: 12n, quantityTokens: 4, region: 'eu-west' } as const;
  await world.books.bid(world.order(elsewhere));
  expect(await levels('apac')).toMatchObject({
    asks: [{ priceScale8: 100n, quantityTokens: 1_000 }],
    bids: [
      { priceScale8: 11n, quantityTokens: 2 },
      { priceScale8: 10n, quantityTokens: 1 },
    ],
  });
});

test('what comes to another region while a region is read is not shown in it', async () => {
  await world.place({ region: 'apac', priceScale8: 100n });
  behindPage(1, () => world.place({ region: 'eu-west', priceScale8: 90n }));
  expect(await levels('apac')).toMatchObject({
    asks: [{ priceScale8: 100n, quantityTokens: 1_000 }],
    sequence: 2,
  });
});

test('asks that went while the bids were read are not shown, though the journal has lost that', async () => {
  const asks = [await world.place({ priceScale8: 100n }), await world.place({ priceScale8: 90n })];
  behindPage(1, async () => {
    for (const ask of asks) await world.cancel(ask);
    await world.redis.xtrim(epochKeys(world.book, 1).events, 'MAXLEN', '=', 1);
  });
  expect(await levels()).toMatchObject({ asks: [], sequence: 4 });
});

test('a book that is rebuilt while it is read is shown as it is now', async () => {
  await world.place({ priceScale8: 100n });
  behindPage(1, async () => {
    const source = { epoch: 2, asks: [], reservations: [] };
    await rebuildBook(world.books, world.book, () => Promise.resolve(source));
    await world.place({ priceScale8: 90n }); // the same version, of another epoch
  });
  expect(await levels()).toEqual({
    asks: [{ priceScale8: 90n, quantityTokens: 1_000 }],
    bids: [],
    sequence: 1,
    epoch: 2,
  });
});

test('a bid that is withdrawn while the next page of bids is read is not shown', async () => {
  const bids = upFrom(1, PAGE + 1).map((limitPriceScale8) => world.order({ limitPriceScale8 }));
  await Promise.all(bids.map((bid) => world.books.bid(bid)));
  const dearest = bids.at(-1)!;
  behindPage(2, () => world.books.cancel({ book: world.book, id: dearest.orderId }));
  const shown = (await levels()).bids.map(({ priceScale8 }) => priceScale8);
  expect(shown).toEqual(upFrom(1, PAGE).reverse());
});

test('the image of a book that is rebuilt while it is loaded has none of the former orders', async () => {
  await Promise.all(upFrom(1, 3 * PAGE).map((priceScale8) => world.place({ priceScale8 })));
  const rebuild = async () => {
    const source = { epoch: 2, asks: [], reservations: [] };
    await rebuildBook(world.books, world.book, () => Promise.resolve(source));
    await world.place({ priceScale8: 90n });
  };
  behindPage(1, rebuild, 'orders');
  const image = await loadImage(world.books, world.book);
  expect([image?.epoch, image?.version, image?.size]).toEqual([2, 1, 1]);
});
