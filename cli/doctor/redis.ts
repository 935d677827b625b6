/** Redis: version, clock, and that it evicts nothing. */
import type { Redis } from 'ioredis';
import { OLDEST, isRecentEnough } from '../../config/server-versions';
import type { Settings } from '../../config/settings';
import {
  connectRedis,
  firstCommand,
  primariesOf,
  type RedisClient,
} from '../../engine/connect-redis';
import { type Finding, clockFinding, fail, ok } from './finding';

const CONNECT_MS = 5_000;

export async function checkRedis({ redisUrl }: Settings): Promise<Finding[]> {
  let redis: RedisClient | null = null;
  try {
    const client = connectRedis(redisUrl, {
      ...{ connectTimeout: CONNECT_MS, commandTimeout: CONNECT_MS, maxRetriesPerRequest: 0 },
    });
    redis = client;
    await firstCommand(client, () => client.ping());
    return worstOf(await Promise.all(primariesOf(client).map(checkServer)));
  } catch (err) {
    const remedy = 'Start it ("npm start" does), or correct REDIS_URL.';
    return [fail('redis', (err as Error).message, remedy)];
  } finally {
    redis?.disconnect();
  }
}

async function checkServer(redis: Redis): Promise<Finding[]> {
  const info = await redis.info();
  const before = Date.now();
  const [seconds = 0, microseconds = 0] = (await redis.time()).map(Number);
  const nowMs = (before + Date.now()) / 2;
  const timeMs = seconds * 1_000 + Math.floor(microseconds / 1_000);
  return [checkVersion(info), clockFinding("redis's clock", timeMs, nowMs), checkEviction(info)];
}

/** One finding of each check: that of a primary which fails it, where one does. */
function worstOf(servers: readonly Finding[][]): Finding[] {
  const [first = []] = servers;
  return first.map((finding, at) => {
    const found = servers.map((findings) => findings[at] ?? finding);
    const isOf = (status: Finding['status']) => found.find((one) => one.status === status);
    return isOf('fail') ?? isOf('warn') ?? finding;
  });
}

function checkVersion(info: string): Finding {
  const version = field(info, 'redis_version');
  if (isRecentEnough(version, OLDEST.redis)) return ok('redis', version);
  return fail('redis', version, `Install Redis ${OLDEST.redis.join('.')} or later.`);
}

/** An evicted key would be a part of a book. */
function checkEviction(info: string): Finding {
  const policy = field(info, 'maxmemory_policy');
  if (policy === 'noeviction') return ok('eviction', 'none');
  return fail(
    'eviction',
    policy,
    'Set "maxmemory-policy noeviction": Redis holds the order books.',
  );
}

function field(info: string, name: string): string {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? 'unknown';
}
