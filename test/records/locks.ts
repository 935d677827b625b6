/** Locks of rows, as tests hold them. */
import type { LockOutcome, RowLock } from '../../records/ledger/row-locks';
import { until } from '../support/wait';
import type { OpenedProcess } from './scenario';

/** @throws Error when nothing is locked */
export function held(outcome: LockOutcome): RowLock {
  if (outcome.kind !== 'held' || outcome.lock.rows.length === 0) throw new Error(outcome.kind);
  return outcome.lock;
}

/** Waits until so many requests stand at the row. */
export function waitingAt({ redis }: OpenedProcess, row: string, count: number) {
  return until(async () => (await redis.llen(`{ledger}:row:${row}`)) === count);
}
