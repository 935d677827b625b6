/** What matched and drawn chat orders share: attempts at a seller, and how steps are repeated. */
import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  log,
  proxyActivities,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { ChatActivities } from '../activities/chat';
import type {
  ChatOrder,
  ChatOrderResult,
  DispatchResult,
  FilledBy,
  MatchedFill,
} from '../domain/chat';
import { FILL_ID, OUTCOME, SELLER_ID } from './search-attributes';
import { type Story, quoted } from './story';

/** How often one seller is asked again because a process of ours died while it answered. */
export const CRASHES_SURVIVED = 8;

/** For the order's record; the key is free, so whoever asks again with it starts anew. */
export const READER_LEFT =
  'The reader of the stream left before its first byte. Nothing was charged.';

/** Programming errors are not cured by another try. */
export const nonRetryableErrorTypes = ['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError'];

export const quickRetry = {
  initialInterval: 50,
  backoffCoefficient: 2,
  maximumInterval: 1_000,
  nonRetryableErrorTypes,
};

/** One attempt; `crashed` when the process that made it is gone. */
export async function attemptDispatch(
  order: ChatOrder,
  fill: MatchedFill,
  attempt: number,
  deadlineAtMs: number,
): Promise<DispatchResult | 'crashed'> {
  const { dispatch } = proxyActivities<ChatActivities>({
    startToCloseTimeout: order.limits.deadlineMs + order.limits.answerTimeoutMs,
    heartbeatTimeout: order.limits.heartbeatMs,
    retry: { maximumAttempts: 1 },
    summary: `Seller ${fill.sellerId}, attempt ${attempt}`,
  });
  const remainingMs = deadlineAtMs - Date.now();
  try {
    return await dispatch({ order, fill, attempt, remainingMs });
  } catch (err) {
    if (isCancellation(err) || !(err instanceof ActivityFailure)) throw err;
    if (err.cause instanceof ApplicationFailure && err.cause.nonRetryable) throw err.cause;
    log.warn('An attempt was lost', { fillId: fill.fillId, attempt });
    return 'crashed';
  }
}

/** An attempt that failed, with the reason that stands in the fill's own row. */
export function failedLine({ sellerId }: MatchedFill, attempt: number, detail: string): string {
  return `Seller ${sellerId} failed in attempt ${attempt}: ${quoted(detail)}`;
}

/** What the story comes to once its fill is settled. */
export function filled(fill: FilledBy, attempts: number, story: Story): ChatOrderResult {
  upsertSearchAttributes([
    { key: SELLER_ID, value: fill.sellerId },
    { key: FILL_ID, value: fill.fillId },
    { key: OUTCOME, value: 'filled' },
  ]);
  const { orderId, fillId, sellerId, drawnOn } = fill;
  const paidBy = drawnOn ? `drawn on lot ${drawnOn.lotId}` : 'charged';
  story.now(`**Filled** by seller ${sellerId}, ${paidBy}: fill ${fillId}`);
  return { orderId, fillId, attempts, answer: { answerId: orderId } };
}
