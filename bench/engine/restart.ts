/** Restart time of a killed Redis until it has loaded a log with every ask. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { headKey } from '../../engine/keys';
import type { RunningProcess } from '../../setup/servers/running-process';
import type { BenchMarket } from './market';

const PATIENCE_MS = 300_000;
const STEP_MS = 50;

/** Compacts the log, as Redis does by itself when it has grown. */
export async function rewriteLog(redis: Redis): Promise<void> {
  await redis.bgrewriteaof();
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const text = await redis.info('persistence');
    if (/aof_rewrite_in_progress:0/.test(text) && /aof_rewrite_scheduled:0/.test(text)) return;
    await delay(STEP_MS);
  }
  throw new Error('Redis did not finish rewriting its log.');
}

/**
 * The product has the book rebuilt by then (`bench books` measures that). Here it is continued, so that
 * a reservation shows that all of it was loaded.
 * @returns seconds from the start of the server to the answer of the reservation
 */
export async function restartSeconds(
  server: RunningProcess,
  start: () => Promise<RunningProcess>,
  market: BenchMarket,
): Promise<number> {
  server.kill('SIGKILL');
  await server.exited;
  const startedAt = performance.now();
  await start();
  await untilAnswered(() => market.redis.hdel(headKey(market.book), 'process'));
  await market.release(await untilAnswered(() => market.reserve()));
  return (performance.now() - startedAt) / 1_000;
}

/** Repeats a command until Redis answers it. */
async function untilAnswered<Answer>(command: () => Promise<Answer>): Promise<Answer> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await command();
    } catch (err) {
      if (performance.now() > until) throw err;
      await delay(STEP_MS);
    }
  }
}
