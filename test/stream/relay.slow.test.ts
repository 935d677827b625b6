/** From an order to every reader: real gateways, a real relay, and the plain HTTP book beside them. */
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { v7 as uuidV7 } from 'uuid';
import type { ViewRegion } from '../../api/stream/book-view';
import { OrderBooks } from '../../engine/book';
import { REGIONS } from '../../domain/regions';
import { cancelAsk, newModel, openMarket } from '../e2e/market';
import { Exchange, type TestSeller } from '../support/exchange';
import { until } from '../support/wait';
import { StreamClient } from './client';

let exchange: Exchange;
let redis: Redis;
let books: OrderBooks;
beforeAll(async () => {
  exchange = await Exchange.pooled();
  redis = new Redis(exchange.settings.redisUrl);
  books = new OrderBooks(redis);
});
afterAll(async () => {
  redis.disconnect();
  await exchange.stop();
});

const open = (model: string, region: ViewRegion = 'any', gateway = 0) =>
  StreamClient.open(exchange.url(gateway), `model_id=${model}&region=${region}`);

async function plainBook(model: string, region: ViewRegion, gateway: number): Promise<any> {
  const path = `/market/v1/orderbook?model_id=${model}&region=${region}`;
  return (await exchange.send('GET', path, { gateway })).body;
}

/** Waits until what the reader holds and what the plain book shows are one and the same. */
async function expectAgrees(reader: StreamClient, gateway = 0): Promise<void> {
  await until(
    async () => {
      const { model_id, region } = reader.book!;
      const plain = await plainBook(model_id, region, gateway);
      expect({ ...reader.book, timestamp: 0 }).toEqual({ ...plain, timestamp: 0 });
      return true;
    },
    { what: 'the stream to agree with the plain book' },
  );
}

test('an ask, a trade and a cancellation reach the readers of every gateway', async () => {
  const model = newModel();
  const early = await Promise.all([open(model), open(model, 'any', 1)]);
  const seller = await exchange.seller('normal', { models: [model] });
  const { key } = await exchange.buyer();
  const askId = await exchange.ask(seller, { model, price: '0.001', capacity: 1_000_000 });
  for (const reader of early) {
    await until(() => reader.book?.asks[0]?.quantity === '1000000', { what: 'the ask' });
    expect(reader.book?.asks).toEqual([{ price: '0.001', quantity: '1000000' }]);
  }
  const late = await open(model);
  const answer = await exchange.chat(key, { model });
  expect(answer.status).toBe(200);
  const { tokens, region } = answer.body.fill;
  for (const reader of [...early, late]) {
    await until(() => reader.trades.length > 0, { what: 'the trade' });
    expect(reader.trades).toEqual([
      {
        type: 'trade',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        model_id: model,
        tenor: 'spot',
        price: '0.001',
        quantity: String(tokens),
        taker_side: 'bid',
        region,
        timestamp: expect.any(Number),
      },
    ]);
    const left = String(1_000_000 - tokens);
    await until(() => reader.book?.asks[0]?.quantity === left, { what: 'the unused part' });
  }
  await cancelAsk(exchange, { seller, askId });
  for (const reader of [...early, late]) {
    await until(() => reader.book?.asks.length === 0, { what: 'the empty book' });
    reader.close();
  }
});

test('trades are told in the order in which they were made, and none is lost', async () => {
  const market = await openMarket(exchange, { price: '0.001' });
  const readers = await Promise.all([open(market.model), open(market.model, 'any', 1)]);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      exchange.chat(market.key, { model: market.model }, { gateway: index % 2 }),
    ),
  );
  const settled = answers.filter(({ status }) => status === 200);
  expect(settled).toHaveLength(answers.length);
  for (const reader of readers) {
    await until(() => reader.trades.length === answers.length, { what: 'every trade' });
    expect(reader.trades.map(({ id }) => id)).toEqual(readers[0]!.trades.map(({ id }) => id));
    await expectAgrees(reader);
    expect(reader.trades).toHaveLength(answers.length);
    reader.close();
  }
});

const region = fc.constantFrom(...REGIONS);
const price = fc.integer({ min: 10, max: 14 });
const quantity = fc.integer({ min: 1, max: 5_000 });
const change = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('ask' as const), region, price, quantity }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('bid' as const),
      region: fc.option(fc.constantFrom('us-east' as const, 'apac' as const)),
      price,
      quantity,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat() }) },
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

test('whatever changes, each view of the stream ends as the plain book of either gateway', async () => {
  const model = newModel();
  const seller = await exchange.seller('normal', { models: [model] });
  const views: ViewRegion[] = ['any', 'us-east', 'global'];
  const readers = await Promise.all(views.map((view, index) => open(model, view, index % 2)));
  const asks: string[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      await Promise.all(changes.map((one) => apply(model, seller, asks, one)));
      for (const [index, reader] of readers.entries()) {
        await expectAgrees(reader, index % 2);
        await expectAgrees(reader, (index + 1) % 2);
      }
      const late = await open(model, 'us-east');
      await expectAgrees(late);
      late.close();
    }),
    { numRuns: 12, endOnFailure: true },
  );
  for (const reader of readers) {
    const sequences = reader.snapshots.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    reader.close();
  }
});

/** Bids rest below every ask: what crosses is the matter of other tests. */
async function apply(
  model: string,
  seller: TestSeller,
  asks: string[],
  one: Change,
): Promise<void> {
  if (one.kind === 'ask') {
    const terms = { model, price: `0.${one.price}`, capacity: one.quantity, region: one.region };
    asks.push(await exchange.ask(seller, terms));
  } else if (one.kind === 'bid') {
    await books.bid({
      book: { modelId: model, tenor: 'spot' },
      orderId: uuidV7(),
      limitPriceScale8: BigInt(one.price) * 1_000n,
      quantityTokens: one.quantity,
      region: one.region,
      excludedOwner: null,
      timeInForce: 'GTC',
      expiresAtMs: null,
    });
  } else {
    const [askId] = asks.splice(one.which % Math.max(asks.length, 1), 1);
    if (askId) await cancelAsk(exchange, { seller, askId });
  }
}
