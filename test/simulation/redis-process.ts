/**
 * The process of Redis, which is another one after it started from its files or was replaced: here one
 * server, whose functions and scripts are told by a key which process they run in.
 */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { RedisClient } from '../../engine/connect-redis';
import { assembleLibrary, type Library } from '../../engine/library';
import { CLOCK_CALL, withTestClock } from '../engine/clock';

const PROCESS_KEY = 'test-process';
const FIRST = '0';

/** The engine's functions, with the clock and the process of the simulation. */
export const LIBRARY = simulatedLibrary(withTestClock(assembleLibrary()));

function simulatedLibrary({ version, code }: Library): Library {
  const changed = withProcess(code);
  const simulated = createHash('sha256').update(changed).digest('hex').slice(0, 12);
  return { version: simulated, code: changed.replaceAll(version, simulated) };
}

/** A script of the product, likewise. */
export const simulatedScript = (lua: string) =>
  withProcess(lua.replaceAll("redis.call('TIME')", `redis.${CLOCK_CALL}`));

/** What the product asks, and what it is answered here; it remembers no answer. */
function withProcess(lua: string): string {
  return lua
    .replaceAll(
      /(redis\.)?call\('INFO', 'server'\)/g,
      `('run_id:' .. (redis.call('GET', '${PROCESS_KEY}') or '${FIRST}'))`,
    )
    .replace('if not process then', 'do');
}

let started = 0;

/** @param lose changes the data to what the process finds when it starts */
export async function startAgain(redis: RedisClient, lose: () => Promise<unknown>): Promise<void> {
  await lose();
  started += 1;
  await redis.set(PROCESS_KEY, started.toString(16));
  // All that its functions knew is gone.
  await (redis as Redis).call('FUNCTION', 'LOAD', 'REPLACE', LIBRARY.code);
}
