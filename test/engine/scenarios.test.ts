/** The rules of the book as scenarios. */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import { Scene } from './scene';
import { SELLERS, type World } from './world';

const HOUR_MS = 3_600_000;

let scene: Scene;
let world: World;

beforeEach(async () => {
  scene = await Scene.open();
  world = scene.world;
});
afterEach(() => world.stop());

describe('price, then time', () => {
  test('among equal prices the first ask is served until it holds too little', async () => {
    await scene.rest('A', 100n, { capacityTokens: 150 });
    await scene.rest('B', 100n);
    expect(await scene.reserve()).toBe('A 100 at 100');
    expect(await scene.reserve()).toBe('B 100 at 100');
    expect(await scene.reserve({ quantityTokens: 50 })).toBe('A 50 at 100');
    expect(await scene.draw()).toEqual(['100: A 0 below minimum, B 900']);
  });

  test('a release returns tokens to the old place in the queue', async () => {
    await scene.rest('A', 100n, { capacityTokens: 100 });
    await scene.rest('B', 100n);
    const bid = world.bid();
    await world.books.reserve(bid);
    expect(await scene.reserve()).toBe('B 100 at 100');
    await world.books.release({ book: world.book, fillId: bid.fillId, quantityTokens: 100 });
    expect(await scene.reserve()).toBe('A 100 at 100');
  });

  test('prices above 2^53 that differ by the last unit are told apart', async () => {
    const price = 9_000_000_000_000_000_000n;
    await scene.rest('A', price);
    await scene.rest('B', price - 1n);
    await scene.rest('C', 2n ** 53n + 1n);
    await scene.rest('D', 2n ** 53n);
    expect(await scene.draw()).toEqual([
      `${2n ** 53n}: D 1000`,
      `${2n ** 53n + 1n}: C 1000`,
      `${price - 1n}: B 1000`,
      `${price}: A 1000`,
    ]);
    expect(await scene.reserve({ limitPriceScale8: 2n ** 53n - 1n })).toBe(`best is ${2n ** 53n}`);
    const wide = { quantityTokens: 1_000 };
    expect(await scene.reserve(wide)).toBe(`D 1000 at ${2n ** 53n}`);
    expect(await scene.reserve({ ...wide, limitPriceScale8: 2n ** 53n })).toBe(
      `best is ${2n ** 53n + 1n}`,
    );
    expect(await scene.reserve({ ...wide, limitPriceScale8: 2n ** 53n + 1n })).toBe(
      `C 1000 at ${2n ** 53n + 1n}`,
    );
    expect(await scene.reserve(wide)).toBe(`B 1000 at ${price - 1n}`);
  });
});

describe('what a bid may have', () => {
  test('a region pin matches its own region only, not `global`; `global` matches all', async () => {
    await scene.rest('G', 100n, { region: 'global' });
    await scene.rest('E', 200n, { region: 'eu-west' });
    expect(await scene.reserve({ region: 'eu-west' })).toBe('E 100 at 200');
    expect(await scene.reserve({ region: 'apac' })).toBe('no_match');
    expect(await scene.reserve({ region: 'global' })).toBe('G 100 at 100');
  });

  test('a venue pin matches that seller only, in the pinned region', async () => {
    const [first, second] = SELLERS;
    await scene.rest('A', 100n, { sellerId: first });
    await scene.rest('B', 200n, { sellerId: second, region: 'apac' });
    await scene.rest('C', 300n, { sellerId: second });
    expect(await scene.reserve({ sellerId: second })).toBe('B 100 at 200');
    expect(await scene.reserve({ sellerId: second, region: 'us-east' })).toBe('C 100 at 300');
    expect(await scene.reserve({ sellerId: SELLERS[2] })).toBe('no_match');
  });

  test('excluded sellers are passed over', async () => {
    await scene.rest('A', 100n, { sellerId: SELLERS[0] });
    await scene.rest('B', 200n, { sellerId: SELLERS[1] });
    expect(await scene.reserve({ excludedSellerIds: [SELLERS[0]] })).toBe('B 100 at 200');
    expect(await scene.reserve({ excludedSellerIds: [...SELLERS] })).toBe('no_match');
  });

  test('of several sellers that alone may serve, the first ask by price and time', async () => {
    await scene.rest('A', 100n, { sellerId: SELLERS[0] });
    await scene.rest('B', 300n, { sellerId: SELLERS[1] });
    await scene.rest('C', 200n, { sellerId: SELLERS[2], region: 'apac' });
    const onlySellerIds = [SELLERS[1], SELLERS[2]];
    expect(await scene.reserve({ onlySellerIds })).toBe('C 100 at 200');
    expect(await scene.reserve({ onlySellerIds, region: 'us-east' })).toBe('B 100 at 300');
    expect(await scene.reserve({ onlySellerIds, excludedSellerIds: [SELLERS[2]] })).toBe(
      'B 100 at 300',
    );
    expect(await scene.reserve({ onlySellerIds, sellerId: SELLERS[0] })).toBe('no_match');
    expect(await scene.reserve({ onlySellerIds: [] })).toBe('no_match');
    expect(await scene.reserve({ onlySellerIds, limitPriceScale8: 199n })).toBe('best is 200');
  });

  test('`above_limit` needs an ask that fits: otherwise there is no match at any price', async () => {
    await scene.rest('A', 100n);
    expect(await scene.reserve({ limitPriceScale8: 99n })).toBe('best is 100');
    expect(await scene.reserve({ limitPriceScale8: 99n, quantityTokens: 1_001 })).toBe('no_match');
    expect(await scene.reserve({ limitPriceScale8: 99n, region: 'apac' })).toBe('no_match');
  });

  test('the limit holds for an ask far behind the best one', async () => {
    for (let at = 0; at < 12; at += 1) await scene.rest('small', 50n, { capacityTokens: 10 });
    await scene.rest('A', 100n);
    expect(await scene.reserve({ limitPriceScale8: 99n })).toBe('best is 100');
    await scene.rest('B', 100n);
    expect(await scene.reserve({ limitPriceScale8: 100n })).toBe('A 100 at 100');
  });

  test('an elastic bid reserves what the ask holds, between its bounds', async () => {
    await scene.rest('A', 100n, { capacityTokens: 300 });
    await scene.rest('B', 200n);
    const elastic = { quantityMinTokens: 100, quantityMaxTokens: 500 };
    expect(await scene.reserve(elastic)).toBe('A 300 at 100');
    expect(await scene.reserve(elastic)).toBe('B 500 at 200');
  });

  test('quantities of n are reserved and n + 1 are not, up to 10^12', async () => {
    const most = 1_000_000_000_000;
    await scene.rest('A', 100n, { capacityTokens: most });
    expect(await scene.reserve({ quantityTokens: most + 1 })).toBe('no_match');
    expect(await scene.reserve({ quantityTokens: most })).toBe(`A ${most} at 100`);
    expect(await scene.draw()).toEqual(['100: A 0 below minimum']);
  });

  test('no ask is passed over however many stand before it that do not fit', async () => {
    const small = Array.from({ length: 1_100 }, () => world.ask({ capacityTokens: 20 }));
    await Promise.all(small.map((ask) => world.books.place(ask)));
    await scene.rest('Z', 100n);
    expect(await scene.reserve()).toBe('Z 100 at 100');
    expect(await world.depth()).toEqual([`100 x ${1_100 * 20 + 900}`]);
  });
});

describe('lots', () => {
  test('an ask below its minimum size is passed over, and returns when a release lifts it over', async () => {
    await scene.rest('A', 100n, { capacityTokens: 100, lotTokens: 20 });
    const bid = world.bid({ quantityTokens: 81 });
    await world.books.reserve(bid);
    expect(await scene.draw()).toEqual(['100: A 19 below minimum']);
    expect(await scene.reserve({ quantityTokens: 1 })).toBe('no_match');
    await world.books.release({ book: world.book, fillId: bid.fillId, quantityTokens: 1 });
    expect(await scene.draw()).toEqual(['100: A 20']);
  });
});

describe('the end of an ask', () => {
  test('an ask is served until its time is over, to the millisecond', async () => {
    await scene.rest('A', 100n, { expiresAtMs: world.nowMs + 1_000 });
    await world.pass(999);
    expect(await scene.reserve()).toBe('A 100 at 100');
    await world.pass(1);
    expect(await scene.reserve()).toBe('no_match');
  });

  test('an ask whose time is over cannot be placed, nor cancelled', async () => {
    const late = world.ask({ expiresAtMs: world.nowMs });
    expect(await world.books.place(late)).toEqual({ status: 'expired' });
    const ask = await scene.rest('A', 100n, { expiresAtMs: world.nowMs + 1 });
    await world.pass(1);
    expect(await world.cancel(ask)).toEqual({ status: 'unknown' });
  });

  test('a cancelled ask is not brought back by placing it again or by a release', async () => {
    const ask = await scene.rest('A', 100n);
    const bid = world.bid();
    await world.books.reserve(bid);
    expect(await world.cancel(ask)).toMatchObject({ status: 'cancelled', remainingTokens: 900 });
    expect(await world.books.place(ask)).toMatchObject({ status: 'duplicate', sequence: 1 });
    const release = { book: world.book, fillId: bid.fillId, quantityTokens: 100 };
    expect(await world.books.release(release)).toEqual({ status: 'released' });
    expect(await world.depth()).toEqual([]);
    expect(await world.cancel(ask)).toMatchObject({ status: 'cancelled', remainingTokens: 900 });
  });

  test('a sweep closes those of the given orders that are over, once', async () => {
    const terms = { expiresAtMs: world.nowMs + 500 };
    const asks = [await scene.rest('A', 100n, terms), await scene.rest('B', 100n)];
    const ids = [...asks.map(({ askId }) => askId), world.newId()];
    const sweep = { book: world.book, ids };
    expect(await world.books.expire(sweep)).toEqual({ ids: [] });
    await world.pass(500);
    expect(await world.books.expire(sweep)).toEqual({ ids: [asks[0]?.askId] });
    expect(await world.books.expire(sweep)).toEqual({ ids: [] });
    expect(await scene.draw()).toEqual(['100: B 1000']);
  });

  test('a closed ask is forgotten when nothing can refer to it any more', async () => {
    const ask = await scene.rest('A', 100n, { expiresAtMs: world.nowMs + 500 });
    await world.pass(1_500);
    await world.books.expire({ book: world.book, ids: [ask.askId] });
    await world.forget();
    expect(await world.books.place(ask)).toMatchObject({ status: 'duplicate' });
    await world.pass(29 * HOUR_MS);
    await world.forget();
    expect(await world.books.place(ask)).toEqual({ status: 'expired' });
  });
});

describe('the memory of commands', () => {
  test('a reservation is answered again for at least 25 hours, then refused', async () => {
    await scene.rest('A', 100n, { expiresAtMs: world.nowMs + HOUR_MS });
    const bid = world.bid();
    const first = await world.books.reserve(bid);
    await world.pass(25 * HOUR_MS);
    await world.forget();
    expect(await world.books.reserve(bid)).toEqual(first);
    await world.pass(HOUR_MS + 1);
    await world.forget();
    expect(await world.books.reserve(bid)).toEqual({ status: 'too_old' });
    expect(await world.books.release({ ...bid, quantityTokens: 1 })).toEqual({ status: 'unknown' });
  });

  test('a process whose clock is days ahead is served, and its reservations are remembered for as much longer', async () => {
    const daysMs = 2 * 24 * HOUR_MS;
    const idAhead = () => uuidV7At(world.nowMs + daysMs, randomUUID());
    await scene.rest('A', 100n, { expiresAtMs: world.nowMs + HOUR_MS });
    const bid = world.bid({ fillId: idAhead() });
    const first = await world.books.reserve(bid);
    expect(first).toMatchObject({ status: 'reserved' });
    const order = world.order({ orderId: idAhead() });
    expect(await world.books.bid(order)).toMatchObject({ order: { state: 'filled' } });
    await world.pass(daysMs + 25 * HOUR_MS);
    await world.forget();
    expect(await world.books.reserve(bid)).toEqual(first);
    await world.pass(HOUR_MS + 1);
    await world.forget();
    expect(await world.books.reserve(bid)).toEqual({ status: 'too_old' });
  });

  test('a bid is answered as it stands for as long as it lives; an old id is never run', async () => {
    const bid = world.order();
    await world.books.bid(bid);
    await world.pass(300 * HOUR_MS);
    await world.forget();
    expect(await world.books.bid(bid)).toMatchObject({ order: { state: 'open' } });
    await world.books.cancel({ book: world.book, id: bid.orderId });
    expect(await world.books.bid(bid)).toMatchObject({ order: { state: 'cancelled' } });
    await world.pass(30 * HOUR_MS);
    await world.forget();
    expect(await world.books.bid(bid)).toEqual({ status: 'too_old' });
  });

  test('a refusal is not remembered: the same id may be filled later', async () => {
    const bid = world.bid();
    expect(await world.books.reserve(bid)).toEqual({ status: 'no_match', epoch: 1 });
    await scene.rest('A', 100n);
    expect(await world.books.reserve(bid)).toMatchObject({ status: 'reserved' });
  });

  test('more than a fill has cannot be released, and the attempt changes nothing', async () => {
    await scene.rest('A', 100n);
    const bid = world.bid();
    await world.books.reserve(bid);
    const { book } = world;
    await expect(
      world.books.release({ book, fillId: bid.fillId, quantityTokens: 101 }),
    ).rejects.toThrow('more tokens than the fill has');
    expect(await scene.draw()).toEqual(['100: A 900']);
  });
});
