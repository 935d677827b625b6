/** Sellers that a bid prefers: those of its order (MATCH-17), and the one of its session (MATCH-18). */
import { randomUUID } from 'node:crypto';
import { reservePreferred } from '../../exchange/chat/preferred-sellers';
import type { ReserveRequest } from '../../engine/book';
import { Sessions, sessionKey } from '../../exchange/chat/sessions';
import { SELLERS, World } from '../engine/world';

let world: World;
beforeAll(async () => {
  world = await World.start();
  await world.open();
});
afterAll(() => world.stop());

const sessions = () => new Sessions(world.redis);

test('a session is known by account, model and name', async () => {
  const accountId = randomUUID();
  const key = sessionKey(accountId, 'a-model', 'a session');
  await sessions().served(accountId, key, SELLERS[1]);
  expect(await sessions().lastSeller(accountId, key)).toBe(SELLERS[1]);
  const others = [
    sessionKey(accountId, 'another-model', 'a session'),
    sessionKey(accountId, 'a-model', 'another session'),
    sessionKey(randomUUID(), 'a-model', 'a session'),
  ];
  for (const other of others) expect(await sessions().lastSeller(accountId, other)).toBeNull();
  const [name] = await world.redis.keys(`session:${accountId}:*`);
  expect(await world.redis.pttl(name!)).toBeGreaterThan(599_000);
  await world.redis.set(name!, 'what somebody wrote');
  expect(await sessions().lastSeller(accountId, key)).toBeNull();
});

test('an account holds at most 1,024 of them', async () => {
  const accountId = randomUUID();
  const keys = Array.from({ length: 5_000 }, (_, at) => sessionKey(accountId, 'a-model', `${at}`));
  await Promise.all(keys.map((key) => sessions().served(accountId, key, SELLERS[0])));
  const held = await world.redis.keys(`session:${accountId}:*`);
  expect(held.length).toBeGreaterThan(900);
  expect(held.length).toBeLessThanOrEqual(1_024);
});

test('the last seller may be dearer by stick_percent, and never dearer than the ceiling', async () => {
  const [cheap, last] = SELLERS;
  await world.place({ sellerId: cheap, priceScale8: 1_000n, capacityTokens: 100_000 });
  await world.place({ sellerId: last, priceScale8: 1_100n, capacityTokens: 100_000 });
  const sellerFor = async (stickPercent: number, limitPriceScale8: bigint) => {
    const request = world.bid({ limitPriceScale8 });
    const answer = await reservePreferred(
      { books: world.books, stickPercent },
      { ...request, orderedSellerIds: undefined, lastSellerId: last },
      (asked) => world.books.reserve(asked),
    );
    return answer.status === 'reserved' ? answer.sellerId : answer.status;
  };
  expect(await sellerFor(10, 2_000n)).toBe(last);
  expect(await sellerFor(9, 2_000n)).toBe(cheap);
  expect(await sellerFor(0, 2_000n)).toBe(cheap);
  expect(await sellerFor(10, 1_099n)).toBe(cheap);
  expect(await sellerFor(10, 999n)).toBe('above_limit');
});

test('of many sellers in an order, the first that offers within the ceiling serves after a few reads', async () => {
  const ordered = Array.from({ length: 32 }, () => randomUUID());
  const dear = { sellerId: ordered[3]!, priceScale8: 5_000n, capacityTokens: 100_000 };
  await world.place(dear);
  for (const [at, priceScale8] of [[25, 1_900n] as const, [30, 1_000n] as const]) {
    await world.place({ sellerId: ordered[at]!, priceScale8, capacityTokens: 100_000 });
  }
  const best = jest.spyOn(world.books, 'best');
  const reserve = jest.fn((asked: ReserveRequest) => world.books.reserve(asked));
  const serving = async (limitPriceScale8: bigint) => {
    const request = { ...world.bid({ limitPriceScale8 }), lastSellerId: undefined };
    const book = { books: world.books, stickPercent: 0 };
    const answer = await reservePreferred(book, { ...request, orderedSellerIds: ordered }, reserve);
    const calls = best.mock.calls.length + reserve.mock.calls.length;
    jest.clearAllMocks();
    expect(calls).toBeLessThanOrEqual(8);
    return answer.status === 'reserved' ? answer.sellerId : answer.status;
  };
  expect(await serving(2_000n)).toBe(ordered[25]);
  expect(await serving(1_500n)).toBe(ordered[30]);
  expect(await serving(6_000n)).toBe(ordered[3]);
  expect(await serving(900n)).toBe('above_limit');
});
