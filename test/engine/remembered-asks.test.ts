/** What a book remembers of its searches: an ask that was found is found again only while it may be sold. */
import { SELLERS, World } from './world';

let world: World;
beforeEach(async () => {
  world = await World.start();
  await world.open();
  // More asks than the top of a book has, none of them enough for the requests below.
  for (let at = 0; at < 30; at += 1) {
    await world.place({ priceScale8: BigInt(at + 1), capacityTokens: 50 });
  }
});
afterEach(() => world.stop());

const large = (priceScale8: bigint, terms: Parameters<World['place']>[0] = {}) =>
  world.place({ priceScale8, capacityTokens: 10_000, sellerId: SELLERS[1], ...terms });

/** The ask that a request gets: at first by a search, and again by what the search has left. */
async function found(terms: Parameters<World['reserve']>[0] = {}): Promise<string> {
  const answer = await world.reserve(terms);
  return answer.status === 'reserved' ? answer.askId : answer.status;
}

test('it is not sold from its end on, although nobody has closed it', async () => {
  const ending = await large(100n, { expiresAtMs: world.nowMs + 1_000 });
  const lasting = await large(200n, { sellerId: SELLERS[2] });
  expect([await found(), await found()]).toEqual([ending.askId, ending.askId]);
  await world.pass(999);
  expect(await found()).toBe(ending.askId);
  await world.pass(1);
  expect([await found(), await found()]).toEqual([lasting.askId, lasting.askId]);
});

test('it is not sold to a request that excludes its seller', async () => {
  const first = await large(100n);
  const second = await large(200n, { sellerId: SELLERS[2] });
  expect([await found(), await found()]).toEqual([first.askId, first.askId]);
  expect(await found({ excludedSellerIds: [SELLERS[1]] })).toBe(second.askId);
  expect(await found({ excludedSellerIds: [SELLERS[1], SELLERS[2]] })).toBe('no_match');
  expect(await found()).toBe(first.askId);
});

test('it is not sold when a cheaper one has come, and again when that one is gone', async () => {
  const dear = await large(200n);
  expect([await found(), await found()]).toEqual([dear.askId, dear.askId]);
  const cheap = await large(100n, { sellerId: SELLERS[2] });
  expect([await found(), await found()]).toEqual([cheap.askId, cheap.askId]);
  await world.cancel(cheap);
  expect(await found()).toBe(dear.askId);
});

test('it is not sold when it was withdrawn, nor beyond what it holds', async () => {
  const first = await large(100n, { capacityTokens: 250 });
  const second = await large(200n);
  expect([await found(), await found(), await found()]).toEqual([
    first.askId,
    first.askId,
    second.askId, // 50 are left of the first one
  ]);
  await world.cancel(second);
  expect(await found()).toBe('no_match');
});
