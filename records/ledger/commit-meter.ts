/** What the group commit reports for the metrics of a process. Every call returns immediately. */

/**
 * Why a transaction is made again. `aborted`: MongoDB aborted it, because of a write conflict or a
 * lost primary. `refused`: its own checks found that the records had changed since they were read.
 */
export type CommitConflict = 'aborted' | 'refused';

export interface CommitMeter {
  /** The batch of a request begins, so long after it was submitted. */
  commitWaited(waitedMs: number): void;
  /** A transaction with so many requests is written. */
  committed(requests: number): void;
  commitConflicted(reason: CommitConflict): void;
}

/** For programs without metrics. */
export const UNMEASURED: CommitMeter = {
  commitWaited: () => undefined,
  committed: () => undefined,
  commitConflicted: () => undefined,
};
