/**
 * Somebody who can write to Redis forges the values of every kind of key outside the books, again and
 * again while the market works. Nobody gets an account, money or another's answer; afterwards the
 * market works as before. Books: forged-book.test.ts.
 */
import { randomUUID } from 'node:crypto';
import Redis from 'ioredis';
import { REDIS_KEYS, type RedisKeyKind, redisKey } from '../../engine/redis-keys';
import { hashKey, issueKey, KEY_PREFIXES } from '../../domain/key-hash';
import { parseScale8 } from '../../domain/money';
import { contentOf, joinMarket, type Market, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { DEFAULT_CONTENT } from '../support/sellers/completions';
import { until } from '../support/wait';
import { changeTypes, FORGERIES, type Target } from './forgeries';

const SECRET = 'Only the victim may read this.';
/** Redis may lose the others at any moment. */
const KEPT: readonly string[] = [REDIS_KEYS.mode, REDIS_KEYS.market, REDIS_KEYS.books];
const KINDS = Object.keys(REDIS_KEYS) as RedisKeyKind[];

let exchange: Exchange;
let redis: Redis;
let market: Market;
let thief: { accountId: string; key: string };
let strangers: Record<'penniless' | 'revoked' | 'unknown', string>;
let target: Target;
let secretKey: string;

beforeAll(async () => {
  exchange = await Exchange.pooled();
  redis = new Redis(exchange.settings.redisUrl);
  market = await openMarket(exchange, { behaviour: BEHAVIOURS.normal({ content: SECRET }) });
  thief = await exchange.buyer('1');
  const [penniless, revoked] = await Promise.all([exchange.buyer('0'), exchange.buyer('1')]);
  const unknown = issueKey(KEY_PREFIXES.live.buyer);
  strangers = { penniless: penniless.key, revoked: revoked.key, unknown };
  const { buyerKeys } = exchange.records;
  const keyOf = (accountId: string) => buyerKeys.findOne({ accountId });
  const revokedId = (await keyOf(revoked.accountId))!._id;
  await exchange.admin('DELETE', `/accounts/${revoked.accountId}/keys/${revokedId}`);
  secretKey = randomUUID();
  const messages = await answerVictim();
  const other = await joinMarket(exchange, market.model);
  market.seller.setBehaviour(BEHAVIOURS.unhurried({ gapMs: 20 }));
  target = {
    redis,
    victim: {
      accountId: market.accountId,
      keyId: (await keyOf(market.accountId))!._id,
      keyHash: hashOf(market.key),
      messages,
    },
    wantedHashes: Object.values(strangers).map(hashOf),
    thief: { accountId: thief.accountId, keyId: (await keyOf(thief.accountId))!._id },
    askId: market.askId,
    sellerIds: [market.seller.sellerId, other.seller.sellerId],
    hosts: [market.seller, other.seller].map(({ port }) => `127.0.0.1:${port}`),
    openOrders: async () => {
      const { accountId } = thief;
      const open = exchange.records.fills.find({ accountId, status: 'reserved' });
      return (await open.toArray()).map(({ orderId }) => orderId);
    },
  };
});
afterAll(async () => {
  redis.disconnect();
  await exchange.stop();
});

const hashOf = (key: string) => hashKey(exchange.settings.secrets.keyPepper, key);

/** The victim's secret answer, and its encrypted messages. */
async function answerVictim(): Promise<string[]> {
  const { model, key, accountId } = market;
  const { chunks } = await exchange.stream(key, { model }, { idempotencyKey: secretKey });
  expect(contentOf(chunks)).toBe(SECRET);
  const order = await exchange.records.orders.findOne({ accountId });
  const entries = await redis.xrange(redisKey('answer', order!._id), '-', '+');
  expect(entries.length).toBeGreaterThan(0);
  return entries.map(([, fields]) => fields[1]!);
}

/** Forges until it is stopped, and then leaves Redis as it was. */
function forging(kind: RedisKeyKind) {
  let isEnded = false;
  let rounds = 0;
  const forge = async () => {
    const kept: [string, Buffer][] = [];
    for (const key of KEPT) kept.push([key, (await redis.dumpBuffer(key))!]);
    while (!isEnded) {
      await FORGERIES[kind](target);
      if (rounds % 4 === 3) await changeTypes(redis, kind);
      rounds += 1;
    }
    const patterns = Object.values(REDIS_KEYS).filter((pattern) => !KEPT.includes(pattern));
    for (const pattern of patterns)
      for (const key of await redis.keys(pattern)) await redis.del(key);
    for (const [key, value] of kept) await redis.restore(key, 0, value, 'REPLACE');
  };
  const work = forge();
  return {
    hasBegun: () => until(() => rounds > 0),
    end: async () => {
      isEnded = true;
      await work;
      return rounds;
    },
  };
}

const REFUSALS = [429, 503];

/** What the thief and strangers try; the result of each that may have one. */
async function tryAll(): Promise<void> {
  const limited = { model: market.model };
  const [unknown, revoked, penniless, foreign, ...streams] = await Promise.all([
    exchange.chat(strangers.unknown, limited),
    exchange.chat(strangers.revoked, limited),
    exchange.chat(strangers.penniless, limited),
    exchange.chat(thief.key, limited, { idempotencyKey: secretKey }),
    ...[0, 1, 2].map(() => exchange.stream(thief.key, { ...limited, session_id: 'one' })),
  ]);
  expect([401, 503]).toContain(unknown.status);
  expect([401, 503]).toContain(revoked.status);
  expect([402, ...REFUSALS]).toContain(penniless.status);
  for (const { status, body } of [foreign, ...streams]) {
    expect([200, ...REFUSALS, 404, 409, 502, 504]).toContain(status);
    expect(JSON.stringify(body)).not.toContain(SECRET);
  }
  for (const { chunks } of streams)
    expect(DEFAULT_CONTENT.startsWith(contentOf(chunks))).toBe(true);
}

/** Whatever nobody could get. */
async function wealth() {
  const { journals, buyerKeys, accounts } = exchange.records;
  const deposits = { 'lines.account': `buyer:${thief.accountId}`, kind: 'deposit' };
  return {
    deposits: await journals.countDocuments(deposits as never),
    keys: await buyerKeys.countDocuments({}),
    accounts: await accounts.countDocuments({}),
    victim: (await exchange.account(market.key)).balance,
  };
}

test.each(KINDS)(
  'a forged %s opens no account, makes no money and shows no foreign answer',
  async (kind) => {
    const [before, owned] = [await wealth(), (await exchange.account(thief.key)).balance];
    const forger = forging(kind);
    await forger.hasBegun();
    try {
      await tryAll();
    } finally {
      expect(await forger.end()).toBeGreaterThan(0);
    }
    expect(await wealth()).toEqual(before);
    const left = (await exchange.account(thief.key)).balance;
    expect(parseScale8(left)!).toBeLessThanOrEqual(parseScale8(owned)!);
    const { key, model } = market;
    await until(async () => (await exchange.chat(thief.key, { model })).status === 200);
    expect(await exchange.chat(key, { model }, { idempotencyKey: secretKey })).toMatchObject({
      status: 422,
    });
  },
  120_000,
);

test('the ledger is exact after all of them, and every seller is Active', async () => {
  await exchange.expectExact();
  const ids = [...target.sellerIds];
  const sellers = await exchange.records.sellers.find({ _id: { $in: ids } }).toArray();
  expect(sellers.map(({ standing }) => standing)).toEqual(['Active', 'Active']);
});
