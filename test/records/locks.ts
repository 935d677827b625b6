/** Locks of rows, as tests hold them. */
import type { LockOutcome, RowLock } from '../../records/ledger/row-locks';
import { until } from '../support/wait';
import type { OpenedProcess } from './scenario';

/** @throws Error when nothing is locked */
export function held(outcome: LockOutcome): RowLock {
  if (outcome.kind !== 'held' || outcome.lock.rows.length === 0) throw new Error(outcome.kind);
  return outcome.lock;
}

/** How many requests stand at the row, with the one that holds it. */
export const lengthOf = ({ redis }: OpenedProcess, row: string) =>
  redis.llen(`{ledger}:row:${row}`);

/** Waits until so many requests stand at the row. */
export function waitingAt(process: OpenedProcess, row: string, count: number) {
  return until(async () => (await lengthOf(process, row)) === count);
}
