/**
 * Locks of rows that several processes write at once. MongoDB decides which of two transactions on
 * one document commits, and aborts the other; it has no queue, so of several processes one wins
 * again and again. Here they queue up, and the first one commits the batches of those that wait
 * behind it with its own: a hot row is written once for all of them (flat combining; Hendler and
 * others, SPAA 2010).
 *
 * Only the order and the company of commits depend on a lock. One that was lost, or never acquired,
 * costs conflicts; the conditions of the writes still decide (apply-writes.ts). A process that does
 * not learn what became of its batch commits it again, and finds what is written by its business
 * keys.
 */
import type { Writes } from './writes';

/** A batch of another process, which waits for the same rows. */
export interface OfferedBatch {
  readonly request: string;
  readonly batch: readonly Writes[];
}

/** A held lock of some rows. */
export interface RowLock {
  readonly rows: readonly string[];
  /** Those of the rows that another process locks too, or did a moment ago. */
  readonly contended: readonly string[];
  /** The batches that wait behind this one and may be committed with it. Never throws. */
  collect(): Promise<readonly OfferedBatch[]>;
  /** Whether collected batches may still be committed: their processes still wait. */
  holdsOthers(): boolean;
  /** Tells the collected batches what became of them. Returns immediately. */
  tell(others: readonly OfferedBatch[], outcome: 'committed' | 'alone'): void;
  /**
   * Gives the next one its turn: this commit, with the collected batches, is applied, but not yet
   * confirmed. Returns immediately.
   */
  handOver(others: readonly OfferedBatch[]): void;
  /** Ends the turn, and the wait of collected batches that were told nothing. Returns immediately. */
  release(): void;
}

/** What became of a request for a lock. `committed`: another process committed its batch. */
export type LockOutcome =
  | { readonly kind: 'held'; readonly lock: RowLock }
  /** With the contended ones of its rows. */
  | { readonly kind: 'committed'; readonly contended: readonly string[] }
  /** A caller left while it waited. The lock was given up, and nothing was written. */
  | { readonly kind: 'left' };

/** A batch that another process may commit. */
export interface Offer {
  readonly batch: readonly Writes[];
  /** Aborted when a caller of the batch leaves. */
  readonly left: AbortSignal;
  /** When the first caller leaves at the latest; Infinity when none does. */
  readonly deadlineAtMs: number;
}

export interface RowLocks {
  /**
   * Waits for its turn at all rows together, in the order of the requests of all processes. It
   * never throws, and waits for a bounded time: then the lock is one of nothing.
   */
  acquire(rows: readonly string[], offer?: Offer): Promise<LockOutcome>;
  /** Tells all processes of rows at which two of them met. Returns immediately. */
  announce(rows: readonly string[]): void;
  /** Calls the listener with the rows of which another process tells. */
  onAnnounced(listener: (rows: readonly string[]) => void): void;
}

/** A lock of nothing. */
export const NO_LOCK: RowLock = {
  rows: [],
  contended: [],
  collect: () => Promise.resolve([]),
  holdsOthers: () => false,
  tell: () => undefined,
  handOver: () => undefined,
  release: () => undefined,
};

/** For one process alone, and for programs without Redis. */
export const NO_LOCKS: RowLocks = {
  acquire: () => Promise.resolve({ kind: 'held', lock: NO_LOCK }),
  announce: () => undefined,
  onAnnounced: () => undefined,
};

export const askRow = (askId: string) => `ask:${askId}`;
export const accountRow = (accountId: string) => `account:${accountId}`;
const lotRow = (lotId: string) => `lot:${lotId}`;

/** The rows of a batch that other batches write too; every other document has one writer. */
export function sharedRowsOf(batch: readonly Writes[]): string[] {
  const rows = batch.flatMap((writes) => [
    ...[writes.ask, ...(writes.asks ?? [])].flatMap((one) => (one ? [askRow(one.askId)] : [])),
    ...[writes.balance, ...(writes.balances ?? []), writes.requests].flatMap((one) =>
      one ? [accountRow(one.accountId)] : [],
    ),
    ...(writes.lots ?? []).flatMap((operation) =>
      'updateOne' in operation && typeof operation.updateOne.filter._id === 'string'
        ? [lotRow(operation.updateOne.filter._id)]
        : [],
    ),
  ]);
  return [...new Set(rows)];
}
