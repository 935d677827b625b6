/**
 * Turns for large, non-urgent batches: a process handles one batch at a time, alternates between
 * owners, and pauses after each batch for as long as it took. Batches use at most half of the
 * capacity of the process and its servers.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { FairQueue, type FairQueueLimits } from './fair-queue';
import { TooManyWait } from './work-turns';

const WAITING: FairQueueLimits = { perOwner: 8, all: 256 };

export class BatchTurns {
  private readonly waiting: FairQueue<() => Promise<void>>;
  private isGiving = false;

  constructor(limits: FairQueueLimits = WAITING) {
    this.waiting = new FairQueue(limits);
  }

  /** @throws TooManyWait, and the errors of the work */
  run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const piece = () => work().then(resolve, reject);
      if (this.waiting.push(owner, piece) !== 'queued') {
        reject(new TooManyWait('Too many batches wait to be recorded'));
      }
      void this.giveTurns();
    });
  }

  private async giveTurns(): Promise<void> {
    if (this.isGiving) return;
    this.isGiving = true;
    for (let next = this.waiting.next(); next; next = this.waiting.next()) {
      const startedAt = performance.now();
      await next.entry();
      await delay(performance.now() - startedAt);
    }
    this.isGiving = false;
  }
}
