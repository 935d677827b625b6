/** The image of a book: folded from the journal it shows what Redis shows, at every version. */
import fc from 'fast-check';
import { REGIONS, type Region } from '../../domain/regions';
import type { Level } from '../../engine/depth';
import { readJournal } from '../../engine/journal';
import { BookImage } from '../../followers/relay/book-image';
import { ExpiryAgenda } from '../../followers/relay/expiry-agenda';
import { loadImage } from '../../followers/relay/load-image';
import { PriceLevels } from '../../followers/relay/price-levels';
import { commandsOfOneEpoch, type Command } from './commands';
import { Twins } from './twins';
import { World } from './world';

const RUNS = Number.parseInt(process.env['ENGINE_MODEL_RUNS'] ?? '40', 10);

let world: World;
beforeEach(async () => {
  world = await World.start({ scan: 3, chunk: 2, fills: 2 });
});
afterEach(() => world.stop());

async function freshTwins(): Promise<Twins> {
  await world.redis.flushdb();
  await world.pass(0);
  const twins = new Twins(world);
  await twins.rebuild();
  return twins;
}

/** Folds what is new; every version must be sound. */
async function fold(image: BookImage): Promise<void> {
  for (const event of await readJournal(world.redis, world.book, image, 100_000)) {
    expect(image.fold(event)).toBe(true);
    expect(faultsOf(image)).toEqual([]);
  }
}

function faultsOf(image: BookImage): string[] {
  const faults: string[] = [];
  for (const { asks, bids } of REGIONS.map((region) => viewOf(image, region))) {
    const tokens = [...asks, ...bids].map(({ quantityTokens }) => quantityTokens);
    if (tokens.some((quantity) => quantity <= 0)) faults.push('a price without tokens');
    const [bid, ask] = [bids[0], asks[0]];
    if (bid && ask && bid.priceScale8 >= ask.priceScale8) faults.push('crossed');
  }
  return faults;
}

/** What the view of a region shows; of all regions for null. */
function viewOf(image: BookImage, region: Region | null): { asks: Level[]; bids: Level[] } {
  const regions = region === null ? REGIONS : [region];
  return {
    asks: sum(regions.map((each) => image.asksOf(each))),
    bids: sum([...regions, 'any' as const].map((each) => image.bidsOf(each))).reverse(),
  };
}

function sum(parts: readonly PriceLevels[]): Level[] {
  const quantities = new Map<bigint, number>();
  for (const { priceScale8, quantityTokens } of parts.flatMap(({ rows }) => rows)) {
    quantities.set(priceScale8, (quantities.get(priceScale8) ?? 0) + quantityTokens);
  }
  return [...quantities]
    .map(([priceScale8, quantityTokens]) => ({ priceScale8, quantityTokens }))
    .sort((a, b) => (a.priceScale8 < b.priceScale8 ? -1 : 1));
}

async function expectAsRedisShows(image: BookImage): Promise<void> {
  for (const region of [null, 'us-east', 'global'] as const) {
    const { asks, bids, sequence, epoch } = await world.books.levels({ book: world.book, region });
    expect({ sequence, epoch }).toEqual({ sequence: image.version, epoch: image.epoch });
    expect({ region, ...viewOf(image, region) }).toEqual({ region, asks, bids });
  }
}

/** Redis hides orders whose time is over: the image names them, and they are closed. */
async function expire(image: BookImage): Promise<void> {
  const ids = image.due(world.nowMs, 1_000);
  const closed = await world.books.expire({ book: world.book, ids });
  expect(new Set(closed.ids)).toEqual(new Set(ids));
}

test('under any commands the image is the fold of the journal and what Redis shows', async () => {
  const property = fc.asyncProperty(commandsOfOneEpoch(5, 60), async (commands) => {
    const twins = await freshTwins();
    const image = new BookImage(1, -1);
    for (const command of commands.map(withoutOwner)) {
      await twins.run(command);
      await fold(image);
      await expire(image);
      await fold(image);
      await expectAsRedisShows(image);
    }
    const loaded = await loadImage(world.books, world.book);
    expect(loaded?.depth).toEqual(image.depth);
    expect(loaded?.size).toBe(image.size);
    await expectAsRedisShows(loaded!);
  });
  await fc.assert(property, { numRuns: RUNS });
});

/** Bids of an owner may rest across the same owner's asks; without owners nothing does. */
function withoutOwner(command: Command): Command {
  return command.do === 'bid' ? { ...command, excludedOwner: null } : command;
}

test('an image that is loaded while orders come and go is exact', async () => {
  await world.open();
  const asks = await Promise.all(
    Array.from({ length: 1_500 }, (_, at) => world.place({ priceScale8: BigInt(100 + (at % 50)) })),
  );
  const goOn = async () => {
    for (const { askId } of asks.splice(0, 400)) {
      await world.books.cancel({ book: world.book, id: askId });
      await world.reserve({ quantityTokens: 995 });
      await world.books.bid(world.order({ limitPriceScale8: 90n }));
    }
  };
  const [image] = await Promise.all([loadImage(world.books, world.book), goOn()]);
  await fold(image!);
  await expectAsRedisShows(image!);
});

test('a book that is closed has no image', async () => {
  expect(await loadImage(world.books, world.book)).toBeNull();
});

test('an event behind a gap, or of another epoch, is refused; a known one changes nothing', async () => {
  await world.open();
  await world.place();
  await world.place({ priceScale8: 200n });
  const events = await readJournal(world.redis, world.book, { epoch: 1, version: -1 }, 10);
  const image = new BookImage(1, -1);
  expect(image.fold(events[0]!)).toBe(true);
  expect(image.fold(events[2]!)).toBe(false);
  expect(image.fold(events[1]!)).toBe(true);
  expect(image.fold(events[0]!)).toBe(true);
  expect(new BookImage(2, 0).fold(events[1]!)).toBe(false);
  expect(image.depth.asks).toEqual({ 'us-east': [['0.000001', '1000']] });
});

test('orders are due from their millisecond on, whatever was asked before', () => {
  const agenda = new ExpiryAgenda();
  agenda.add('late', 9_500);
  expect(agenda.due(9_000, 10)).toEqual([]);
  agenda.add('early', 1_200);
  agenda.add('same', 9_499);
  expect(agenda.due(1_199, 10)).toEqual([]);
  expect(agenda.due(1_200, 10)).toEqual(['early']);
  expect(agenda.due(9_499, 10)).toEqual(['early', 'same']);
  agenda.remove('early', 1_200);
  expect(agenda.due(100_000, 10)).toEqual(['late', 'same']);
  expect(agenda.due(100_000, 1)).toHaveLength(1);
});

test('more tokens than a price has cannot leave it', () => {
  const levels = new PriceLevels('ask');
  levels.change(5n, 10);
  expect(() => levels.change(5n, -11)).toThrow('More tokens left');
});
