/** What the reservation of an order in the gateway led to. */
import type { MatchOutcome } from '../../domain/chat';
import { refusalOf } from '../../domain/chat-course';
import { type ErrorCode, isErrorCode } from '../../domain/errors';
import { StepFailure } from './step-failure';
import { ORDER_CLOSED } from './match';

const NOT_CROSSED: readonly ErrorCode[] = ['no_match', 'no_fill_at_limit', 'market_halted'];

/** `elsewhere`: another process has the order, or has ended it. */
export type Reserved = MatchOutcome | { readonly kind: 'elsewhere' };

/** The outcome of steps that failed although they were retried for as long as a buyer waits. */
export function outcomeFromFailure(err: unknown): Reserved {
  const unavailable = { kind: 'refused', refusal: refusalOf('service_unavailable') } as const;
  if (!(err instanceof StepFailure)) return unavailable;
  const { type, message } = err;
  if (type === ORDER_CLOSED) return { kind: 'elsewhere' };
  return isErrorCode(type) ? { kind: 'refused', refusal: refusalOf(type, message) } : unavailable;
}

/** Whether the book was asked, and had no ask that the bid crosses. */
export function hasNotCrossed(outcome: Reserved): boolean {
  if (outcome.kind !== 'refused') return false;
  return NOT_CROSSED.includes(outcome.refusal.code);
}
