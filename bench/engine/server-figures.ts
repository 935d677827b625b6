/** Figures that Redis reports of its commands, memory and log. */
import type { Redis } from 'ioredis';

export interface ServerFigures {
  /** Mean time of one function call inside Redis, in microseconds. */
  readonly execUs: number;
  /** Bytes of the append-only file per call. */
  readonly logBytes: number;
}

/** Measures the server during some work. */
export async function watchServer(
  redis: Redis,
  work: () => Promise<unknown>,
): Promise<ServerFigures> {
  await redis.config('RESETSTAT');
  const before = await fieldOf(redis, 'persistence', 'aof_current_size');
  await work();
  const after = await fieldOf(redis, 'persistence', 'aof_current_size');
  const stats = await redis.info('commandstats');
  const [, calls = '0', execUs = '0'] =
    /cmdstat_fcall:calls=(\d+),usec=\d+,usec_per_call=([\d.]+)/.exec(stats) ?? [];
  return {
    execUs: Number.parseFloat(execUs),
    logBytes: (after - before) / Math.max(1, Number.parseInt(calls, 10)),
  };
}

export async function fieldOf(redis: Redis, section: string, field: string): Promise<number> {
  const text = await redis.info(section);
  const found = new RegExp(`^${field}:(\\d+)`, 'm').exec(text);
  if (!found?.[1]) throw new Error(`Redis does not report ${field}.`);
  return Number.parseInt(found[1], 10);
}
