/** Every client of Redis, whichever kind of server it is (redis-address.ts). */
import { setTimeout as delay } from 'node:timers/promises';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { parseRedisAddress, type RedisHost } from './redis-address';

/** Keys of one command have one hash tag: a cluster refuses others. */
export type RedisClient = Redis | Cluster;

/** A Sentinel promotes a replica within seconds, so a client looks for the primary every second. */
const LONGEST_PAUSE_MS = 1_000;
const REACH_MS = 10_000;
/** A node without an answer is left for the one that has its slots now. */
const CLUSTER_CONNECT_MS = 2_000;
/** A primary that is cut off tells nobody that another one has its slots. */
const CLUSTER_LOOK_MS = 10_000;

/**
 * @param address as in `REDIS_URL`
 * @throws Error when the address is invalid
 */
export function connectRedis(address: string, options: RedisOptions = {}): RedisClient {
  const { nodes, options: parsed } = parseRedisAddress(address);
  const common = {
    // Two commands less for each connection, and two rights less for its user.
    disableClientInfo: true,
    replyMapping: 'legacy', // the default; its replies have these types
  } as const;
  if (nodes) return connectCluster(nodes, { ...parsed, ...options, ...common });
  return new Redis({
    reconnectOnError: (err) => err.message.startsWith('READONLY'),
    retryStrategy: pauseBefore,
    ...parsed,
    ...options,
    ...common,
  });
}

/** Commands fail while no node can be reached: the callers decide whether they wait. */
function connectCluster(
  nodes: readonly RedisHost[],
  options: RedisOptions & { readonly replyMapping: 'legacy' },
): Cluster {
  return new Cluster([...nodes], {
    clusterRetryStrategy: pauseBefore,
    enableOfflineQueue: false,
    slotsRefreshInterval: CLUSTER_LOOK_MS,
    // A certificate has the name of its host, not the address.
    dnsLookup: (host, found) => found(null, host),
    redisOptions: { connectTimeout: CLUSTER_CONNECT_MS, ...options },
  });
}

function pauseBefore(attempt: number): number {
  return Math.min(50 * 2 ** Math.min(attempt - 1, 10), LONGEST_PAUSE_MS);
}

/**
 * A client with connections of its own, for subscriptions and blocking reads: its commands wait for
 * Redis without a limit.
 */
export function waitingDuplicate(redis: RedisClient): RedisClient {
  const redisOptions = { maxRetriesPerRequest: null };
  if (redis instanceof Cluster)
    return redis.duplicate([], { enableOfflineQueue: true, redisOptions });
  return redis.duplicate(redisOptions);
}

/** The servers that hold data: the one, or every primary of a cluster. */
export function primariesOf(redis: RedisClient): Redis[] {
  return redis instanceof Cluster ? redis.nodes('master') : [redis];
}

/**
 * Runs the first command of a new client.
 * @throws Error with the reason why Redis cannot be used, which ioredis tells by an event only
 */
export async function firstCommand<T>(redis: RedisClient, command: () => Promise<T>): Promise<T> {
  let reason: string | null = null;
  const ended = new AbortController();
  const note = (err: Error & { readonly lastNodeError?: Error }) => {
    reason = (err.lastNodeError ?? err).message;
    if (reason.includes('cluster support disabled')) ended.abort();
  };
  redis.on('error', note);
  const late = delay(REACH_MS, undefined, { ref: false, signal: ended.signal }).then(() => {
    throw new Error(`no answer within ${REACH_MS / 1_000} s`);
  });
  try {
    return await Promise.race([untilUsable(redis).then(command), late]);
  } catch (err) {
    throw new Error(rightsFailure(reason ?? (err as Error).message));
  } finally {
    late.catch(() => undefined);
    ended.abort();
    redis.off('error', note);
  }
}

const NO_RIGHT = /^NOPERM .*?(?:to run the '([^']+)' command|to access one of the (keys|channels))/;

/** Of a refusal for missing rights one that says where they stand; any other as it is. */
export function rightsFailure(refusal: string): string {
  const [, command, names] = NO_RIGHT.exec(refusal) ?? [];
  if (command === undefined && names === undefined) return refusal;
  const lacking = command === undefined ? `use all ${names} of ours` : `run "${command}"`;
  return `its user may not ${lacking}: docs/operate/servers.md lists the rights`;
}

/** @throws Error for a node of a cluster at the address of one server, and for a database that it lacks */
async function untilUsable(redis: RedisClient): Promise<void> {
  if (redis instanceof Cluster) {
    if (redis.status !== 'ready') await new Promise<void>((ready) => redis.once('ready', ready));
  } else if ((await redis.info('cluster')).includes('cluster_enabled:1')) {
    throw new Error('it is a node of a Redis Cluster: REDIS_URL must begin with redis+cluster://');
  } else if (redis.options.db) {
    await redis.select(redis.options.db); // ioredis would go on with database 0
  }
}
