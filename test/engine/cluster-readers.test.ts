/** On a Redis Cluster each book is on one server: looks, journals and announcements reach all of them. */
import { bookName, type BookId } from '../../domain/instruments';
import { announcementsOf, subscriberOf } from '../../channel/subscriber';
import { OrderBooks } from '../../engine/book';
import { connectRedis, firstCommand, type RedisClient } from '../../engine/connect-redis';
import { epochKeys, headKey } from '../../engine/keys';
import { rebuildBook } from '../../engine/rebuild';
import { openJournalReader } from '../../followers/relay/journal-reader';
import { lookAt } from '../../followers/relay/look';
import { until } from '../support/wait';
import { call, RedisCluster } from './redis-cluster';

let nodes: RedisCluster;
let redis: RedisClient;
let books: OrderBooks;
/** One on each primary. */
let spread: BookId[];

beforeAll(async () => {
  nodes = await RedisCluster.start();
  redis = connectRedis(nodes.address);
  redis.on('error', () => undefined);
  await firstCommand(redis, () => redis.ping());
  books = new OrderBooks(redis);
  await books.load();
  const found = new Map<number, BookId>();
  for (let at = 0; found.size < nodes.primaries.length; at += 1) {
    const book: BookId = { modelId: `model ${at}`, tenor: 'spot' };
    found.set((await nodes.primaryOf(headKey(book))).port, book);
  }
  spread = [...found.values()];
  for (const [at, book] of spread.entries()) {
    const source = { epoch: at + 1, asks: [], reservations: [] };
    await rebuildBook(books, book, () => Promise.resolve(source));
  }
}, 60_000);
afterAll(async () => {
  redis.disconnect();
  await nodes.stop();
});

/** Connections that wait for events, on all servers. */
async function waiting(): Promise<number> {
  const texts = await Promise.all(nodes.primaries.map((server) => call(server, 'INFO', 'clients')));
  const counts = texts.map((text) => Number(/blocked_clients:(\d+)/.exec(String(text))![1]));
  return counts.reduce((sum, count) => sum + count, 0);
}

test('one look tells of the books of every server, in their order', async () => {
  const looks = await lookAt(books.functions, [...spread].reverse(), 'relay', 60_000);
  expect(looks.map(({ newest }) => newest?.epoch)).toEqual([3, 2, 1]);
});

test('the journals of every server are read, each until its subscription ends', async () => {
  const failures: unknown[] = [];
  const reader = openJournalReader(redis, (err) => failures.push(err));
  const read = new Map<string, number[]>();
  const ends = spread.map((book, at) => {
    const versions: number[] = [];
    read.set(bookName(book), versions);
    return reader.subscribe({
      key: epochKeys(book, at + 1).events,
      from: { epoch: at + 1, version: 0 },
      deliver: (events) => versions.push(...events.map(({ version }) => version)),
    });
  });
  for (const book of spread) await books.halt(book);
  for (const book of spread) await books.resume(book);
  await until(() => [...read.values()].every((versions) => versions.length >= 2), {
    what: 'the events of all books',
    timeoutMs: 20_000,
  });
  for (const versions of read.values()) expect(versions).toEqual([1, 2]);
  await until(async () => (await waiting()) === spread.length, { what: 'a reader of each book' });
  ends[0]!();
  await until(async () => (await waiting()) === spread.length - 1, { what: 'one reader less' });
  await reader.stop();
  await until(async () => (await waiting()) === 0, { what: 'no reader' });
  expect(failures).toEqual([]);
});

test('an announcement reaches whoever listens, wherever its channel is, and they are counted', async () => {
  const { publish, count } = announcementsOf(redis);
  const heard: string[] = [];
  const hooks = {
    onMessage: (channel: string, text: string) => void heard.push(`${channel} ${text}`),
    onRenewed: () => undefined,
  };
  const subscriber = subscriberOf(redis, hooks);
  const channels = spread.map(headKey);
  const counted = async (channel: string) => {
    const script = "return redis.call('PUBSUB', ARGV[1], KEYS[1])[2]";
    return Number(await redis.eval(script, 1, channel, count));
  };
  for (const channel of channels) await subscriber.subscribe(channel);
  expect(await Promise.all(channels.map(counted))).toEqual(channels.map(() => 1));
  for (const channel of channels) {
    await redis.eval('return redis.call(ARGV[1], KEYS[1], ARGV[2])', 1, channel, publish, 'news');
  }
  await until(() => heard.length === channels.length, { what: 'all announcements' });
  expect(heard.toSorted()).toEqual(channels.map((channel) => `${channel} news`).toSorted());
  await subscriber.unsubscribe(channels[0]!);
  expect(await counted(channels[0]!)).toBe(0);
  subscriber.close();
});
