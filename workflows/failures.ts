/**
 * Failures that workflows throw: always an ApplicationFailure whose type is a code of the registry.
 */
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { isCancellation } from '@temporalio/workflow';
import type { Refusal } from '../domain/chat';
import { refusalOf } from '../domain/chat-course';
import { isErrorCode } from '../domain/errors';

/**
 * Ends the order: the buyer is notified, nothing is charged. The failure is expected and raises no
 * alarm.
 */
export function refused(refusal: Refusal): ApplicationFailure {
  const failure = ApplicationFailure.create({
    type: refusal.code,
    message: refusal.message,
    nonRetryable: true,
    category: ApplicationFailureCategory.BENIGN,
    details: [refusal],
  });
  // The refusal is stated above; a stack trace adds nothing and reveals our paths.
  failure.stack = '';
  return failure;
}

/** The refusal in an error, or the one that the buyer may see when there is none. */
export function refusalFrom(err: unknown): Refusal {
  if (err instanceof ApplicationFailure && err.type && isErrorCode(err.type)) {
    const detail = err.details?.[0];
    const isRefusal = typeof detail === 'object' && detail !== null;
    return isRefusal ? (detail as Refusal) : refusalOf(err.type, err.message);
  }
  return refusalOf(isCancellation(err) ? 'ended_by_operator' : 'service_unavailable');
}
