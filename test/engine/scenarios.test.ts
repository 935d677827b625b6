/** The rules of the book as stories. A queue is drawn as `price: name tokens, name tokens`, best price first. */
import type { PlaceAsk, Take } from '../../engine/book';
import { levelsOf } from '../../engine/depth';
import { readJournal } from '../../engine/journal';
import { rebuildBook } from '../../engine/rebuild';
import { isOffered } from '../../engine/layouts';
import { stateOfEngine } from './state';
import { SELLERS, World } from './world';

const HOUR_MS = 3_600_000;

let world: World;
let names: Map<string, string>;

beforeEach(async () => {
  world = await World.start();
  await world.open();
  names = new Map();
});
afterEach(() => world.stop());

/** Places an ask that is drawn by its name. */
async function rest(name: string, priceScale8: bigint, terms: Partial<PlaceAsk> = {}) {
  const ask = await world.place({ priceScale8, ...terms });
  names.set(ask.askId, name);
  return ask;
}

async function take(terms: Partial<Take> & { quantityTokens?: number } = {}): Promise<string> {
  const result = await world.take(terms);
  if (result.status === 'above_limit') return `best is ${result.bestPriceScale8}`;
  if (result.status !== 'taken') return result.status;
  return `${names.get(result.askId)} ${result.quantityTokens} at ${result.priceScale8}`;
}

async function draw(): Promise<string[]> {
  const { asks } = await stateOfEngine(world.redis, world.book, world.nowMs);
  const lines = new Map<bigint, string[]>();
  for (const ask of asks) {
    const parked = isOffered({ ...ask, sequence: 0, state: 'open' }) ? '' : ' parked';
    const entry = `${names.get(ask.askId)} ${ask.remainingTokens}${parked}`;
    lines.set(ask.priceScale8, [...(lines.get(ask.priceScale8) ?? []), entry]);
  }
  return [...lines].map(([price, entries]) => `${price}: ${entries.join(', ')}`);
}

describe('price, then time', () => {
  test('the lower price is served first, whenever it came', async () => {
    await rest('A', 200n);
    await rest('B', 100n);
    expect(await take()).toBe('B 100 at 100');
  });

  test('among equal prices the first ask is served until it holds too little', async () => {
    await rest('A', 100n, { capacityTokens: 150 });
    await rest('B', 100n);
    expect(await take()).toBe('A 100 at 100');
    expect(await take()).toBe('B 100 at 100');
    expect(await take({ quantityTokens: 50 })).toBe('A 50 at 100');
    expect(await draw()).toEqual(['100: A 0 parked, B 900']);
  });

  test('the price is the ask’s, not the limit', async () => {
    await rest('A', 100n);
    expect(await take({ limitPriceScale8: 500n })).toBe('A 100 at 100');
  });

  test('cancelling in the middle of a queue leaves the others their places', async () => {
    await rest('A', 100n, { capacityTokens: 100 });
    const b = await rest('B', 100n);
    await rest('C', 100n);
    await world.books.cancel(b);
    expect(await draw()).toEqual(['100: A 100, C 1000']);
    expect([await take(), await take()]).toEqual(['A 100 at 100', 'C 100 at 100']);
  });

  test('what is left of a filled price is gone from the depth, and the next price is best', async () => {
    await rest('A', 100n, { capacityTokens: 100 });
    await rest('B', 200n);
    await take();
    expect(await world.depth()).toEqual(['200 x 1000']);
    expect(await take()).toBe('B 100 at 200');
  });

  test('a release returns tokens to the old place in the queue', async () => {
    await rest('A', 100n, { capacityTokens: 100 });
    await rest('B', 100n);
    const bid = world.bid();
    await world.books.take(bid);
    expect(await take()).toBe('B 100 at 100');
    await world.books.release({ book: world.book, fillId: bid.fillId, quantityTokens: 100 });
    expect(await take()).toBe('A 100 at 100');
  });

  test('prices above 2^53 that differ by the last unit are told apart', async () => {
    const price = 9_000_000_000_000_000_000n;
    await rest('A', price);
    await rest('B', price - 1n);
    await rest('C', 2n ** 53n + 1n);
    await rest('D', 2n ** 53n);
    expect(await draw()).toEqual([
      `${2n ** 53n}: D 1000`,
      `${2n ** 53n + 1n}: C 1000`,
      `${price - 1n}: B 1000`,
      `${price}: A 1000`,
    ]);
    expect(await take({ limitPriceScale8: 2n ** 53n - 1n })).toBe(`best is ${2n ** 53n}`);
    const wide = { quantityTokens: 1_000 };
    expect(await take(wide)).toBe(`D 1000 at ${2n ** 53n}`);
    expect(await take({ ...wide, limitPriceScale8: 2n ** 53n })).toBe(`best is ${2n ** 53n + 1n}`);
    expect(await take({ ...wide, limitPriceScale8: 2n ** 53n + 1n })).toBe(
      `C 1000 at ${2n ** 53n + 1n}`,
    );
    expect(await take(wide)).toBe(`B 1000 at ${price - 1n}`);
  });
});

describe('what a bid may have', () => {
  test('a region pin matches its own region only, not `global`; `global` matches all', async () => {
    await rest('G', 100n, { region: 'global' });
    await rest('E', 200n, { region: 'eu-west' });
    expect(await take({ region: 'eu-west' })).toBe('E 100 at 200');
    expect(await take({ region: 'apac' })).toBe('no_match');
    expect(await take({ region: 'global' })).toBe('G 100 at 100');
  });

  test('a venue pin matches that seller only, in the pinned region', async () => {
    const [first, second] = SELLERS;
    await rest('A', 100n, { sellerId: first });
    await rest('B', 200n, { sellerId: second, region: 'apac' });
    await rest('C', 300n, { sellerId: second });
    expect(await take({ sellerId: second })).toBe('B 100 at 200');
    expect(await take({ sellerId: second, region: 'us-east' })).toBe('C 100 at 300');
    expect(await take({ sellerId: SELLERS[2] })).toBe('no_match');
  });

  test('excluded sellers are passed over', async () => {
    await rest('A', 100n, { sellerId: SELLERS[0] });
    await rest('B', 200n, { sellerId: SELLERS[1] });
    expect(await take({ excludedSellerIds: [SELLERS[0]] })).toBe('B 100 at 200');
    expect(await take({ excludedSellerIds: [...SELLERS] })).toBe('no_match');
  });

  test('`above_limit` needs an ask that fits: otherwise there is no match at any price', async () => {
    await rest('A', 100n);
    expect(await take({ limitPriceScale8: 99n })).toBe('best is 100');
    expect(await take({ limitPriceScale8: 99n, quantityTokens: 1_001 })).toBe('no_match');
    expect(await take({ limitPriceScale8: 99n, region: 'apac' })).toBe('no_match');
  });

  test('an elastic bid takes what the ask holds, between its bounds', async () => {
    await rest('A', 100n, { capacityTokens: 300 });
    await rest('B', 200n);
    const elastic = { quantityMinTokens: 100, quantityMaxTokens: 500 };
    expect(await take(elastic)).toBe('A 300 at 100');
    expect(await take(elastic)).toBe('B 500 at 200');
  });

  test('quantities of n are taken and n + 1 are not, up to 10^12', async () => {
    const most = 1_000_000_000_000;
    await rest('A', 100n, { capacityTokens: most });
    expect(await take({ quantityTokens: most + 1 })).toBe('no_match');
    expect(await take({ quantityTokens: most })).toBe(`A ${most} at 100`);
    expect(await draw()).toEqual(['100: A 0 parked']);
  });

  test('no ask is passed over however many stand before it that do not fit', async () => {
    const small = Array.from({ length: 1_100 }, () => world.ask({ capacityTokens: 20 }));
    await Promise.all(small.map((ask) => world.books.place(ask)));
    await rest('Z', 100n);
    expect(await take()).toBe('Z 100 at 100');
    expect(await world.depth()).toEqual([`100 x ${1_100 * 20 + 900}`]);
  });
});

describe('lots', () => {
  test('an ask is parked below its lot and returns when a release lifts it over', async () => {
    await rest('A', 100n, { capacityTokens: 100, lotTokens: 20 });
    const bid = world.bid({ quantityTokens: 81 });
    await world.books.take(bid);
    expect(await draw()).toEqual(['100: A 19 parked']);
    expect(await take({ quantityTokens: 1 })).toBe('no_match');
    await world.books.release({ book: world.book, fillId: bid.fillId, quantityTokens: 1 });
    expect(await draw()).toEqual(['100: A 20']);
  });

  test('a parked ask can be cancelled, with its remainder', async () => {
    const ask = await rest('A', 100n, { capacityTokens: 100, lotTokens: 20 });
    await take({ quantityTokens: 90 });
    expect(await world.books.cancel(ask)).toEqual({ status: 'cancelled', remainingTokens: 10 });
  });
});

describe('the end of an ask', () => {
  test('an ask is served until its time is over, to the millisecond', async () => {
    await rest('A', 100n, { expiresAtMs: world.nowMs + 1_000 });
    await world.pass(999);
    expect(await take()).toBe('A 100 at 100');
    await world.pass(1);
    expect(await take()).toBe('no_match');
  });

  test('an ask whose time is over cannot be placed, nor cancelled', async () => {
    const late = world.ask({ expiresAtMs: world.nowMs });
    expect(await world.books.place(late)).toEqual({ status: 'expired' });
    const ask = await rest('A', 100n, { expiresAtMs: world.nowMs + 1 });
    await world.pass(1);
    expect(await world.books.cancel(ask)).toEqual({ status: 'unknown' });
  });

  test('a cancelled ask is not brought back by placing it again or by a release', async () => {
    const ask = await rest('A', 100n);
    const bid = world.bid();
    await world.books.take(bid);
    expect(await world.books.cancel(ask)).toEqual({ status: 'cancelled', remainingTokens: 900 });
    expect(await world.books.place(ask)).toMatchObject({ status: 'duplicate', sequence: 1 });
    const release = { book: world.book, fillId: bid.fillId, quantityTokens: 100 };
    expect(await world.books.release(release)).toEqual({ status: 'released' });
    expect(await world.depth()).toEqual([]);
    expect(await world.books.cancel(ask)).toEqual({ status: 'cancelled', remainingTokens: 900 });
  });

  test('a sweep closes what is over in portions, and forgets it when nothing refers to it', async () => {
    const terms = { expiresAtMs: world.nowMs + 500 };
    const asks = [await rest('A', 100n, terms), await rest('B', 100n, terms)];
    await world.pass(1_500);
    const swept = await Promise.all(
      [1, 1, 1].map((limit) => world.books.expire({ book: world.book, limit })),
    );
    expect(swept.map(({ askIds }) => askIds)).toEqual([[asks[0]?.askId], [asks[1]?.askId], []]);
    expect(await world.books.place(asks[0] as PlaceAsk)).toMatchObject({ status: 'duplicate' });
    await world.pass(29 * HOUR_MS);
    await world.books.expire({ book: world.book, limit: 10 });
    expect(await world.books.place(asks[0] as PlaceAsk)).toEqual({ status: 'expired' });
  });
});

describe('the memory of commands', () => {
  test('a take is answered again for at least 25 hours, then refused', async () => {
    await rest('A', 100n, { expiresAtMs: world.nowMs + HOUR_MS });
    const bid = world.bid();
    const first = await world.books.take(bid);
    await world.pass(25 * HOUR_MS);
    expect(await world.books.take(bid)).toEqual(first);
    await world.pass(HOUR_MS);
    expect(await world.books.take(bid)).toEqual({ status: 'too_old' });
    expect(await world.books.release({ ...bid, quantityTokens: 1 })).toEqual({ status: 'unknown' });
  });

  test('a refusal is not remembered: the same id may be filled later', async () => {
    const bid = world.bid();
    expect(await world.books.take(bid)).toEqual({ status: 'no_match' });
    await rest('A', 100n);
    expect(await world.books.take(bid)).toMatchObject({ status: 'taken' });
  });

  test('more than a fill has cannot be released, and the attempt changes nothing', async () => {
    await rest('A', 100n);
    const bid = world.bid();
    await world.books.take(bid);
    const { book } = world;
    await expect(
      world.books.release({ book, fillId: bid.fillId, quantityTokens: 101 }),
    ).rejects.toThrow('more tokens than the fill has');
    expect(await draw()).toEqual(['100: A 900']);
  });
});

describe('epochs', () => {
  test('a book that was never opened, or was invalidated, refuses everything', async () => {
    const ask = await rest('A', 100n);
    await world.books.invalidate(world.book, 1);
    const refused = { status: 'unavailable' };
    const bid = world.bid();
    expect(await world.books.take(bid)).toEqual(refused);
    expect(await world.books.place(ask)).toEqual(refused);
    expect(await world.books.cancel(ask)).toEqual(refused);
    expect(await world.books.release({ ...bid, quantityTokens: 1 })).toEqual(refused);
    expect(await world.books.best(bid)).toBeNull();
    expect(await world.depth()).toEqual([]);
  });

  test('an epoch is invalidated only by its own number', async () => {
    await world.books.invalidate(world.book, 7);
    expect(await world.books.epochOf(world.book)).toBe(1);
  });

  test('a rebuilt book keeps the queue; asks without a place stand behind; held fills can be released', async () => {
    const [a, b, c] = [world.ask(), world.ask(), world.ask()];
    names = new Map([
      [a.askId, 'A'],
      [b.askId, 'B'],
      [c.askId, 'C'],
    ]);
    const fillId = world.newId();
    const result = await rebuildBook(world.books, world.book, () =>
      Promise.resolve({
        epoch: 2,
        asks: [
          { ...c, sequence: null },
          { ...b, sequence: 9 },
          { ...a, sequence: 4, remainingTokens: 900 },
        ],
        reservations: [{ fillId, askId: a.askId, quantityTokens: 100, epoch: 1 }],
      }),
    );
    const assigned = [{ askId: c.askId, sequence: 10 }];
    expect(result).toEqual({ status: 'opened', epoch: 2, assigned });
    expect(await draw()).toEqual(['100: A 900, B 1000, C 1000']);
    await rest('D', 100n);
    await world.books.release({ book: world.book, fillId, quantityTokens: 100 });
    expect(await draw()).toEqual(['100: A 1000, B 1000, C 1000, D 1000']);
  });

  test('of two rebuilds at once the higher epoch wins, in whatever order they end', async () => {
    const [low, high] = [world.ask({ priceScale8: 1n }), world.ask({ priceScale8: 2n })];
    const source = (epoch: number, ask: PlaceAsk) => () =>
      Promise.resolve({ epoch, asks: [{ ...ask, sequence: 1 }], reservations: [] });
    const results = await Promise.all([
      rebuildBook(world.books, world.book, source(3, high)),
      rebuildBook(world.books, world.book, source(2, low)),
    ]);
    expect(results[0]).toMatchObject({ status: 'opened' });
    expect(await world.depth()).toEqual(['2 x 1000']);
    const late = await rebuildBook(world.books, world.book, source(2, low));
    expect(late).toEqual({ status: 'superseded' });
    await world.books.invalidate(world.book, 3);
    expect(await rebuildBook(world.books, world.book, source(3, low))).toEqual({
      status: 'superseded',
    });
    expect(await world.books.epochOf(world.book)).toBeNull();
  });

  test('a rebuild whose Redis was emptied under way opens nothing', async () => {
    async function* asks() {
      for (let at = 1; at <= 500; at += 1) {
        if (at === 450) await world.redis.flushdb();
        if (at === 450) await world.pass(0);
        yield { ...world.ask(), sequence: at };
      }
    }
    const source = () => Promise.resolve({ epoch: 2, asks: asks(), reservations: [] });
    expect(await rebuildBook(world.books, world.book, source)).toEqual({ status: 'superseded' });
    expect(await world.books.epochOf(world.book)).toBeNull();
  });

  test('a rebuild leaves no key of an older epoch behind', async () => {
    await rest('A', 100n);
    await rest('B', 100n, { sellerId: SELLERS[1], region: 'apac' });
    await world.open(2);
    const keys = await world.redis.keys(`book:{${world.book.modelId}|spot}:1:*`);
    expect(keys).toEqual([]);
  });

  test('the functions are loaded again when Redis has lost them', async () => {
    await world.redis.call('FUNCTION', 'FLUSH');
    await rest('A', 100n);
    expect(await take()).toBe('A 100 at 100');
  });
});

describe('depth', () => {
  test('rows are added up per price, and a limit keeps the best', async () => {
    await rest('A', 300n);
    await rest('B', 100n, { capacityTokens: 40 });
    await rest('C', 100n, { region: 'apac' });
    await rest('D', 200n);
    const levels = await world.books.levels({ book: world.book, region: null, limit: 2 });
    expect(levels).toEqual({
      bids: [],
      asks: [
        { priceScale8: 100n, quantityTokens: 1_040 },
        { priceScale8: 200n, quantityTokens: 1_000 },
      ],
      sequence: 4,
      epoch: 1,
    });
    const apac = await world.books.levels({ book: world.book, region: 'apac' });
    expect(apac.asks).toEqual([{ priceScale8: 100n, quantityTokens: 1_000 }]);
  });

  test('a depth that is read in pages is true at one version while the book moves', async () => {
    const asks = Array.from({ length: 1_200 }, (_, at) =>
      world.ask({ priceScale8: BigInt(1 + (at % 30)) }),
    );
    await Promise.all(asks.map((ask) => world.books.place(ask)));
    const moves = asks
      .slice(0, 600)
      .map((ask, at) => (at % 2 ? world.books.cancel(ask) : world.take({ quantityTokens: 10 })));
    const reading = world.books.levels({ book: world.book, region: null });
    await Promise.all(moves);
    const { asks: rows, sequence } = await reading;
    expect(rows).toEqual(await depthAt(sequence));
  });
});

/** The depth at a version, told by the journal from its beginning. */
async function depthAt(version: number) {
  const events = await readJournal(world.redis, world.book, { epoch: 1, version: -1 }, version + 1);
  const asks = new Map(events.flatMap(({ ask }) => (ask ? [[ask.askId, ask] as const] : [])));
  return levelsOf([...asks.values()].filter(isOffered));
}
