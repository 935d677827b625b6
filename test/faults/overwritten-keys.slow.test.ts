/**
 * Somebody overwrites what Redis has, by mistake or to try it. Chats and streams under way are answered,
 * and charged once.
 */
import Redis from 'ioredis';
import { Exchange } from '../support/exchange';
import { SEED } from '../support/random';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { INTERVENTION_TEST_MS, expectAnsweredAround } from './load-around';

const TEXT = 'text';

let servers: TestServers;
let exchange: Exchange;
let redis: Redis;
beforeAll(async () => {
  servers = await startTestServers(sharedServers().binaries);
  const { addresses } = servers;
  const settings = { RESERVATION_LEASE_MS: 5_000, CHAT_QUOTA: 1_000_000 };
  exchange = await Exchange.start({ addresses, gateways: 2, relay: true, settings });
  redis = new Redis(addresses.redisUrl);
});
afterAll(async () => {
  redis?.disconnect();
  await exchange?.stop();
  await servers?.stop();
});

async function forEachKey(change: (key: Buffer, type: string) => Promise<unknown>) {
  for (const key of await redis.keysBuffer('*')) await change(key, await redis.type(key));
}

/** With its end, as if an application had written it. */
const textInstead = (key: Buffer) => redis.set(key, TEXT, 'KEEPTTL');

async function listInstead(key: Buffer): Promise<void> {
  const endsInMs = await redis.pttl(key);
  const change = redis.multi().del(key).rpush(key, TEXT);
  await (endsInMs > 0 ? change.pexpire(key, endsInMs) : change).exec();
}

async function fieldsInstead(key: Buffer, type: string): Promise<void> {
  if (type !== 'hash') return;
  for (const field of await redis.hkeysBuffer(key)) await redis.hset(key, field, TEXT);
}

const CHANGES: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['every key of Redis becomes a text', () => forEachKey(textInstead)],
  ['every key of Redis becomes a list', () => forEachKey(listInstead)],
  ['every field of every hash becomes a text', () => forEachKey(fieldsInstead)],
  ['every key of Redis is deleted, one after the other', () => forEachKey((key) => redis.del(key))],
];

test.each(CHANGES)(
  `%s (seed ${SEED})`,
  async (name, intervene) => {
    await expectAnsweredAround(exchange, { name, intervene });
    await exchange.expectExact();
  },
  INTERVENTION_TEST_MS,
);
