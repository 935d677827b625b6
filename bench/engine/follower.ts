/** Delay of a follower of the book: from the sending of a command to the reader of its event. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { epochKeys } from '../../engine/keys';
import { openJournalReader } from '../../followers/relay/journal-reader';
import { percentile } from '../measure/statistics';
import { newId, type BenchMarket } from './market';

const CHANGES_PER_SECOND = 200;
const PATIENCE_MS = 5_000;

/** @returns the 99th percentile in milliseconds */
export async function followerP99Ms(
  redis: Redis,
  market: BenchMarket,
  changes: number,
): Promise<number> {
  const sentAt = new Map<string, number>();
  const latenciesMs: number[] = [];
  const reader = openJournalReader(redis, (err) => {
    throw err;
  });
  const epoch = (await market.books.epochOf(market.book)) ?? 0;
  const { sequence } = await market.books.levels({ book: market.book, region: null, limit: 1 });
  reader.subscribe({
    key: epochKeys(market.book, epoch).events,
    from: { epoch, version: sequence },
    deliver(events) {
      const now = performance.now();
      for (const { fillId } of events) {
        const at = fillId === null ? undefined : sentAt.get(fillId);
        if (at !== undefined) latenciesMs.push(now - at);
      }
    },
  });
  const fills: { fillId: string; quantityTokens: number }[] = [];
  for (let count = 0; count < changes; count += 1) {
    const fillId = newId();
    sentAt.set(fillId, performance.now());
    fills.push(await market.reserve('none', fillId));
    await delay(1_000 / CHANGES_PER_SECOND);
  }
  const until = performance.now() + PATIENCE_MS;
  while (latenciesMs.length < changes && performance.now() < until) await delay(1);
  await reader.stop();
  for (const fill of fills) await market.release(fill);
  if (latenciesMs.length < changes) throw new Error('The follower has not received every change.');
  return percentile(latenciesMs, 99);
}
