/** How an order ends in the gateway when its first attempt, or its reservation, fails. */
import {
  type ChatOrder,
  type DispatchResult,
  type MatchOutcome,
  READER_LEFT,
  type Refusal,
} from '../../domain/chat';
import { type ErrorCode, isErrorCode, ruleOf } from '../../domain/errors';
import { StepFailure } from '../step-failure';
import { ORDER_CLOSED } from './match';

/**
 * Whether the order ends with its first attempt, uncharged, because no other seller is to be asked.
 */
export function isOver({ contractId }: ChatOrder, result: DispatchResult): boolean {
  if (result.kind === 'failed') return result.deadlinePassed && contractId === undefined;
  if (result.kind === 'request_refused') return contractId !== undefined;
  return result.kind === 'buyer_gone';
}

export function refusalAfter(result: DispatchResult | null): Refusal {
  if (result?.kind === 'request_refused') return result.refusal;
  if (result?.kind === 'buyer_gone') return { code: 'bid_timeout', message: READER_LEFT };
  if (result?.kind !== 'failed' || !result.deadlinePassed) return unavailable();
  return { code: 'bid_timeout', message: ruleOf('bid_timeout').message };
}

function unavailable(): Refusal {
  return { code: 'service_unavailable', message: ruleOf('service_unavailable').message };
}

const NOT_CROSSED: readonly ErrorCode[] = ['no_match', 'no_fill_at_limit', 'market_halted'];

export type Reserved = MatchOutcome | { readonly kind: 'elsewhere' };

/** The outcome of steps that failed although they were retried for as long as a buyer waits. */
export function outcomeFromFailure(err: unknown): Reserved {
  if (!(err instanceof StepFailure)) return { kind: 'refused', refusal: unavailable() };
  const { type, message } = err;
  if (type === ORDER_CLOSED) return { kind: 'elsewhere' };
  const refusal = isErrorCode(type) ? { code: type, message } : unavailable();
  return { kind: 'refused', refusal };
}

/** Whether the book was asked, and had no ask that the bid crosses. */
export function hasNotCrossed(outcome: Reserved): boolean {
  if (outcome.kind !== 'refused') return false;
  return NOT_CROSSED.includes(outcome.refusal.code);
}
