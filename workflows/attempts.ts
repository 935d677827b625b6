/** Attempts at a seller and retry policies, shared by matched and drawn chat orders. */
import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  TimeoutFailure,
  log,
  patched,
  proxyActivities,
  sleep,
} from '@temporalio/workflow';
import type { ChatActivities } from '../activities/chat';
import type { AttemptActivities } from '../activities/order-batch';
import type {
  BegunAttempt,
  ChatOrder,
  ChatOrderResult,
  DispatchResult,
  FilledBy,
  MatchedFill,
} from '../domain/chat';
import { refusalOf } from '../domain/chat-course';
import { refused } from './failures';
import { endedAs, noteFound } from './found-by';
import type { Touched } from './search-attributes';
import type { CurrentDetails } from './current-details';
import { formatPrice } from '../domain/money';
import { link, linkTo } from './links';

/** How often one seller is asked again because one of our processes died while it answered. */
export const CRASHES_SURVIVED = 8;

/** A retry does not fix programming errors. */
export const nonRetryableErrorTypes = ['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError'];

/**
 * Heartbeat timeout for long activities, which heartbeat every second (activities/heartbeat.ts): the server
 * retries one whose process died.
 */
export const LOST_AFTER = '5s';

export const quickRetry = {
  initialInterval: 50,
  backoffCoefficient: 2,
  maximumInterval: 1_000,
  nonRetryableErrorTypes,
};

/** Pause between attempts that were lost with one of our processes: a server may be restarting. */
const CRASH_PAUSE_MS = 100;
const CRASH_PAUSE_MAX_MS = 5_000;
/** After a crash: an answer that has begun waits for a free process, whatever its deadline. */
const PROCESS_FREE_WITHIN_MS = 600_000;

/**
 * Waits before the same seller is asked again after a lost attempt.
 * @param crashes so far
 */
export async function pauseAfterCrash(crashes: number): Promise<void> {
  if (!patched('pause-after-crash')) return;
  await sleep(Math.min(CRASH_PAUSE_MS * 2 ** crashes, CRASH_PAUSE_MAX_MS), {
    summary: 'Pause after an attempt that was lost with its process',
  });
}

/**
 * One attempt; `crashed` when the process that made it died.
 * @param crashes of attempts at this fill so far: its stream may have started then, and the
 *   deadline may have passed
 * @param refusedBySellerId the seller that has refused the request before
 * @throws ApplicationFailure `bid_timeout` when no process was free for it within the deadline
 */
export async function attemptDispatch(
  order: ChatOrder,
  fill: MatchedFill,
  attempt: number,
  deadlineAtMs: number,
  crashes: number,
  refusedBySellerId: string | null = null,
): Promise<DispatchResult | 'crashed'> {
  const remainingMs = deadlineAtMs - Date.now();
  const { answerTimeoutMs } = order.limits;
  const { dispatch } = proxyActivities<ChatActivities>({
    startToCloseTimeout: order.limits.deadlineMs + answerTimeoutMs,
    scheduleToStartTimeout:
      crashes > 0 ? Math.min(answerTimeoutMs, PROCESS_FREE_WITHIN_MS) : Math.max(1, remainingMs),
    heartbeatTimeout: order.limits.heartbeatMs,
    retry: { maximumAttempts: 1 },
    summary: `Seller ${fill.sellerId}, attempt ${attempt}`,
  });
  try {
    const refusedBefore = refusedBySellerId === null ? {} : { refusedBySellerId };
    return await dispatch({ order, fill, attempt, remainingMs, ...refusedBefore });
  } catch (err) {
    if (isCancellation(err) || !(err instanceof ActivityFailure)) throw err;
    if (err.cause instanceof ApplicationFailure && err.cause.nonRetryable) throw err.cause;
    if (err.cause instanceof TimeoutFailure && err.cause.timeoutType === 'SCHEDULE_TO_START') {
      throw refused(refusalOf('bid_timeout'));
    }
    log.warn('An attempt was lost', { fillId: fill.fillId, attempt });
    return 'crashed';
  }
}

/** A gateway that does not start the task within this time is dead or stuck. */
const TAKEN_UP_WITHIN_MS = 1_000;

/** The first attempt of an order that a gateway started; `crashed` when that gateway died. */
export async function begunAttempt(
  order: ChatOrder,
  fill: MatchedFill,
  attempt: BegunAttempt,
): Promise<DispatchResult | 'crashed'> {
  if (attempt.state === 'ended') return attempt.result;
  if (attempt.state === 'lost') return 'crashed';
  const { deadlineMs, answerTimeoutMs, heartbeatMs } = order.limits;
  const { followAttempt } = proxyActivities<AttemptActivities>({
    taskQueue: attempt.taskQueue,
    startToCloseTimeout: deadlineMs + answerTimeoutMs,
    scheduleToStartTimeout: TAKEN_UP_WITHIN_MS,
    heartbeatTimeout: heartbeatMs,
    retry: { maximumAttempts: 1 },
    summary: `Seller ${fill.sellerId}, attempt 1, made by the gateway`,
  });
  try {
    const { orderId } = order;
    const result = await followAttempt({ orderId, fillId: fill.fillId, heartbeatMs });
    return result.kind === 'lost' ? 'crashed' : result;
  } catch (err) {
    if (isCancellation(err) || !(err instanceof ActivityFailure)) throw err;
    log.warn('An attempt was lost', { fillId: fill.fillId, attempt: 1 });
    return 'crashed';
  }
}

/** An order is found by the seller that it asks, and by what it draws on, from the first attempt on. */
export function noteAsked(order: ChatOrder, fill: MatchedFill, details: CurrentDetails): void {
  details.note(
    `Asked seller ${link(fill.sellerId)}`,
    fill.drawnOn
      ? `It owes ${lotOf(fill.drawnOn)}`
      : `${fill.quantityTokens} tokens${priceOf(fill)}`,
  );
  if (patched('asked-are-found')) noteFound(touchedBy(order, fill));
}

/** Nothing for a fill without a price that can be read: what is shown never fails a task. */
function priceOf({ priceScale8 }: { readonly priceScale8?: string }): string {
  const isPrice = /^\d{1,30}$/.test(priceScale8 ?? '');
  return isPrice ? ` at ${formatPrice(BigInt(priceScale8!), 'perMillion')} USD per million` : '';
}

export function touchedBy({ orderId, accountId, contractId }: ChatOrder, fill?: FilledBy): Touched {
  const of = { order: orderId, buyer: accountId, contract: contractId };
  return { ...of, seller: fill?.sellerId, fill: fill?.fillId, lot: fill?.drawnOn?.lotId };
}

/** Fills of earlier releases do not name its workflow. */
export function lotOf({ lotId, lotWorkflowId }: NonNullable<FilledBy['drawnOn']>): string {
  const text = `lot ${lotId}`;
  return lotWorkflowId === undefined ? text : linkTo(text, lotWorkflowId);
}

/** The result of an order whose fill is settled. */
export function filled(
  order: ChatOrder,
  fill: FilledBy,
  attempts: number,
  details: CurrentDetails,
): ChatOrderResult {
  noteFound(touchedBy(order, fill), ...endedAs('filled'));
  const { orderId, fillId, sellerId, drawnOn } = fill;
  const paidBy = drawnOn ? `drawn on ${lotOf(drawnOn)}` : 'charged';
  details.now(`**Filled** by seller ${link(sellerId)}, ${paidBy}: fill ${link(fillId)}`);
  return { orderId, fillId, attempts, answer: { answerId: orderId } };
}
