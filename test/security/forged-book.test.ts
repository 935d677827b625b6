/**
 * Somebody who can write to Redis copies values within a book, and between cached keys. Nobody gains
 * money, capacity or access: a chat is refused, or sold at the terms of an ask in the records.
 */
import Redis from 'ioredis';
import { headKey } from '../../engine/keys';
import { joinMarket, type Market, openMarket } from '../e2e/market';
import { KEY_PREFIXES, hashKey, issueKey } from '../../domain/key-hash';
import { Exchange } from '../support/exchange';
import { Random, SEED } from '../support/random';

const ROUNDS = 8;

let exchange: Exchange;
let redis: Redis;
let market: Market;
let penniless: { accountId: string; key: string };
beforeAll(async () => {
  exchange = await Exchange.pooled();
  redis = new Redis(exchange.settings.redisUrl);
  market = await openMarket(exchange, { price: '0.001', capacity: 10_000, region: 'us-east' });
  await joinMarket(exchange, market.model, { price: '0.2', region: 'apac' });
  await joinMarket(exchange, market.model, { price: '0.003' });
  penniless = await exchange.buyer('0');
});
afterAll(async () => {
  redis.disconnect();
  await exchange.stop();
});

const nameOf = (key: string) => `buyer-key:${hashKey(exchange.settings.secrets.keyPepper, key)}:3`;

/** Puts one value of the book in the place of another of the same length. */
async function copyWithinBook(random: Random): Promise<void> {
  const head = headKey({ modelId: market.model, tenor: 'spot' });
  const names = await redis.hkeysBuffer(head);
  const values = await redis.hvalsBuffer(head);
  const at = random.between(0, names.length - 1);
  const same = values.filter(({ length }, other) => other !== at && length === values[at]!.length);
  if (same.length === 0) return;
  await redis.hset(head, names[at]!, same[random.between(0, same.length - 1)]!);
}

/** The cached holder of a key with money, under every other key. */
async function copyHolder(keys: readonly string[]): Promise<void> {
  const entry = await redis.get(nameOf(market.key));
  for (const key of keys) if (entry) await redis.set(nameOf(key), entry, 'EX', 60);
}

test(`copied values grant nothing (seed ${SEED})`, async () => {
  const random = new Random(SEED);
  const unknown = issueKey(KEY_PREFIXES.live.buyer);
  const { model } = market;
  const limited = { model, max_price: '0.01' };
  for (let round = 0; round < ROUNDS; round += 1) {
    const sold = await exchange.chat(market.key, limited);
    expect([200, 503, 402, 409, 404]).toContain(sold.status);
    await copyHolder([penniless.key, unknown]);
    expect((await exchange.chat(penniless.key, limited)).status).toBe(402);
    expect((await exchange.chat(unknown, limited)).status).toBe(401);
    await copyWithinBook(random);
  }
  await exchange.expectExact();
  const { fills, asks } = exchange.records;
  const sold = await fills.find({ modelId: model }).toArray();
  expect(sold.length).toBeGreaterThan(0);
  for (const { askId, sellerId, region, priceScale8, status } of sold) {
    if (status === 'abandoned') continue;
    expect(await asks.findOne({ _id: askId })).toMatchObject({ sellerId, region, priceScale8 });
  }
}, 300_000);
