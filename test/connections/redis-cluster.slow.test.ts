/** Every process on a Redis Cluster of three primaries, by the address alone. */
import { randomBytes, randomUUID } from 'node:crypto';
import { AnswerListener } from '../../channel/answer-listener';
import { AnswerPublisher } from '../../channel/answer-publisher';
import { answerKey, stopKey } from '../../channel/messages';
import { uuidV7At } from '../../domain/ids';
import { Sealer } from '../../domain/sealing';
import { connectRedis, firstCommand, type RedisClient } from '../../engine/connect-redis';
import { isRedisAway } from '../../engine/redis-away';
import { OrderBooks, type PlaceAsk } from '../../engine/book';
import { headKey } from '../../engine/keys';
import { rebuildBook } from '../../engine/rebuild';
import { contentOf, newModel, openMarket } from '../e2e/market';
import { call, RedisCluster } from '../engine/redis-cluster';
import type { RedisServer } from '../engine/redis-server';
import { SlotMove } from '../engine/slot-move';
import { ClusterStore } from '../engine/cluster-store';
import { StreamClient } from '../stream/client';
import { testSettings } from '../support/environment';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { DEFAULT_CONTENT } from '../support/sellers/completions';
import { until } from '../support/wait';
import { documentedRights, rightsIn } from './documented-rights';

const PASSWORD = 'cluster-password';

let cluster: RedisCluster;
let redis: RedisClient;

beforeAll(async () => {
  cluster = await RedisCluster.start();
  redis = connectRedis(cluster.address);
  redis.on('error', () => undefined);
  await firstCommand(redis, () => redis.ping());
}, 60_000);
afterAll(async () => {
  redis.disconnect();
  await cluster.stop();
});

describe('the product', () => {
  let exchange: Exchange;
  beforeAll(async () => {
    const redisUrl = cluster.address.replace('://', `://tokenbook:${PASSWORD}@`);
    const settings = await testSettings({ redisUrl });
    const { server, cluster: more } = documentedRights(PASSWORD);
    const rights = rightsIn(settings.TOKENBOOK_DEPLOYMENT, [...server, ...more]);
    await onEveryNode('ACL', 'SETUSER', 'tokenbook', ...rights);
    exchange = await Exchange.start({ settings, gateways: 2, relay: true });
  }, 60_000);
  afterAll(async () => {
    await exchange.stop();
    const denied = (await onEveryNode('ACL', 'LOG')).flat() as string[][];
    // Subscribers of a cluster always introduce themselves, and need no answer (servers.md).
    expect(denied.filter((entry) => !entry.includes('client|setinfo'))).toEqual([]);
  });

  test('sells, streams and trades, and its books are rebuilt', async () => {
    const models = await modelsOnEveryPrimary();
    const markets = await Promise.all(models.map((model) => openMarket(exchange, { model })));

    for (const { key, model } of markets) {
      expect(await exchange.chat(key, { model })).toMatchObject({ status: 200 });
      expect(await exchange.stream(key, { model })).toMatchObject({ status: 200, done: true });
      await trade(key, model);
    }

    await Promise.all(cluster.primaries.map((primary) => call(primary, 'FLUSHALL')));
    for (const { key, model } of markets) {
      const isAnswered = async () => (await exchange.chat(key, { model })).status === 200;
      await until(isAnswered, { what: 'the book to be back' });
    }
    await exchange.expectExact();
    for (const { model } of markets) await exchange.expectBookAgrees(model);
  }, 120_000);

  test('a stream is read at two gateways, and ends with its last reader', async () => {
    const behaviour = BEHAVIOURS.unhurried({ gapMs: 60 });
    const { key, model, seller } = await openMarket(exchange, { behaviour });
    const read = [0, 0];
    const options = { idempotencyKey: randomUUID() };
    const leaving = new AbortController();
    const counted = (reader: 0 | 1) => () => void (read[reader]! += 1);
    const first = exchange.stream(
      key,
      { model },
      { ...options, gateway: 0, onChunk: counted(0), signal: leaving.signal },
    );
    await until(() => read[0]! >= 2, { what: 'two chunks' });
    const join = { ...options, gateway: 1, onChunk: counted(1) };
    const second = exchange.stream(key, { model }, join);
    await until(() => read[1]! >= 1, { what: 'the second reader to read along' });
    leaving.abort();
    await expect(first).rejects.toThrow(/abort/i);
    const { chunks, done } = await second;
    expect(contentOf(chunks)).toBe(DEFAULT_CONTENT);
    expect(done).toBe(true);
    expect(seller.requests).toHaveLength(1);
  }, 60_000);

  /** A buyer's order that rests, which readers of the market's stream see. */
  async function trade(key: string, model: string): Promise<void> {
    const reader = await StreamClient.open(exchange.url(1), `model_id=${model}`);
    const headers = { authorization: `Bearer ${key}` };
    const body = { model_id: model, tenor: 'spot', price: '0.0005', quantity: 1_000 };
    const order = { headers, body: { ...body, time_in_force: 'GTC' } };
    expect(await exchange.send('POST', '/market/v1/contracts', order)).toMatchObject({
      status: 200,
    });
    await until(() => reader.book?.bids.some(({ price }) => Number(price) === 0.0005), {
      what: 'the bid in the stream',
    });
    reader.close();
  }
});

describe('the answer channel', () => {
  const sealer = new Sealer([randomBytes(32)]);
  let publisher: AnswerPublisher;
  let gateways: AnswerListener[];
  let orderId: string;

  beforeEach(() => {
    publisher = new AnswerPublisher(redis, sealer);
    gateways = [0, 1].map(() => new AnswerListener(redis, sealer));
    orderId = randomUUID();
  });
  afterEach(() => gateways.forEach((gateway) => gateway.close()));

  test('counts the readers of every gateway', async () => {
    expect(await publisher.append(orderId, 1, 'fill', ['a'])).toBe('ok');
    const readers = await Promise.all(gateways.map((gateway) => gateway.listen(orderId, true)));
    expect(await publisher.append(orderId, 2, 'fill', ['b'])).toBe('heard');
    for (const reader of readers) {
      await until(async () => (await reader.next()) && reader.position === 2, { what: 'b' });
    }
    readers[0]!.close();
    expect(await gateways[0]!.stopUnread(orderId)).toBe(false);
    expect(await publisher.append(orderId, 3, 'fill', ['c'])).toBe('heard');
    readers[1]!.close();
    expect(await gateways[1]!.stopUnread(orderId)).toBe(true);
    expect(await publisher.append(orderId, 4, 'fill', ['d'])).toBe('stop');
  });

  test('its readers follow a slot to another primary', async () => {
    const reader = await gateways[0]!.listen(orderId, true);
    const move = await SlotMove.begin(cluster, answerKey(orderId));
    await move.finish();
    let index = 0;
    const isHeard = async () => {
      index += 1;
      return (await publisher.append(orderId, index, 'fill', ['a'])) === 'heard';
    };
    await until(isHeard, { what: 'the reader at the new primary' });
    const received = await reader.next();
    expect(received.length).toBeGreaterThan(0);
    expect(await call(await cluster.primaryOf(stopKey(orderId)), 'EXISTS', stopKey(orderId))).toBe(
      0,
    );
  });
});

test('a book whose slot is moved refuses, and is rebuilt where it is now', async () => {
  const books = new OrderBooks(redis);
  const book = { modelId: newModel(), tenor: 'spot' } as const;
  const store = new ClusterStore();
  const ask: PlaceAsk = {
    book,
    askId: uuidV7At(Date.now(), randomUUID()),
    sellerId: randomUUID(),
    region: 'us-east' as const,
    priceScale8: 1n,
    capacityTokens: 1e3,
    remainingTokens: 1e3,
    lotTokens: 1,
    expiresAtMs: Date.now() + 36e5,
  };
  store.offer(ask);
  await rebuildBook(books, book, () => Promise.resolve(store.source()));
  const reserve = () =>
    books.reserve({
      book,
      fillId: uuidV7At(Date.now(), randomUUID()),
      limitPriceScale8: 1n,
      quantityMinTokens: 10,
      quantityMaxTokens: 10,
      region: null,
      sellerId: null,
      excludedSellerIds: [],
    });
  expect(await reserve()).toMatchObject({ status: 'reserved' });
  const move = await SlotMove.begin(cluster, headKey(book));
  for (let hasMore = true; hasMore; hasMore = await move.moveKeys()) {
    const refusal = await reserve().catch((err: Error) => err);
    expect(refusal).toBeInstanceOf(Error);
    expect(isRedisAway(refusal as Error)).toBe(true);
  }
  await move.finish();
  // Of the other primary nobody knows whether it has all.
  expect(await reserve()).toEqual({ status: 'unavailable' });
  await rebuildBook(books, book, () => Promise.resolve(store.source()));
  expect(await reserve()).toMatchObject({ status: 'reserved' });
}, 30_000);

function onEveryNode(command: string, ...words: string[]): Promise<unknown[]> {
  const nodes = [...cluster.primaries, ...cluster.replicas];
  return Promise.all(nodes.map((node) => call(node, command, ...words)));
}

/** New models whose books are on each of the primaries. */
async function modelsOnEveryPrimary(): Promise<string[]> {
  const models = new Map<RedisServer, string>();
  while (models.size < cluster.primaries.length) {
    const model = newModel();
    models.set(await cluster.primaryOf(headOf(model)), model);
  }
  return [...models.values()];
}

const headOf = (modelId: string) => headKey({ modelId, tenor: 'spot' });
