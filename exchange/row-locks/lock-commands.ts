/** The scripts of the row locks as commands of Redis. Their headers describe arguments and answers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTime } from '../../domain/in-time';
import type { RedisClient } from '../../engine/connect-redis';
import { redisKey } from '../../engine/redis-keys';

type Argument = string | number | Buffer;
/** The MAC that says that a batch is committed (batch-macs.ts). */
type Confirmation = string;
/** `held`, `waiting`, `taken` or a confirmation. */
type State = string;
/** `released`, `taken` or a confirmation. */
type Release = string;

/** For which a process counts as the last one at a row, and a commit is remembered. */
const LAST_KEPT_MS = 2_000;
/** A server that does not answer must not hold up a commit. */
const ANSWER_MAX_MS = 1_000;

type WithScripts = RedisClient & {
  ledgerAcquire(keys: number, ...args: Argument[]): Promise<[State, number[]]>;
  ledgerCollectBuffer(keys: number, ...args: Argument[]): Promise<[number, ...Buffer[]]>;
  ledgerTell(keys: number, ...args: Argument[]): Promise<number>;
  ledgerRelease(keys: number, ...args: Argument[]): Promise<Release>;
};

const SCRIPTS = {
  ledgerAcquire: 'acquire',
  ledgerCollect: 'collect',
  ledgerTell: 'tell',
  ledgerRelease: 'release',
};

export type LockCommands = ReturnType<typeof lockCommands>;

export function lockCommands(client: RedisClient) {
  for (const [name, file] of Object.entries(SCRIPTS)) {
    client.defineCommand(name, { lua: readFileSync(join(__dirname, `${file}.lua`), 'utf8') });
  }
  const redis = client as WithScripts;
  return {
    acquire: (queues: readonly string[], args: readonly Argument[]) =>
      bounded(redis.ledgerAcquire(queues.length, ...queues, ...args)),
    collect: (queues: readonly string[], request: string, forMs: number, most: number) =>
      bounded(redis.ledgerCollectBuffer(queues.length, ...queues, request, forMs, most)),
    /** @returns 0 when the lock is lost */
    renew: (request: string, forMs: number) =>
      bounded(redis.pexpire(redisKey('lockRequest', request), forMs)),
    /** An empty confirmation: the batch is not committed. */
    tell: (told: readonly { readonly request: string; readonly confirmation: Confirmation }[]) =>
      bounded(
        redis.ledgerTell(
          1,
          redisKey('lockRequest'),
          LAST_KEPT_MS,
          ...told.flatMap(({ request, confirmation }) => [request, confirmation]),
        ),
      ),
    release: (queues: readonly string[], request: string, nextForMs: number) =>
      bounded(
        redis.ledgerRelease(queues.length, ...queues, request, nextForMs, LAST_KEPT_MS, 'ended'),
      ),
    /** Like `release`, but the request still counts as alive: the batches that it took are waited for. */
    handOver: (
      queues: readonly string[],
      request: string,
      nextForMs: number,
      applied: readonly string[],
    ) =>
      bounded(
        redis.ledgerRelease(
          queues.length,
          ...queues,
          request,
          nextForMs,
          LAST_KEPT_MS,
          'applied',
          ...applied,
        ),
      ),
    /** The request no longer counts as alive. */
    end: (request: string) => bounded(redis.del(redisKey('lockRequest', request))),
    subscribe: (subscriber: RedisClient, channels: readonly string[]) =>
      bounded(subscriber.subscribe(...channels)),
  };
}

/** @throws Error when Redis has not answered in time; it may have executed the command */
function bounded<T>(command: Promise<T>): Promise<T> {
  return inTime(
    command,
    ANSWER_MAX_MS,
    () => new Error(`Redis did not answer within ${ANSWER_MAX_MS} ms`),
  );
}
