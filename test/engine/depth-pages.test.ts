/** A depth that is read in several pages, with a change at a known place between two of them. */
import type { PlaceAsk } from '../../engine/book';
import { epochKeys } from '../../engine/keys';
import { World } from './world';

/** As engine/depth.ts has it. */
const PAGE = 500;

let world: World;
beforeEach(async () => {
  world = await World.start();
  await world.open();
});
afterEach(() => world.stop());

/** Asks of 10 tokens at the prices, in this order. */
async function restAt(prices: readonly bigint[]): Promise<PlaceAsk[]> {
  const asks = prices.map((priceScale8) => world.ask({ priceScale8, capacityTokens: 10 }));
  await Promise.all(asks.map((ask) => world.books.place(ask)));
  return asks;
}

/** Does the work behind the first page of asks, before the second one is read. */
function behindTheFirstPage(work: () => Promise<unknown>): void {
  const { functions } = world.books;
  const call = functions.call.bind(functions);
  let isDone = false;
  functions.call = async (name, book, args) => {
    const answer = await call<never>(name, book, args);
    if (name === 'offered' && !isDone) {
      isDone = true;
      await work();
    }
    return answer;
  };
}

const upFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => BigInt(first + at));
const levels = (limit?: number) =>
  world.books.levels({ book: world.book, region: null, ...(limit ? { limit } : {}) });
const tokensIn = ({ asks }: { readonly asks: readonly { readonly quantityTokens: number }[] }) =>
  asks.reduce((sum, { quantityTokens }) => sum + quantityTokens, 0);

test('the last ask of a page, which is withdrawn before the next one, is not shown', async () => {
  const asks = await restAt(upFrom(1, PAGE + 1));
  behindTheFirstPage(() => world.cancel(asks[PAGE - 1]!));
  const depth = await levels();
  expect(depth.sequence).toBe(PAGE + 2);
  expect(depth.asks.map(({ priceScale8 }) => priceScale8)).toEqual([
    ...upFrom(1, PAGE - 1),
    BigInt(PAGE + 1),
  ]);
});

test('asks that went in changes which the journal has lost are not shown', async () => {
  const asks = await restAt(upFrom(1, PAGE + 1));
  const { events } = epochKeys(world.book, 1);
  behindTheFirstPage(async () => {
    await world.cancel(asks[0]!);
    await world.cancel(asks[1]!);
    await world.redis.xtrim(events, 'MAXLEN', '=', 1);
  });
  const depth = await levels();
  expect(depth.sequence).toBe(PAGE + 3);
  expect(depth.asks.map(({ priceScale8 }) => priceScale8)).toEqual(upFrom(3, PAGE - 1));
});

test('a price that goes on behind a page is shown with all that is offered at it', async () => {
  const ones = Array.from({ length: PAGE - 100 }, () => 1n);
  const twos = Array.from({ length: 250 }, () => 2n);
  await restAt([...ones, ...twos, 3n]);
  expect((await levels(2)).asks).toEqual([
    { priceScale8: 1n, quantityTokens: 10 * (PAGE - 100) },
    { priceScale8: 2n, quantityTokens: 2_500 },
  ]);
  expect((await levels(1)).asks).toEqual([{ priceScale8: 1n, quantityTokens: 10 * (PAGE - 100) }]);
});

test('a limited depth has as many prices as there are, when the best of them end while it is read', async () => {
  const asks = await restAt(upFrom(1, PAGE + 5));
  behindTheFirstPage(() => Promise.all(asks.slice(0, PAGE - 1).map((ask) => world.cancel(ask))));
  const depth = await levels(3);
  expect(depth.asks.map(({ priceScale8 }) => priceScale8)).toEqual(upFrom(PAGE, 3));
});

test('what is over is not shown, although nobody has taken it out of the book', async () => {
  const lasting = world.ask({ priceScale8: 2n });
  const ending = world.ask({ priceScale8: 1n, expiresAtMs: world.nowMs + 1_000 });
  const bid = world.order({
    limitPriceScale8: 1n,
    timeInForce: 'GTD',
    expiresAtMs: world.nowMs + 1_001,
    region: 'apac',
  });
  await world.books.place(lasting);
  await world.books.place(ending);
  await world.books.bid(bid);
  await world.pass(999);
  expect(tokensIn(await levels())).toBe(2_000);
  await world.pass(1);
  const atItsEnd = await levels();
  expect(atItsEnd.asks).toEqual([{ priceScale8: 2n, quantityTokens: 1_000 }]);
  expect(atItsEnd.bids).toEqual([{ priceScale8: 1n, quantityTokens: 100 }]);
  await world.pass(1);
  expect(await levels()).toMatchObject({ bids: [], sequence: 3 });
});
