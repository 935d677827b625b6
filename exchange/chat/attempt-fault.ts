/** What the outcome of an attempt says of its seller: whose fault it was, and how it is recorded. */
import type { AttemptReason } from '../../records/documents/fill';
import type { DispatchOutcome, FailedOutcome, FailureReason } from '../dispatch/outcome';
import type { SeenEnd } from '../judging/correlated-failures';

/** Whether the seller is not responsible: the exchange failed, or the seller throttled. */
export function isSellerBlameless(outcome: DispatchOutcome): boolean {
  switch (outcome.kind) {
    case 'cut':
      return outcome.by === 'exchange';
    case 'failed':
      return outcome.blame === 'none';
    case 'throttled':
      return true;
    case 'answered':
    case 'refused_request':
      return false;
  }
}

/** Null when the end says nothing about the seller or our network. */
export function endSeen(outcome: DispatchOutcome): SeenEnd | null {
  if (outcome.kind !== 'failed' && outcome.kind !== 'cut') return 'answered';
  if (outcome.reason === 'aborted') return null;
  if (outcome.kind === 'cut') return isSellerBlameless(outcome) ? null : 'provokable';
  switch (outcome.blame) {
    case 'none':
      return outcome.reason === 'exchange_fault' ? 'failed' : null;
    case 'unreachable':
      return 'failed';
    case 'provokable':
    case 'lost':
      return 'provokable';
  }
}

const MALFORMED: ReadonlySet<FailedOutcome['reason']> = new Set([
  'malformed',
  'unfinished',
  'answer_too_large',
  'seller_error',
]);

/**
 * How a stream ended that had begun. After a crash its seller is asked once more with the same key: it
 * may refuse, or give another answer than before.
 */
export type CutReason = FailureReason | 'refused' | 'differs';

export function cutReasonOf(outcome: DispatchOutcome): CutReason {
  return 'reason' in outcome ? outcome.reason : 'refused';
}

/** The seller's failure in an attempt that delivered nothing. */
export function reasonOf(
  outcome: FailedOutcome | Extract<DispatchOutcome, { kind: 'throttled' }>,
): AttemptReason {
  if (outcome.kind === 'throttled') return 'throttled';
  if (outcome.blame === 'none') return 'exchange';
  if (outcome.blame !== 'provokable') return outcome.blame;
  if (outcome.timeout) return 'timeout';
  return MALFORMED.has(outcome.reason) ? 'malformed' : 'failed';
}
