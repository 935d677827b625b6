/** The books that a gateway follows, when messages are lost, the relay is silent, or a reader fails. */
import { setTimeout as delay } from 'node:timers/promises';
import { BookFeed, FollowedView, type ReadView } from '../../api/stream/book-feed';
import { BookHub, UNKNOWN_BOOKS_MAX } from '../../api/stream/book-hub';
import { versionOf, viewOfLevels } from '../../api/stream/book-view';
import type { Update } from '../../api/stream/messages';
import { until } from '../support/wait';
import { World } from '../engine/world';
import { bookMessage, trade } from './client';

let world: World;
let failures: unknown[];
const hubs: BookHub[] = [];
beforeEach(async () => {
  world = await World.start();
  await world.open();
  failures = [];
});
afterEach(async () => {
  for (const hub of hubs.splice(0)) hub.close();
  await world.stop();
});

const read: ReadView = async (book, region) => {
  const levels = await world.books.levels({ book, region: region === 'any' ? null : region });
  return viewOfLevels(levels, Date.now());
};

function newHub(): BookHub {
  const hub = new BookHub({
    read,
    readVersion: async (book) => versionOf(await world.books.versionOf(book)),
    onError: (err) => failures.push(err),
  });
  hubs.push(hub);
  return hub;
}

const message = (sequence: number, parts: Parameters<typeof bookMessage>[2] = {}) =>
  bookMessage(world.book.modelId, sequence, parts);
const versionNow = async () => versionOf(await world.books.versionOf(world.book));

test('a change whose message was lost reaches the readers all the same', async () => {
  const hub = newHub();
  const seen: number[] = [];
  const { start } = await hub.subscribe(world.book, 'any');
  start({ deliver: ({ snapshot }) => snapshot && seen.push(snapshot.version.sequence) });
  hub.receive(message(0, { asks: {} }));
  await world.place(); // no relay tells of it
  await until(() => seen.at(-1) === 1, { what: 'the change', timeoutMs: 15_000 });
  expect(failures).toEqual([]);
});

test('a later reader begins with the book that the engine has, though no relay tells of it', async () => {
  const hub = newHub();
  const first = await hub.subscribe(world.book, 'any');
  first.start({ deliver: () => undefined });
  await world.place();
  const later = await hub.subscribe(world.book, 'any');
  expect(later.start({ deliver: () => undefined }).version).toEqual(await versionNow());
  await world.place();
  expect((await first.current()).version).toEqual(await versionNow());
});

test('bounds the books without orders that have readers, of all connections together', async () => {
  const hub = newHub();
  const unknown = (at: number) =>
    ({ modelId: `${world.book.modelId}-${at}`, tenor: 'spot' }) as const;
  const all = Array.from({ length: UNKNOWN_BOOKS_MAX }, (_, at) =>
    hub.subscribe(unknown(at), 'any'),
  );
  const [first] = await Promise.all(all);
  const oneMore = () => hub.subscribe(unknown(UNKNOWN_BOOKS_MAX), 'any');
  await expect(oneMore()).rejects.toMatchObject({ code: 'service_unavailable' });
  await hub.subscribe(unknown(1), 'eu-west'); // one that is followed already
  await hub.subscribe(world.book, 'any'); // one that exists
  first!.end();
  await oneMore();
});

test('a reader that fails keeps no other from what is told to it', async () => {
  const hub = newHub();
  const other = { modelId: `${world.book.modelId}-b`, tenor: 'spot' } as const;
  const failing = await hub.subscribe(world.book, 'any');
  const sound = await hub.subscribe(other, 'any');
  const seen: Update[] = [];
  failing.start({
    deliver: () => {
      throw new Error('a reader failed');
    },
  });
  sound.start({ deliver: (update) => seen.push(update) });
  hub.receive(message(1));
  await until(() => failures.length === 1, { what: 'the failure', timeoutMs: 5_000 });
  hub.receive({ ...message(1), ...other });
  await until(() => seen.length === 1, { what: 'the other book', timeoutMs: 5_000 });
  hub.receive({ ...message(2), ...other });
  await until(() => seen.length === 2, { what: 'its next change', timeoutMs: 5_000 });
});

test('a relay that falls silent is waited for once, and then the engine counts', async () => {
  const feed = new BookFeed(world.book, read);
  const view = feed.hold('any');
  feed.receive(message(0));
  const ask = await world.place();
  const first = await feed.snapshotOf(view, await versionNow());
  expect(first.body.asks).toEqual([{ price: '0.000001', quantity: '1000' }]);
  await world.cancel(ask);
  const beganAt = performance.now();
  for (let round = 0; round < 3; round += 1) {
    await world.place();
    const { version } = await feed.snapshotOf(view, await versionNow());
    expect(version.sequence).toBe(3 + round);
  }
  expect(performance.now() - beganAt).toBeLessThan(1_000); // as long as one wait
});

test('a large book is read a few times, however often it is asked for, and shown as it was read', async () => {
  let reads = 0;
  const slowly: ReadView = async (book, region) => {
    reads += 1;
    await delay(150); // as a book of many asks takes
    return read(book, region);
  };
  const feed = new BookFeed(world.book, slowly);
  const view = feed.hold('any');
  await feed.prepare(view);
  for (let round = 0; round < 25; round += 1) {
    await world.place();
    const { version } = await feed.snapshotOf(view, await versionNow());
    expect(version.sequence).toBeGreaterThanOrEqual(0);
  }
  expect(reads).toBeGreaterThan(1);
  expect(reads).toBeLessThan(10);
});

test('of two states of a view the later one is shown, whichever comes last', () => {
  const view = new FollowedView(world.book, 'any');
  const state = (sequence: number, epoch = 1) => ({ ...EMPTY, epoch, sequence });
  view.take(state(5));
  view.take(state(4));
  expect(view.snapshot(null).version).toEqual({ epoch: 1, sequence: 5 });
  view.take(state(0, 2));
  view.take(state(9));
  expect(view.snapshot(null).version).toEqual({ epoch: 2, sequence: 0 });
  view.keep(message(9));
  expect(view.snapshot(message(8)).version).toEqual({ epoch: 2, sequence: 0 });
});

test('a message that comes behind a later one is shown to nobody, nor to who begins to read then', async () => {
  const hub = newHub();
  const first = await hub.subscribe(world.book, 'any');
  const seen: number[] = [];
  first.start({ deliver: ({ snapshot }) => snapshot && seen.push(snapshot.version.sequence) });
  hub.receive(message(5, { asks: { apac: [['2', '5']] } }));
  hub.receive(message(4, { asks: { apac: [['2', '4']] } }));
  const late = await hub.subscribe(world.book, 'apac');
  expect(late.snapshot().body).toMatchObject({
    sequence: 5,
    asks: [
      {
        price: '2',
        quantity: '5',
      },
    ],
  });
  hub.receive(message(6));
  await until(() => seen.at(-1) === 6, { what: 'the next message', timeoutMs: 5_000 });
  expect(seen).not.toContain(4);
});

const EMPTY = { atMs: 0, bids: [], asks: [] };

test('a trade that is told again is delivered once, behind two thousand others too', async () => {
  const hub = newHub();
  const { start } = await hub.subscribe(world.book, 'any');
  const ids: string[] = [];
  start({ deliver: ({ trades }) => ids.push(...trades.map(({ body }) => body.id)) });
  const trades = Array.from({ length: 2_000 }, () => trade());
  hub.receive(message(1, { trades }));
  hub.receive(message(2, { trades: [trades[0]!, trades.at(-1)!] }));
  hub.receive(message(3, { trades: [trade()] }));
  await until(() => ids.length >= 2_001, { what: 'every trade', timeoutMs: 10_000 });
  expect(ids).toHaveLength(2_001);
  expect(new Set(ids).size).toBe(2_001);
});
