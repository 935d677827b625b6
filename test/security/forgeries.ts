/**
 * What somebody who can write to Redis writes into each kind of key: values that were right elsewhere,
 * made-up ones, and some of the wrong type. A new kind of key needs a forgery of its own here.
 */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { REDIS_KEYS, type RedisKeyKind, redisKey } from '../../engine/redis-keys';
import { encodeWrites } from '../../records/ledger/encode-writes';
import { depositLines, newJournal } from '../../records/ledger/journal-lines';
import { insert } from '../../records/ledger/writes';

const KEPT_MS = 20_000;
/** A request at the front of a queue keeps others waiting for as long. */
const ALIVE_MS = 200;
const FORTUNE_SCALE8 = 100_000_000_000_000n;

/** What the intruder knows and wants. */
export interface Target {
  readonly redis: Redis;
  /** Has money. Its key, its answered chat, and the messages of the answer. */
  readonly victim: {
    readonly accountId: string;
    readonly keyId: string;
    readonly keyHash: string;
    readonly messages: readonly string[];
  };
  /** Hashes of keys that should open the victim's account. */
  readonly wantedHashes: readonly string[];
  /** Whose balance should grow. */
  readonly thief: { readonly accountId: string; readonly keyId: string };
  readonly askId: string;
  readonly sellerIds: readonly string[];
  /** `127.0.0.1:<port>` of the sellers. */
  readonly hosts: readonly string[];
  /** The thief's orders that are not answered yet. */
  openOrders(): Promise<string[]>;
}

type Forge = (target: Target) => Promise<void>;

const COUNTS = ['-1000000', '0', '9223372036854775807', 'many', ''];

const counted =
  (kind: RedisKeyKind, holders: (target: Target) => readonly string[]): Forge =>
  async (target) => {
    for (const holder of holders(target)) {
      for (const count of COUNTS) await set(target.redis, redisKey(kind, holder), count);
    }
  };

const hostCounts = (kind: RedisKeyKind) => counted(kind, ({ hosts }) => hosts);

/** The requests that processes have in the queue of the thief's account. */
async function queued({ redis, thief }: Target): Promise<string[]> {
  const row = `account:${thief.accountId}`;
  await ofType(redis, redisKey('lockQueue', row), 'list');
  await redis.publish('ledger:contended', row); // so that processes lock it
  return redis.lrange(redisKey('lockQueue', row), 0, -1);
}

/** Stands in that queue like a living process; without a batch at its front, too. */
async function inQueue(target: Target, batch?: Buffer): Promise<string> {
  const { redis, thief } = target;
  const request = `${randomUUID()}/1`;
  const isAlone = (await queued(target)).length === 0;
  if (batch && isAlone) return request;
  const queue = redisKey('lockQueue', `account:${thief.accountId}`);
  await redis.set(redisKey('lockRequest', request), queue, 'PX', ALIVE_MS);
  if (batch) await set(redis, redisKey('lockBatch', request), batch);
  await redis.rpush(queue, request);
  await redis.pexpire(queue, KEPT_MS);
  return request;
}

/** A deposit that nobody has made. */
function fortune({ thief: { accountId } }: Target): Buffer {
  const journal = newJournal({
    _id: `deposit:${accountId}:forged`,
    kind: 'deposit',
    accountId,
    reference: 'forged',
    lines: depositLines(accountId, FORTUNE_SCALE8),
    createdAt: new Date(),
  });
  const balance = { accountId, postedScale8: FORTUNE_SCALE8, heldScale8: 0n, neededScale8: 0n };
  return encodeWrites([{ balance, journals: [insert(journal)] }]);
}

const replaced =
  (kind: RedisKeyKind, values: readonly string[]): Forge =>
  async ({ redis }) => {
    for (const value of values) await set(redis, redisKey(kind), value);
  };

export const FORGERIES: Readonly<Record<RedisKeyKind, Forge>> = {
  mode: replaced('mode', ['test', 'live-test']),
  market: replaced('market', ['another/market of somebody']),
  books: async ({ redis }) => {
    await ofType(redis, redisKey('books'), 'set');
    await redis.sadd(redisKey('books'), 'no such book', '{}', `${randomUUID()}|spot`, '');
  },

  buyerKey: async ({ redis, victim, wantedHashes }) => {
    const { accountId, keyId, keyHash } = victim;
    const entry = (await redis.get(redisKey('buyerKey', keyHash)).catch(() => null)) ?? '';
    const buyer = { accountId, keyId, owner: null, quotas: {} };
    const made = JSON.stringify({ buyer, expiresAtMs: Date.now() + KEPT_MS });
    const values = [entry, made, `${'0'.repeat(64)}${made}`, `${entry.slice(0, 64)}${made}`];
    for (const hash of wantedHashes) {
      for (const value of values) await set(redis, redisKey('buyerKey', hash), value);
    }
  },
  guesses: counted('guesses', () => ['127.0.0.1', '::1', 'unknown']),
  quota: counted('quota', ({ thief, sellerIds }) =>
    [`chat:${thief.keyId}`, `orders:${thief.keyId}`, 'registrations:127.0.0.1'].concat(
      sellerIds.map((id) => `asks:${id}`),
    ),
  ),

  probes: hostCounts('probes'),
  registrationChecks: hostCounts('registrationChecks'),
  endpointProofs: hostCounts('endpointProofs'),
  challenges: hostCounts('challenges'),
  webhookEvents: hostCounts('webhookEvents'),

  answer: async (target) => {
    const { redis, victim } = target;
    for (const orderId of await target.openOrders()) {
      const channel = redisKey('answer', orderId);
      await ofType(redis, channel, 'stream');
      for (const [at, message] of [...victim.messages, 'bm90aGluZw==', ''].entries()) {
        await redis.publish(channel, `${at + 1}:${message}`);
        await redis.xadd(channel, '*', 'm', message).catch(() => undefined);
      }
    }
  },
  answerStop: async (target) => {
    for (const orderId of await target.openOrders()) {
      await set(target.redis, redisKey('answerStop', orderId), '1');
    }
  },

  session: async ({ redis, sellerIds }) => {
    for (const key of await redis.keys(REDIS_KEYS.session)) {
      const [check] = ((await redis.get(key).catch(() => null)) ?? '').split(':');
      for (const sellerId of [...sellerIds, randomUUID(), 'nobody', '']) {
        await set(redis, key, `${check}:${sellerId}`);
      }
    }
  },

  lockQueue: async (target) => void (await inQueue(target)),
  lockLast: async ({ redis, thief, askId }) => {
    for (const row of [`account:${thief.accountId}`, `ask:${askId}`]) {
      await set(redis, redisKey('lockLast', row), randomUUID());
    }
  },
  lockRequest: async (target) => {
    const rows = redisKey('lockQueue', `account:${target.victim.accountId}`);
    for (const request of await queued(target)) {
      await set(target.redis, redisKey('lockRequest', request), rows);
    }
  },
  lockBatch: async (target) => {
    await inQueue(target, fortune(target));
    for (const request of await queued(target)) {
      await set(target.redis, redisKey('lockBatch', request), fortune(target));
    }
  },
  lockTaken: async (target) => {
    const holder = await inQueue(target);
    for (const request of await queued(target)) {
      await set(target.redis, redisKey('lockTaken', request), holder);
    }
  },
  lockCommitted: async (target) => {
    for (const request of await queued(target)) {
      for (const told of ['1', 'committed', 'f'.repeat(64)]) {
        await set(target.redis, redisKey('lockCommitted', request), told);
        await target.redis.publish(`ledger:${request.split('/')[0]}`, `${request} ${told}`);
      }
    }
  },

  judgingAnswering: async ({ redis }) => scored(redis, redisKey('judgingAnswering'), ['x', 'y']),
  judgingBegun: async ({ redis, sellerIds }) => {
    const failing = [...sellerIds, randomUUID(), randomUUID()].map((id) => `${id}|${id}`);
    await scored(redis, redisKey('judgingBegun'), failing);
  },
  judgingSeller: async ({ redis, sellerIds }) => {
    for (const id of sellerIds) {
      const key = redisKey('judgingSeller', id);
      await ofType(redis, key, 'hash');
      await redis.hset(key, { answered: Date.now(), account: 'x', failing: 1 });
    }
  },
  judgingPause: async ({ redis }) => {
    const key = redisKey('judgingPause');
    await ofType(redis, key, 'hash');
    await redis.hset(key, { id: 'x', endsAt: Date.now() + 1e12, spent: -1e15 });
  },
};

/** Every value of a wrong type in the keys of a kind that there are. */
export async function changeTypes(redis: Redis, kind: RedisKeyKind): Promise<void> {
  for (const key of await redis.keys(REDIS_KEYS[kind])) {
    // In one step: a process may write it again at once.
    const emptied = redis.multi().del(key);
    const isList = (await redis.type(key)) === 'list';
    const changed = isList ? emptied.set(key, 'a text') : emptied.rpush(key, 'a', 'list');
    await changed.pexpire(key, KEPT_MS).exec();
  }
}

async function set(redis: Redis, key: string, value: string | Buffer): Promise<void> {
  await redis.set(key, value, 'PX', KEPT_MS);
}

async function scored(redis: Redis, key: string, members: readonly string[]): Promise<void> {
  await ofType(redis, key, 'zset');
  for (const member of members) await redis.zadd(key, Date.now(), member);
}

/** What has another type goes. */
async function ofType(redis: Redis, key: string, type: string): Promise<void> {
  if (![type, 'none'].includes(await redis.type(key))) await redis.del(key);
}
