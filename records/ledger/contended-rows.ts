/**
 * The rows at which this process met another one. Only these are locked before they are written:
 * without a second process no commit waits for a lock.
 */
import { LRUCache } from 'lru-cache';
import { type LockOutcome, NO_LOCK, type Offer, type RowLocks, sharedRowsOf } from './row-locks';
import type { Writes } from './writes';

/**
 * Since the last sign of another process. Longer than a pause between busy times: until all processes
 * know of a row again, each of them meets a conflict.
 */
const CONTENDED_FOR_MS = 60_000;
const ROWS_MAX = 10_000;

export class ContendedRows {
  /** Signs of another process at the row. */
  private readonly rows = new LRUCache<string, number>({ max: ROWS_MAX, ttl: CONTENDED_FOR_MS });

  constructor(private readonly locks: RowLocks) {
    locks.onAnnounced((rows) => rows.forEach((row) => this.note(row)));
  }

  /** Those of the rows that are contended, the most contended one first. */
  among(rows: readonly string[]): string[] {
    if (this.rows.size === 0) return [];
    const contended = rows.filter((row) => this.rows.has(row));
    return contended.sort((one, other) => this.rows.get(other)! - this.rows.get(one)!);
  }

  /**
   * Notes a conflict, of which MongoDB does not tell the document: it is one that most requests of
   * the batch have in common. The process that won it would not learn of it: it is told.
   */
  met(batch: readonly Writes[]): void {
    const counts = new Map<string, number>();
    for (const row of batch.flatMap((writes) => sharedRowsOf([writes]))) {
      counts.set(row, (counts.get(row) ?? 0) + 1);
    }
    const common = [...counts].filter(([, count]) => 2 * count >= batch.length);
    const rows = common.map(([row]) => row);
    if (rows.some((row) => !this.rows.has(row))) this.locks.announce(rows);
    rows.forEach((row) => this.note(row));
  }

  /** Locks rows, and remembers for which of them another process waits too. */
  async lock(rows: readonly string[], offer?: Offer): Promise<LockOutcome> {
    if (rows.length === 0) return { kind: 'held', lock: NO_LOCK };
    const outcome = await this.locks.acquire(rows, offer);
    if (outcome.kind === 'held') outcome.lock.contended.forEach((row) => this.note(row));
    if (outcome.kind === 'committed') outcome.contended.forEach((row) => this.note(row));
    return outcome;
  }

  private note(row: string): void {
    this.rows.set(row, (this.rows.get(row) ?? 0) + 1);
  }
}
