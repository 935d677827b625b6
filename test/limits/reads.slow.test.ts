/** Reads that anybody may send: they see every change, and cost no more the more often they are sent. */
import Redis from 'ioredis';
import { BookMemory } from '../../api/market/book-memory';
import { OrderBooks } from '../../engine/book';
import type { ReadView } from '../../api/stream/book-feed';
import { BookHub } from '../../api/stream/book-hub';
import { versionOf, viewOfLevels } from '../../api/stream/book-view';
import { BookViews } from '../../api/stream/book-views';
import type { Region } from '../../domain/regions';
import { newModel } from '../e2e/market';
import { cancelOrder, placeOrder } from '../contracts/market';
import { Exchange, type TestSeller } from '../support/exchange';
import { until } from '../support/wait';

let exchange: Exchange;
let redis: Redis;
let books: OrderBooks;
let seller: TestSeller;
const models = [newModel(), newModel(), newModel(), newModel()] as const;
beforeAll(async () => {
  exchange = await Exchange.pooled();
  redis = new Redis(exchange.settings.redisUrl);
  books = new OrderBooks(redis);
  seller = await exchange.seller('normal', { models: [...models] });
});
afterAll(async () => {
  redis.disconnect();
  await exchange.stop();
});

const shown = async (model: string, query = '') =>
  (await exchange.send('GET', `/market/v1/orderbook?model_id=${model}${query}`)).body;

test('who changes a book reads the change, in every view', async () => {
  const [model] = models;
  for (let asks = 1; asks <= 6; asks += 1) {
    await exchange.ask(seller, { model, price: '1', capacity: 1_000, region: 'eu-west' });
    const quantity = String(1_000 * asks);
    expect((await shown(model)).asks).toEqual([{ price: '1', quantity }]);
    expect((await shown(model, '&region=eu-west')).asks).toEqual([{ price: '1', quantity }]);
    expect((await shown(model, '&region=us-east')).asks).toEqual([]);
    const path = `/market/v1/markets/${model}/estimate?quantity=1000000`;
    const estimate = (await exchange.send('GET', path)).body;
    expect(estimate).toMatchObject({ fillable_quantity: 1_000 * asks, sample_size: asks });
  }
});

test('an unchanged book is read once, a changing one some times a second', async () => {
  const book = { modelId: models[1], tenor: 'spot' } as const;
  const ask = () => exchange.ask(seller, { model: book.modelId, price: '1', capacity: 1_000 });
  await ask();
  let readings = 0;
  const memory = new BookMemory<number>(books);
  const recall = () =>
    memory.recall(book, 'any', async () => {
      readings += 1;
      return (await books.levels({ book, region: null })).asks[0]?.quantityTokens ?? 0;
    });
  expect(await Promise.all(Array.from({ length: 50 }, recall))).toEqual(Array(50).fill(1_000));
  expect(readings).toBe(1);

  const startedMs = performance.now();
  for (let asks = 2; asks <= 41; asks += 1) {
    await ask();
    await recall();
  }
  const seconds = Math.ceil((performance.now() - startedMs) / 1_000) + 1;
  expect(readings).toBeLessThanOrEqual(1 + 10 * seconds);
  await until(async () => (await recall()) === 41_000, {
    what: 'the newest state',
    timeoutMs: 5_000,
  });
});

test('a view is read from the engine once, and then is what the relay tells', async () => {
  const book = { modelId: models[3], tenor: 'spot' } as const;
  const ask = () => exchange.ask(seller, { model: book.modelId, price: '1', capacity: 1_000 });
  await ask();
  let readings = 0;
  const read: ReadView = async (of, region) => {
    readings += 1;
    return viewOfLevels(
      await books.levels({ book: of, region: region === 'any' ? null : region }),
      Date.now(),
    );
  };
  const readVersion = async () => versionOf(await books.versionOf(book));
  const hub = new BookHub({ read, readVersion, onError: (err) => expect(err).toBeUndefined() });
  const reopening = { reopenKnown: async () => false, isEpochCurrent: async () => true };
  const views = new BookViews({ ...reopening, books, hub, read });
  const shownAsks = async () => (await views.view(book, 'any')).body.asks;
  const tell = async () => {
    const { asks, bids, ...version } = await read(book, 'any');
    readings -= 1;
    const depth = asks.map(({ price, quantity }) => [price, quantity] as const);
    hub.receive({ ...book, ...version, asks: { 'us-east': depth }, bids: {}, trades: [] });
    expect(bids).toEqual([]);
  };

  const first = await Promise.all(Array.from({ length: 50 }, shownAsks));
  expect(new Set(first.map((asks) => JSON.stringify(asks))).size).toBe(1);
  expect(readings).toBe(1);
  await ask(); // nobody has told of the book yet
  expect(await shownAsks()).toEqual([{ price: '1', quantity: '2000' }]);
  expect(readings).toBe(2);
  await tell();
  await ask();
  const waiting = Promise.all(Array.from({ length: 50 }, shownAsks));
  await tell();
  for (const asks of await waiting) expect(asks).toEqual([{ price: '1', quantity: '3000' }]);
  expect(readings).toBe(2);
  hub.close();
});

test('the best bid of a view, beside bids that are pinned elsewhere', async () => {
  const book = { modelId: models[2], tenor: 'spot' } as const;
  const { key } = await exchange.buyer('10');
  expect(await books.bestBid({ book, region: null })).toBeNull();
  const order = { model_id: book.modelId, quantity: 1_000 };
  await placeOrder(exchange, key, { ...order, price: '0.001' });
  await placeOrder(exchange, key, { ...order, price: '0.002', region: 'eu-west' });
  const best = async (region: Region | null) =>
    (await books.bestBid({ book, region }))?.priceScale8;
  expect(await best(null)).toBe(200_000n);
  expect(await best('eu-west')).toBe(200_000n);
  expect(await best('us-east')).toBe(100_000n);
  const tops = await books.tops(book);
  expect([...(tops?.bids ?? [])]).toEqual([
    ['any', 100_000n],
    ['eu-west', 200_000n],
  ]);
  expect(tops?.asks.size).toBe(0);
});

test('an instrument outside the catalog is shown while somebody offers, wants or trades it', async () => {
  const model = newModel();
  const other = await exchange.seller('normal', { models: [model] });
  const isShown = async () => {
    const { families } = (await exchange.send('GET', '/market/v1/markets')).body;
    const named = families.flatMap(({ instruments }: any) => instruments);
    return named.some(({ model_id: id }: any) => id === model);
  };
  const path = `/market/v1/sellers/${other.sellerId}/asks`;
  const headers = { 'x-seller-api-key': other.apiKey };

  const askId = await exchange.ask(other, { model, price: '1' });
  await until(isShown, { what: 'an offered instrument' });
  await exchange.send('DELETE', `${path}/${askId}`, { headers });
  await until(async () => !(await isShown()), { what: 'one that nobody offers to go' });

  const { key } = await exchange.buyer('1');
  const order = { model_id: model, quantity: 1_000, price: '0.001' };
  const wanted = await placeOrder(exchange, key, order);
  await until(isShown, { what: 'a wanted instrument' });
  await cancelOrder(exchange, key, wanted.body.order_id);
  await until(async () => !(await isShown()), { what: 'one that nobody wants to go' });

  await placeOrder(exchange, key, order);
  await exchange.ask(other, { model, price: '0.001', capacity: 1_000 });
  await until(isShown, { what: 'a traded instrument', timeoutMs: 60_000 });
});

test('a venue is found by its id, whoever calls himself by it', async () => {
  const model = newModel();
  const own = await exchange.seller('normal', { models: [model] });
  await exchange.ask(own, { model, price: '0.002' });
  for (let namesakes = 0; namesakes < 3; namesakes += 1) {
    const other = await exchange.seller('normal', { models: [model], name: own.sellerId });
    await exchange.ask(other, { model, price: '0.001' });
  }
  const { key } = await exchange.buyer('1');
  const answer = await exchange.chat(key, { model, venue_pin: own.sellerId });
  expect(answer).toMatchObject({ status: 200, body: { fill: { fill_price: '2' } } });
});
