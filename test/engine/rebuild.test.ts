/** Epochs: a book refuses until it was rebuilt, and the highest epoch wins. */
import type { PlaceAsk } from '../../engine/book';
import { ORDER_BYTES } from '../../engine/layouts';
import { rebuildBook } from '../../engine/rebuild';
import { Scene } from './scene';
import { SELLERS, type World } from './world';

/** 100 rows, of an id and a record each. */
const BATCH_BYTES = 100 * ORDER_BYTES;

let scene: Scene;
let world: World;

beforeEach(async () => {
  scene = await Scene.open();
  world = scene.world;
});
afterEach(() => world.stop());

describe('epochs', () => {
  test('a book that was never opened, or was invalidated, refuses everything', async () => {
    const ask = await scene.rest('A', 100n);
    await world.books.invalidate(world.book, 1);
    const refused = { status: 'unavailable' };
    const bid = world.bid();
    expect(await world.books.reserve(bid)).toEqual(refused);
    expect(await world.books.place(ask)).toEqual(refused);
    expect(await world.cancel(ask)).toEqual(refused);
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
    scene.names.set(a.askId, 'A').set(b.askId, 'B').set(c.askId, 'C');
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
    expect(await scene.draw()).toEqual(['100: A 900, B 1000, C 1000']);
    await scene.rest('D', 100n);
    await world.books.release({ book: world.book, fillId, quantityTokens: 100 });
    expect(await scene.draw()).toEqual(['100: A 1000, B 1000, C 1000, D 1000']);
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
    expect(await world.books.epochOf(world.book)).toBeNull();
  });

  test('many that find the book closed at once rebuild it once', async () => {
    await world.books.invalidate(world.book, 1);
    let epoch = 1;
    const source = () => Promise.resolve({ epoch: (epoch += 1), asks: [], reservations: [] });
    const rebuild = () => rebuildBook(world.books, world.book, source, { unlessOpen: true });
    const results = await Promise.all(Array.from({ length: 20 }, rebuild));
    expect(results.filter(({ status }) => status === 'opened')).toHaveLength(1);
    expect(await rebuild()).toEqual({ status: 'open' });
    expect(await world.books.epochOf(world.book)).toBe(2);
  });

  test('a release that comes while MongoDB is read waits for the new book, and is not lost', async () => {
    const ask = await scene.rest('A', 100n);
    const bid = world.bid();
    await world.books.reserve(bid);
    const { fillId } = bid;
    const release = { book: world.book, fillId, quantityTokens: 100 };
    const meanwhile: unknown[] = [];
    await rebuildBook(world.books, world.book, async () => {
      meanwhile.push(await world.books.release(release));
      const held = { fillId, askId: ask.askId, quantityTokens: 100, epoch: 1 };
      const asks = [{ ...ask, sequence: 1, remainingTokens: 900 }];
      return { epoch: 2, asks, reservations: [held] };
    });
    expect(meanwhile).toEqual([{ status: 'unavailable' }]);
    expect(await world.books.release(release)).toEqual({ status: 'released' });
    expect(await scene.draw()).toEqual(['100: A 1000']);
  });

  test('a rebuild of many batches loads every bid, ask, owner and fill', async () => {
    const count = 450;
    const each = <Row>(rowOf: (place: number) => Row) =>
      Array.from({ length: count }, (_, at) => rowOf(at + 1));
    const bids = each((place) => {
      const bid = world.order({ limitPriceScale8: 50n, timeInForce: 'GTC' });
      const { limitPriceScale8, region } = bid;
      const terms = { limitPriceScale8, region, timeInForce: 'GTC' as const, expiresAtMs: null };
      const excludedOwner = 'acme';
      return {
        orderId: bid.orderId,
        remainingTokens: 100,
        fillCount: 0,
        excludedOwner,
        ...terms,
        sequence: place,
      };
    });
    const asks = each((place) => {
      const sequence = place > 400 ? null : count + place;
      return { ...world.ask({ sellerId: SELLERS[1], owner: 'acme' }), sequence };
    });
    const reservations = each((place) => ({
      fillId: world.newId(),
      askId: asks[place - 1]!.askId,
      quantityTokens: 5,
      epoch: 1,
    }));
    const batches = watchBatches(world);
    const result = await rebuildBook(world.books, world.book, () =>
      Promise.resolve({ epoch: 2, bids, asks, reservations }),
    );
    expect(batches).toEqual({ underWay: 0, most: 2, largestBytes: BATCH_BYTES });
    const latecomers = asks.slice(400).map(({ askId }, at) => ({ askId, sequence: 851 + at }));
    expect(result).toEqual({ status: 'opened', epoch: 2, assigned: latecomers });
    expect(await world.depth()).toEqual(['100 x 450000']);
    for (const { fillId } of reservations) {
      const release = { book: world.book, fillId, quantityTokens: 5 };
      expect(await world.books.release(release)).toEqual({ status: 'released' });
    }
    expect(await world.depth()).toEqual(['100 x 452250']);
    const best = await world.books.bestBid({ book: world.book, region: null });
    expect(best).toMatchObject({ priceScale8: 50n });
    const own = world.order({ excludedOwner: 'acme', timeInForce: 'IOC' });
    expect(await world.books.bid(own)).toMatchObject({ fills: [] });
    const other = world.order({ excludedOwner: 'bravo', timeInForce: 'IOC' });
    expect(await world.books.bid(other)).toMatchObject({ fills: [{ quantityTokens: 100 }] });
  });

  test('a rebuild whose Redis was emptied under way opens nothing', async () => {
    async function* asks() {
      for (let at = 1; at <= 500; at += 1) {
        if (at === 450) await world.redis.flushdb();
        if (at === 450) await world.pass(0);
        yield [{ ...world.ask(), sequence: at }];
      }
    }
    const source = () => Promise.resolve({ epoch: 2, asks: asks(), reservations: [] });
    expect(await rebuildBook(world.books, world.book, source)).toEqual({ status: 'superseded' });
    expect(await world.books.epochOf(world.book)).toBeNull();
  });

  test('a rebuild leaves no key of an older epoch behind', async () => {
    await scene.rest('A', 100n);
    await scene.rest('B', 100n, { sellerId: SELLERS[1], region: 'apac' });
    await world.open(2);
    const keys = await world.redis.keys(`book:{${world.book.modelId}|spot}:1:*`);
    expect(keys).toEqual([]);
  });
});

/** The batches of a load: other books wait for those under way (engine/rebuild-load.ts). */
function watchBatches({ books }: World) {
  const seen = { underWay: 0, most: 0, largestBytes: 0 };
  const { functions } = books;
  const call = functions.call.bind(functions);
  functions.call = async (name, book, args) => {
    if (!name.startsWith('rebuild_load')) return call(name, book, args);
    seen.underWay += 1;
    seen.most = Math.max(seen.most, seen.underWay);
    seen.largestBytes = Math.max(seen.largestBytes, Buffer.byteLength(args?.[3] as Buffer));
    return call<never>(name, book, args).finally(() => (seen.underWay -= 1));
  };
  return seen;
}
