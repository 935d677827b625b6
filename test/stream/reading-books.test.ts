/** What a reader is shown of a book of which no relay tells: the engine is read, as of its question. */
import { BookFeed, type ReadView } from '../../api/stream/book-feed';
import { versionOf, viewOfLevels } from '../../api/stream/book-view';
import { World } from '../engine/world';
import { until } from '../support/wait';

let world: World;
beforeEach(async () => {
  world = await World.start();
  await world.open();
});
afterEach(() => world.stop());

const read: ReadView = async (book, region) => {
  const levels = await world.books.levels({ book, region: region === 'any' ? null : region });
  return viewOfLevels(levels, Date.now());
};
const versionNow = async () => versionOf(await world.books.versionOf(world.book));

test('a question during a reading that began before a change is answered with the change', async () => {
  let held: Promise<void> | null = null;
  let reads = 0;
  const feed = new BookFeed(world.book, async (book, region) => {
    const view = await read(book, region);
    reads += 1;
    await held;
    return view;
  });
  const view = feed.hold('any');
  await feed.prepare(view);
  let goOn!: () => void;
  held = new Promise<void>((resolve) => (goOn = resolve));
  await world.place();
  const first = feed.snapshotOf(view, await versionNow());
  await until(() => reads === 2, { what: 'the reading' });
  await world.place();
  const version = await versionNow();
  const second = feed.snapshotOf(view, version);
  goOn();
  await first;
  expect((await second).version).toEqual(version);
});

test('an ask that expires leaves the view, though nothing tells of it', async () => {
  const feed = new BookFeed(world.book, read);
  const view = feed.hold('any');
  await feed.prepare(view);
  await world.place({ expiresAtMs: world.nowMs + 60_000 });
  const version = await versionNow();
  const shown = async () => (await feed.snapshotOf(view, version)).body.asks;
  expect(await shown()).toHaveLength(1);
  await world.pass(60_000);
  await until(async () => (await shown()).length === 0, { what: 'the ask to leave' });
});
