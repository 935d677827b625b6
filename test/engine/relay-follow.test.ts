/** Following: every change of every book arrives, once, in order, whatever the connection does. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Cluster, Redis } from 'ioredis';
import type { BookId } from '../../domain/instruments';
import { OrderBooks } from '../../engine/book';
import { epochKeys } from '../../engine/keys';
import { rebuildBook } from '../../engine/rebuild';
import { openJournalReader, type JournalReader } from '../../followers/relay/journal-reader';
import { until } from '../support/wait';
import { RedisServer } from './redis-server';
import { SELLERS } from './world';
import { uuidV7At } from '../../domain/ids';

/** A node that has met no other one does not know its own address. */
const ADDRESS = ['--cluster-announce-ip', '127.0.0.1'];

let server: RedisServer;
let redis: Redis | Cluster;
let reader: JournalReader;

afterEach(async () => {
  await reader.stop();
  redis.disconnect();
  await server.stop();
});

async function openBook(books: OrderBooks): Promise<BookId> {
  const book: BookId = { modelId: `model-${randomUUID()}`, tenor: 'spot' };
  await rebuildBook(books, book, () => Promise.resolve({ epoch: 1, asks: [], reservations: [] }));
  return book;
}

async function place(books: OrderBooks, book: BookId): Promise<void> {
  const result = await books.place({
    book,
    askId: uuidV7At(Date.now(), randomUUID()),
    sellerId: SELLERS[0],
    region: 'us-east',
    priceScale8: 100n,
    capacityTokens: 100,
    remainingTokens: 100,
    lotTokens: 1,
    expiresAtMs: Date.now() + 600_000,
  });
  expect(result.status).toBe('placed');
}

/** Versions in the order in which they arrive. */
function follow(book: BookId): number[] {
  const versions: number[] = [];
  reader.subscribe({
    key: epochKeys(book, 1).events,
    from: { epoch: 1, version: 0 },
    deliver: (events) => versions.push(...events.map(({ version }) => version)),
  });
  return versions;
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test('many books over one connection, and a connection that breaks', async () => {
  server = await RedisServer.start();
  redis = new Redis(server.port);
  const failures: unknown[] = [];
  reader = openJournalReader(redis, (err) => failures.push(err));
  const books = new OrderBooks(redis);
  const [first, second] = [await openBook(books), await openBook(books)];
  const seen = [follow(first), follow(second)];
  for (let at = 0; at < 50; at += 1) await place(books, at % 2 ? first : second);
  await until(() => seen.every(({ length }) => length === 25), { what: 'every change' });

  const blocked = await redis.client('LIST');
  const ids = [...String(blocked).matchAll(/id=(\d+) .*cmd=xread/g)].map(([, id]) => id!);
  expect(ids).toHaveLength(1);
  await redis.client('KILL', 'ID', ids[0]!);
  for (let at = 0; at < 50; at += 1) await place(books, at % 2 ? first : second);
  await until(() => seen.every(({ length }) => length >= 50), { what: 'every later change' });
  expect(seen).toEqual([upTo(50), upTo(50)]);
});

test('a subscription that has ended gets nothing more', async () => {
  server = await RedisServer.start();
  redis = new Redis(server.port);
  reader = openJournalReader(redis, () => undefined);
  const books = new OrderBooks(redis);
  const [first, second] = [await openBook(books), await openBook(books)];
  const [gone, stays]: [number[], number[]] = [[], follow(second)];
  const end = reader.subscribe({
    key: epochKeys(first, 1).events,
    from: { epoch: 1, version: 0 },
    deliver: (events) => gone.push(...events.map(({ version }) => version)),
  });
  await place(books, first);
  await until(() => gone.length === 1, { what: 'the first change' });
  end();
  await place(books, first);
  await place(books, second);
  await until(() => stays.length === 1, { what: 'the change of the other book' });
  expect(gone).toEqual([1]);
});

test('the books of a cluster, each over its own connection', async () => {
  server = await RedisServer.startClusterNode(ADDRESS);
  const node = server.connect();
  await node.call('CLUSTER', 'ADDSLOTSRANGE', 0, 16_383);
  await until(async () => String(await node.call('CLUSTER', 'INFO')).includes('cluster_state:ok'));
  node.disconnect();
  redis = new Cluster([{ host: '127.0.0.1', port: server.port }]);
  await once(redis, 'ready');
  reader = openJournalReader(redis, () => undefined);
  const books = new OrderBooks(redis);
  const [first, second] = [await openBook(books), await openBook(books)];
  const seen = [follow(first), follow(second)];
  for (let at = 0; at < 20; at += 1) await place(books, at % 2 ? first : second);
  await until(() => seen.every(({ length }) => length === 10), { what: 'every change' });
  expect(seen).toEqual([upTo(10), upTo(10)]);
});
