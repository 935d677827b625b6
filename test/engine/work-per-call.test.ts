/** No call examines more orders than its budget: Redis serves the other books between two calls. */
import type { SourceBid } from '../../engine/book-source';
import { epochKeys } from '../../engine/keys';
import { rebuildBook } from '../../engine/rebuild';
import { SELLERS, World } from './world';

const SCAN = 4;

let world: World;
beforeEach(async () => {
  world = await World.start({ scan: SCAN, chunk: 2 });
});
afterEach(() => world.stop());

/** Runs `look` after each call of a function. */
function afterEachCall({ books }: World, look: (answer: string[]) => Promise<void>): void {
  const { redis } = books.functions;
  const callBuffer = redis.callBuffer.bind(redis) as (...args: unknown[]) => Promise<Buffer[]>;
  redis.callBuffer = (async (...args: unknown[]) => {
    const answer = await callBuffer(...args);
    if (args[0] === 'FCALL') await look(answer.map(String));
    return answer;
  }) as typeof redis.callBuffer;
}

function restingBid(at: number): SourceBid {
  const { orderId, limitPriceScale8, region, timeInForce } = world.order();
  return {
    orderId,
    limitPriceScale8,
    region,
    timeInForce,
    remainingTokens: 100,
    fillCount: 0,
    excludedOwner: null,
    expiresAtMs: null,
    sequence: at + 1,
  };
}

test('a rebuild with many bids that cross nothing examines a budget of them per call', async () => {
  const bids = Array.from({ length: 10 * SCAN }, (_, at) => restingBid(at));
  const { work } = epochKeys(world.book, 2);
  const left: number[] = [];
  afterEachCall(world, async () => void left.push(await world.redis.llen(work)));
  await rebuildBook(world.books, world.book, () =>
    Promise.resolve({ epoch: 2, bids, asks: [], reservations: [] }),
  );
  const done = left.slice(1).map((count, at) => left[at]! - count);
  expect(left.at(-1)).toBe(0);
  expect(Math.max(...done)).toBe(SCAN);
  expect(await world.books.tops(world.book)).toMatchObject({ epoch: 2 });
  const { bids: levels } = await world.books.levels({ book: world.book, region: null });
  expect(levels).toMatchObject([{ quantityTokens: 100 * bids.length }]);
});

test('a rebuild counts the asks that its bids examine', async () => {
  const bids = Array.from({ length: 2 * SCAN }, (_, at) => restingBid(at));
  const asks = bids.map((_, at) => ({
    ...world.ask({ capacityTokens: 100, priceScale8: 100n }),
    sequence: 100 + at,
  }));
  const { work } = epochKeys(world.book, 2);
  const left: number[] = [];
  afterEachCall(world, async () => void left.push(await world.redis.llen(work)));
  await rebuildBook(world.books, world.book, () =>
    Promise.resolve({ epoch: 2, bids, asks, reservations: [] }),
  );
  const done = left.slice(1).map((count, at) => left[at]! - count);
  // Each bid costs itself and one ask.
  expect(Math.max(...done)).toBe(SCAN / 2);
  expect(await world.books.levels({ book: world.book, region: null })).toMatchObject({
    asks: [],
    bids: [],
  });
});

/**
 * A voided fill gives tokens back to its ask, which then passes `ownBids` bids of its own owner, and to
 * its bid, which then passes `ownAsks` asks of its own owner before it finds that ask again.
 * @returns what each call answers
 */
async function voidFill(ownBids: number, ownAsks: number): Promise<string[][]> {
  await world.redis.flushdb();
  await world.pass(0);
  await world.open();
  for (let at = 0; at < ownAsks; at += 1) {
    await world.place({
      sellerId: SELLERS[3],
      owner: 'bravo',
      region: 'eu-west',
      priceScale8: 50n,
    });
  }
  const terms = { capacityTokens: 100, lotTokens: 100 };
  await world.place({ sellerId: SELLERS[1], owner: 'acme', region: 'us-east', ...terms });
  const bought = await world.books.bid(world.order({ excludedOwner: 'bravo' }));
  const fillId = bought.status === 'accepted' ? bought.fills[0]!.fillId : '';
  for (let at = 0; at < ownBids; at += 1) {
    await world.books.bid(world.order({ region: 'us-east', excludedOwner: 'acme' }));
  }
  const answers: string[][] = [];
  afterEachCall(world, async (answer) => void answers.push(answer));
  await world.books.release({ book: world.book, fillId, quantityTokens: 100 });
  return answers;
}

test('a release shares one budget between the ask and the bid of the fill', async () => {
  expect(await voidFill(1, 2)).toEqual([['released']]);
  expect((await voidFill(2, 2))[0]).toEqual(['released', 'unfinished']);
  const { asks } = await world.books.levels({ book: world.book, region: 'us-east' });
  expect(asks).toEqual([]);
});
