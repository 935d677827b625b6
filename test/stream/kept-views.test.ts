/** The views that a gateway keeps for HTTP requests: also those that could not be read at first, and not all for ever. */
import { BookHub } from '../../api/stream/book-hub';
import type { ReadView } from '../../api/stream/book-feed';
import { versionOf, viewOfLevels } from '../../api/stream/book-view';
import { BookViews } from '../../api/stream/book-views';
import type { BookId } from '../../domain/instruments';
import { rebuildBook } from '../../engine/rebuild';
import { World } from '../engine/world';
import { bookMessage } from './client';

/** As api/stream/book-views.ts has it. */
const VIEWS_MAX = 200;

let world: World;
let hub: BookHub;
let views: BookViews;
/** The books that were read from the engine, in this order. */
let reads: string[];
let failing: Error | null;

beforeEach(async () => {
  world = await World.start();
  await world.open();
  reads = [];
  failing = null;
  const read: ReadView = async (book, region) => {
    reads.push(book.modelId);
    if (failing) throw failing;
    const levels = await world.books.levels({ book, region: region === 'any' ? null : region });
    return viewOfLevels(levels, Date.now());
  };
  hub = new BookHub({
    read,
    readVersion: async (book) => versionOf(await world.books.versionOf(book)),
    onError: () => undefined,
  });
  views = new BookViews({
    hub,
    read,
    books: world.books,
    reopenKnown: () => Promise.resolve(false),
    isEpochCurrent: () => Promise.resolve(true),
  });
});
afterEach(async () => {
  hub.close();
  await world.stop();
});

test('a book that could not be read at first is shown when it can be', async () => {
  await world.place();
  failing = new Error('Redis is away');
  await expect(views.view(world.book, 'any')).rejects.toThrow('Redis is away');
  failing = null;
  const { body } = await views.view(world.book, 'any');
  expect(body.asks).toEqual([{ price: '0.000001', quantity: '1000' }]);
  const count = reads.length;
  await views.view(world.book, 'any');
  expect(reads).toHaveLength(count); // it is kept
});

test('what a relay tells is shown without a further read, and never an older book', async () => {
  await views.view(world.book, 'any');
  await world.place();
  const told = { 'us-east': [['0.000001', '1000']] as const };
  hub.receive(bookMessage(world.book.modelId, 1, { asks: told }));
  const { body, version } = await views.view(world.book, 'any');
  expect(version).toEqual({ epoch: 1, sequence: 1 });
  expect(body.asks).toEqual([{ price: '0.000001', quantity: '1000' }]);
  expect(reads).toHaveLength(1);
});

test('of more books than are kept the least recently used one is followed no longer', async () => {
  const others = Array.from({ length: VIEWS_MAX }, (_, at): BookId => {
    return { modelId: `${world.book.modelId}-${at}`, tenor: 'spot' };
  });
  await views.view(world.book, 'any');
  hub.receive(bookMessage(world.book.modelId, 0, { asks: {} }));
  for (const book of others) {
    const source = { epoch: 1, asks: [], reservations: [] };
    await rebuildBook(world.books, book, () => Promise.resolve(source));
    await views.view(book, 'any');
  }
  const before = reads.length;
  await views.view(others.at(-1)!, 'any');
  expect(reads).toHaveLength(before);
  await views.view(world.book, 'any');
  expect(reads.slice(before)).toEqual([world.book.modelId]);
});
