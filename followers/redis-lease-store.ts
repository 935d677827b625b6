/** The lease of a book, stored with the book: by Redis's clock (functions/lease.lua). */
import type { BookId } from '../domain/instruments';
import { type EngineFunctions, integerAt } from '../engine/functions';
import type { HeldLease, LeaseStore } from './lease';

export class RedisLeaseStore implements LeaseStore {
  constructor(
    private readonly functions: EngineFunctions,
    private readonly book: BookId,
  ) {}

  async hold(holder: string, lastsMs: number): Promise<HeldLease | null> {
    const answer = await this.functions.call<'held' | 'taken'>('lease_hold', this.book, [
      holder,
      lastsMs,
    ]);
    if (answer.status === 'taken') return null;
    return { fence: integerAt(answer, 0), nowMs: integerAt(answer, 1) };
  }

  async drop(holder: string): Promise<void> {
    await this.functions.call('lease_drop', this.book, [holder]);
  }
}
