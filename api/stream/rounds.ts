/**
 * Schedules the delivery to readers. An idle gateway delivers a change immediately; after a round
 * it pauses in proportion to the round's cost, so that many readers make rounds less frequent and
 * never block other work of the gateway. Changes in the meantime share the next round: the newest
 * state counts.
 */
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { BookFeed } from './book-feed';

/** A round that took 10 ms of processor time is followed by a pause of 20 ms. */
const REST_FACTOR = 2;
const REST_MAX_MS = 50;
/** After this much uninterrupted work, other tasks run. */
const SLICE_MS = 8;

export class Rounds {
  private readonly due = new Set<BookFeed>();
  private isRunning = false;
  private sliceStartedMs = 0;

  constructor(private readonly onError: (err: unknown) => void) {}

  request(feed: BookFeed): void {
    this.due.add(feed);
    if (this.isRunning) return;
    this.isRunning = true;
    void this.run();
  }

  private async run(): Promise<void> {
    while (this.due.size > 0) {
      const costMs = meter();
      await this.round();
      const restMs = Math.min(costMs() * REST_FACTOR, REST_MAX_MS);
      await (restMs < 1 ? nextTurn() : delay(restMs));
    }
    this.isRunning = false;
  }

  private async round(): Promise<void> {
    const feeds = [...this.due];
    this.due.clear();
    this.sliceStartedMs = performance.now();
    for (const feed of feeds) {
      await feed.deliver(this.pause).catch(this.onError);
    }
  }

  private readonly pause = (): Promise<void> | null => {
    if (performance.now() - this.sliceStartedMs < SLICE_MS) return null;
    return nextTurn().then(() => {
      this.sliceStartedMs = performance.now();
    });
  };
}

/**
 * Processor time from now on, at most the elapsed time: excludes other threads of the process and
 * waiting for a busy machine.
 */
function meter(): () => number {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return Math.min(performance.now() - startedMs, (user + system) / 1_000);
  };
}
