/** The search for obsolete data of a book: by what happened in it, not because time passed. */
import { FORGOTTEN_AFTER_MS } from '../../engine/library';
import type { Lease } from '../../followers/lease';
import { EVENTS_PER_PAGE, Maintenance } from '../../followers/relay/maintenance';
import { World } from './world';

const LEASE = { check: () => undefined } as unknown as Lease;
/** Less than the test takes. */
const SHORT_MS = 600_000;

let world: World;
let pages: number;
let maintenance: Maintenance;

beforeEach(async () => {
  world = await World.start();
  await world.open();
  await world.place();
  const { forget } = world.books;
  pages = 0;
  jest.spyOn(world.books, 'forget').mockImplementation((page) => {
    pages += 1;
    return forget.call(world.books, page);
  });
  maintenance = new Maintenance(world.books, world.book);
});
afterEach(() => world.stop());

async function pagesOf(work: () => void): Promise<number> {
  const before = pages;
  work();
  await maintenance.run(LEASE);
  return pages - before;
}

const nothing = () => undefined;

test('a relay searches a book once when it begins, and then not while nothing happens', async () => {
  expect(maintenance.dueInMs).toBe(0);
  expect(await pagesOf(nothing)).toBe(1);
  expect(maintenance.dueInMs).toBeGreaterThan(FORGOTTEN_AFTER_MS - SHORT_MS);
  expect(await pagesOf(nothing)).toBe(0);
});

test('each hundred events are followed by one page, a few pages a turn', async () => {
  await maintenance.run(LEASE);
  expect(await pagesOf(() => maintenance.noteEvents(EVENTS_PER_PAGE - 1))).toBe(0);
  expect(await pagesOf(() => maintenance.noteEvents(1))).toBe(1);
  expect(await pagesOf(nothing)).toBe(0);
  expect(await pagesOf(() => maintenance.noteEvents(5 * EVENTS_PER_PAGE))).toBe(4);
  expect(maintenance.dueInMs).toBe(0);
  expect(await pagesOf(nothing)).toBe(1);
  expect(maintenance.dueInMs).toBeGreaterThan(FORGOTTEN_AFTER_MS - SHORT_MS);
});

test('in a book of many pages, too, events are followed by one page, and not by all', async () => {
  await maintenance.run(LEASE);
  jest.mocked(world.books.forget).mockResolvedValueOnce({ cursor: '1' } as never);
  maintenance.noteEvents(EVENTS_PER_PAGE);
  await maintenance.run(LEASE);
  expect(maintenance.dueInMs).toBeGreaterThan(FORGOTTEN_AFTER_MS - SHORT_MS);
  expect(await pagesOf(nothing)).toBe(0);
});

test('what the last event left behind is deleted when it is obsolete, and the search ends', async () => {
  await maintenance.run(LEASE);
  const bid = world.bid();
  await world.books.reserve(bid);
  maintenance.noteEvents(1);
  await world.pass(FORGOTTEN_AFTER_MS);
  const later = performance.now() + FORGOTTEN_AFTER_MS;
  const clock = jest.spyOn(performance, 'now').mockReturnValue(later);
  try {
    expect(await pagesOf(nothing)).toBe(1);
    expect(await pagesOf(nothing)).toBe(0);
    expect(await world.books.unknown({ book: world.book, ids: [bid.fillId] })).toEqual([
      bid.fillId,
    ]);
  } finally {
    clock.mockRestore();
  }
});

test('a relay that gets the book again searches it again', async () => {
  await maintenance.run(LEASE);
  maintenance.restart();
  expect(await pagesOf(nothing)).toBe(1);
});
