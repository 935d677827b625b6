/** How the request of a fill ended at its seller, as far as the seller is responsible. */
import type { DispatchEnd } from '../../domain/reputation';
import type { AttemptDocument, AttemptReason, FillDocument } from '../documents/fill';

export type EndedFill = Pick<
  FillDocument,
  '_id' | 'status' | 'attempts' | 'usedTokens' | 'usageFlag'
>;

const ENDS: Readonly<Record<AttemptReason, DispatchEnd['kind']>> = {
  throttled: 'excused',
  request_refused: 'excused',
  buyer_gone: 'excused',
  timeout: 'timeout',
  malformed: 'malformed',
  cut: 'malformed',
  failed: 'failed',
  lost: 'failed',
  unreachable: 'failed',
  exchange: 'excused',
};

/** Null while it has not ended, and for a fill without a request to its seller. */
export function endOf(fill: EndedFill): DispatchEnd | null {
  if (fill.status === 'settled') {
    const delivered = fill.attempts.find(({ state }) => state === 'delivered');
    return delivered ? deliveredEnd(delivered, fill) : null;
  }
  const last = fill.status === 'released' ? fill.attempts.at(-1) : undefined;
  if (!last) return null;
  // The exchange, not the seller, lost an attempt without an end.
  if (last.state === 'planned' || last.state === 'sent') return { kind: 'excused' };
  return { kind: ENDS[last.reason ?? 'failed'] } as Exclude<DispatchEnd, { kind: 'answered' }>;
}

function deliveredEnd(delivered: AttemptDocument, fill: EndedFill): DispatchEnd {
  if (delivered.reason === 'cut') return { kind: 'malformed' };
  if (delivered.reason === 'exchange' || delivered.reason === 'buyer_gone') {
    return { kind: 'excused' };
  }
  const endedAt = delivered.endedAt ?? delivered.startedAt;
  return {
    kind: 'answered',
    durationMs: endedAt.getTime() - delivered.startedAt.getTime(),
    usedTokens: fill.usedTokens,
    isWellFormed: fill.usageFlag !== 'implausible',
  };
}
