/** What searches have learnt of small asks hides none that has come or grown since. */
import { OrderBooks, type PlaceAsk, type ReserveRequest } from '../../engine/book';
import { assembleLibrary, LIMITS } from '../../engine/library';
import { withTestClock } from './clock';
import { SELLERS, World } from './world';

let world: World;
beforeEach(async () => {
  world = await World.start({ group: 64, tops: 4 });
  await world.open();
});
afterEach(() => world.stop());

/** More small asks than the top of a book has, at prices from 1 on. */
async function crowd(terms: Partial<PlaceAsk> = {}): Promise<void> {
  for (let at = 0; at < 30; at += 1) {
    await world.place({ priceScale8: BigInt(at + 1), capacityTokens: 50, ...terms });
  }
}

/** The ask that a request of 100 tokens gets. */
async function found(terms: Parameters<World['reserve']>[0] = {}): Promise<string> {
  const answer = await world.reserve(terms);
  return answer.status === 'reserved' ? answer.askId : answer.status;
}

const [seller, another] = SELLERS;

test.each<[string, Partial<ReserveRequest>]>([
  ['any seller', {}],
  ['a region', { region: 'apac' }],
  ['one seller', { sellerId: seller }],
  ['one seller in a region', { sellerId: seller, region: 'apac' }],
  ['two sellers', { onlySellerIds: [seller, another] }],
  ['all but one seller', { excludedSellerIds: [another] }],
])('by a request for %s: a new ask, and tokens that came back', async (_who, request) => {
  const own = { sellerId: seller, region: 'apac' } as const;
  await crowd(own);
  expect([await found(request), await found(request)]).toEqual(['no_match', 'no_match']);
  const large = await world.place({ ...own, priceScale8: 20n, capacityTokens: 100 });
  const sold = world.bid({ ...request });
  expect(await world.books.reserve(sold)).toMatchObject({ askId: large.askId });
  expect([await found(request), await found(request)]).toEqual(['no_match', 'no_match']);
  await world.books.release({ book: world.book, fillId: sold.fillId, quantityTokens: 100 });
  expect(await found(request)).toBe(large.askId);
});

test('an ask of a seller that was not excluded, by a smaller request than the last one', async () => {
  await crowd();
  const wanted = await world.place({ priceScale8: 40n, capacityTokens: 299, sellerId: another });
  await world.place({ priceScale8: 41n, capacityTokens: 50 });
  for (const priceScale8 of [42n, 43n]) {
    await world.place({ priceScale8, capacityTokens: 5_000, sellerId: SELLERS[2] });
  }
  for (const priceScale8 of [44n, 45n, 46n]) await world.place({ priceScale8, capacityTokens: 50 });
  const excludedSellerIds = [SELLERS[2]];
  expect(await found({ quantityTokens: 10_000 })).toBe('no_match');
  expect(await found({ quantityTokens: 300, excludedSellerIds })).toBe('no_match');
  expect(await found({ quantityTokens: 200, excludedSellerIds })).toBe(wanted.askId);
});

test('an ask that came through another release, although this one has sold something since', async () => {
  const library = withTestClock(assembleLibrary({ ...LIMITS, scan: 511 }));
  const other = new OrderBooks(world.redis, library);
  await crowd();
  expect(await found()).toBe('no_match');
  const late = world.ask({ priceScale8: 20n });
  await other.place(late);
  expect(await world.reserve({ quantityTokens: 10 })).toMatchObject({ status: 'reserved' });
  expect(await found()).toBe(late.askId);
});
