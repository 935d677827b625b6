/** The scripts of the row locks as commands of Redis. Their headers describe arguments and answers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RedisClient } from '../../engine/connect-redis';

type Argument = string | number | Buffer;
type State = 'held' | 'waiting' | 'taken' | 'committed';
type Release = 'released' | 'taken' | 'committed';

/** For which a process counts as the last one at a row, and a commit is remembered. */
const LAST_KEPT_MS = 2_000;
const ANY_KEY = '{ledger}:locks';

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
      redis.ledgerAcquire(queues.length, ...queues, ...args),
    collect: (queues: readonly string[], request: string, forMs: number, most: number) =>
      redis.ledgerCollectBuffer(queues.length, ...queues, request, forMs, most),
    tell: (outcome: 'committed' | 'alone', requests: readonly string[]) =>
      redis.ledgerTell(1, ANY_KEY, outcome, LAST_KEPT_MS, ...requests),
    release: (queues: readonly string[], request: string, nextForMs: number) =>
      redis.ledgerRelease(queues.length, ...queues, request, nextForMs, LAST_KEPT_MS),
  };
}
