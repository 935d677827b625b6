/** Redis: version, clock, that it evicts nothing, keeps a file and takes writes, and whose it is. Nothing is changed. */
import type { Redis } from 'ioredis';
import { OLDEST, isRecentEnough } from '../../config/server-versions';
import type { Settings } from '../../config/settings';
import {
  connectRedis,
  firstCommand,
  primariesOf,
  type RedisClient,
  rightsFailure,
} from '../../engine/connect-redis';
import { infoField, needsOf } from '../../engine/redis-needs';
import { marketIn, marketOf } from '../../engine/redis-market';
import { type Finding, clockFinding, fail, ok } from './finding';

const CONNECT_MS = 5_000;

export async function checkRedis(settings: Settings): Promise<Finding[]> {
  let redis: RedisClient | null = null;
  try {
    const client = connectRedis(settings.redisUrl, {
      connectTimeout: CONNECT_MS,
      commandTimeout: CONNECT_MS,
      maxRetriesPerRequest: 0,
      // It would print a line of its own for a user without INFO.
      enableReadyCheck: false,
    });
    redis = client;
    client.on('error', () => undefined); // the first command has the reason
    return await firstCommand(client, async () => {
      const servers = await Promise.all(primariesOf(client).map(checkServer));
      return [...worstOf(servers), await checkMarket(client, settings)];
    });
  } catch (err) {
    const remedy =
      'Start it ("npm start" does), or correct REDIS_URL: address, user, and TLS (rediss://) or none.';
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
  const needs = (await needsOf(redis, info)).map(({ check, found, isMet, remedy }) =>
    isMet ? ok(check, found) : fail(check, found, remedy),
  );
  const clock = clockFinding("redis's clock", timeMs, nowMs);
  return [checkVersion(info), clock, ...needs, await checkWrites(redis, info)];
}

/**
 * An empty library is refused last, as no library: by then the server would have taken a write, has room
 * for it and enough replicas, and the user may load functions, as each start does.
 */
async function checkWrites(redis: Redis, info: string): Promise<Finding> {
  const remedy =
    'Name a primary with room and enough replicas, and a user with the rights in docs/operate/servers.md.';
  // Asked to write, a replica would lose the connection: the client looks for another primary.
  if (infoField(info, 'role') === 'slave') return fail('writes', 'refused: a replica', remedy);
  const refusal = await redis.call('FUNCTION', 'LOAD', '').then(
    () => '',
    (err: Error) => err.message,
  );
  if (refusal === '' || refusal.startsWith('ERR Missing library')) return ok('writes', 'taken');
  return fail('writes', rightsFailure(refusal), remedy);
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

/** Two markets on one Redis would trade in each other's books. */
async function checkMarket(redis: RedisClient, settings: Settings): Promise<Finding> {
  const found = await marketIn(redis);
  const own = marketOf(settings);
  if (found === null) return ok("redis's market", 'none yet');
  if (found === own || found.startsWith(`${own} `)) return ok("redis's market", own);
  const remedy = 'Give each market a Redis, or a database of it, of its own: REDIS_URL.';
  return fail("redis's market", `${found}, and this is ${own}`, remedy);
}

function checkVersion(info: string): Finding {
  const version = infoField(info, 'redis_version');
  if (isRecentEnough(version, OLDEST.redis)) return ok('redis', version);
  return fail('redis', version, `Install Redis ${OLDEST.redis.join('.')} or later.`);
}
