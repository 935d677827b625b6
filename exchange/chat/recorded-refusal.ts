/** A refusal as its order records it: every later reader gets the same fields. */
import type { Refusal } from '../../domain/chat';
import { isErrorCode } from '../../domain/errors';
import type { OrderRefusal } from '../../records/documents/order';

/** A seller's own refusal is kept apart, for a while. */
export function recordOfRefusal({ passed, ...refusal }: Refusal): OrderRefusal {
  return { ...refusal, ...(passed ? { passedStatus: passed.status } : {}) };
}

/** Null for a code that this release does not know. */
export function recordedRefusal(recorded: OrderRefusal): Refusal | null {
  const { passedStatus: _passed, code, message, ...more } = recorded;
  if (!isErrorCode(code)) return null;
  const given = Object.entries(more).filter(([, value]) => value !== null);
  return { code, message, ...Object.fromEntries(given) };
}
