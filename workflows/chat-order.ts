/**
 * A chat completion: match, ask the seller, settle. One run per order (FLOW-1).
 *
 * Before the first byte of an answer the order may go to another seller; after it, never. A missing
 * heartbeat reveals a dead worker, and the same seller is asked again with the same key. The buyer
 * reads the answer from the order's channel; the history is the durable record.
 */
import {
  CancellationScope,
  patched,
  proxyLocalActivities,
  sleep,
  uuid4,
  workflowInfo,
} from '@temporalio/workflow';
import type { ChatActivities } from '../activities/chat';
import {
  READER_LEFT,
  type BegunOrder,
  type ChatOrder,
  type ChatOrderResult,
  type DispatchResult,
  type FilledBy,
  type MatchedFill,
  type Refusal,
} from '../domain/chat';
import type { ErrorCode } from '../domain/errors';
import { uuidV7At } from '../domain/ids';
import {
  CRASHES_SURVIVED,
  attemptDispatch,
  begunAttempt,
  filled,
  noteAsked,
  pauseAfterCrash,
  quickRetry,
} from './attempts';
import { drawOnContract } from './contract-draw';
import { refusalFrom, refusalOf, refused } from './failures';
import { endedAs, noteFound } from './found-by';
import { link } from './links';
import { Saga } from './saga';
import { CurrentDetails } from './current-details';

/** The most sellers that one order asks: each costs a hold and a release that may remain unpaid. */
const SELLERS_PER_ORDER = 10;
/** A throttled seller that states a wait up to this is asked once more after it (DISPATCH-8). */
const SHORT_WAIT_MS = 2_000;
/** The minimum wait for a throttled seller when there is no other. */
const FIRST_WAIT_MS = 1_000;
/** Patch: a request that one seller refuses may be one that another serves. */
const SECOND_OPINION = 'second-opinion';

const { match } = proxyLocalActivities<ChatActivities>({
  startToCloseTimeout: '10s',
  scheduleToCloseTimeout: '30s',
  retry: quickRetry,
  summary: 'Match: reserve the best ask that holds enough tokens',
});

/** Activities that must succeed eventually, however long a store is unavailable. */
const lasting = (summary: string) =>
  proxyLocalActivities<ChatActivities>({
    startToCloseTimeout: '15s',
    retry: { ...quickRetry, maximumInterval: 5_000 },
    summary,
  });
const { settle } = lasting('Settle: charge what was delivered, and pay the seller');
const { returnUnused } = lasting('Return unused tokens to the ask');
const { unmatch } = lasting('Release the reservation: nothing was delivered');
const { refuse } = lasting('Refuse: record why, and release the hold');

/** State that the workflow keeps between sellers. */
interface Progress {
  readonly details: CurrentDetails;
  readonly startedAtMs: number;
  readonly excludedSellerIds: string[];
  /** Each seller once, however often it was asked; includes sellers without a free connection. */
  readonly askedSellerIds: Set<string>;
  attempts: number;
  /** The earliest end of a wait that a throttling seller requested. */
  throttled: { sellerId: string; untilMs: number } | null;
  /** Waits for a throttled seller so far. */
  waits: number;
  /** Of the first seller that refused the request: one of another owner is asked once more. */
  refusal: Refusal | null;
  refusedBySellerId: string | null;
}

/** @param begun the state of an order that a gateway started; without it, the order starts here */
export async function chatOrder(order: ChatOrder, begun?: BegunOrder): Promise<ChatOrderResult> {
  const saga = new Saga();
  const progress: Progress = {
    details: new CurrentDetails(),
    startedAtMs: begun?.startedAtMs ?? workflowInfo().startTime.getTime(),
    excludedSellerIds: [...order.excludedSellerIds],
    askedSellerIds: new Set(),
    attempts: 0,
    throttled: null,
    waits: 0,
    refusal: null,
    refusedBySellerId: null,
  };
  try {
    saga.before('unmatch', () => unmatch(order.orderId, 'order_failed'));
    if (order.contractId !== undefined) {
      const drawn = await drawOnContract(order, progress.startedAtMs, progress.details, begun);
      saga.stand();
      return drawn;
    }
    for (let next = begun; ; next = undefined) {
      const fill = next?.fill ?? (await matchNext(order, progress));
      const settled = await askSeller(order, fill, progress, next);
      if (settled) {
        saga.stand();
        return filled(order, fill, progress.attempts, progress.details);
      }
      await unmatch(order.orderId, 'seller_failed');
      progress.excludedSellerIds.push(fill.sellerId);
    }
  } catch (err) {
    await saga.compensate();
    const fill = await refuseOrder(order, err, progress.details);
    return filled(order, fill, progress.attempts, progress.details);
  }
}

/** Reserves capacity and holds money; waits for a throttled seller when no other may be asked. */
async function matchNext(order: ChatOrder, progress: Progress): Promise<MatchedFill> {
  for (let waitedFor: string | null = null; ;) {
    const isSpent = hasAskedEnough(progress);
    if (!isSpent || waitedFor !== null) {
      // Any other seller would exceed the limit.
      const bid = isSpent ? { ...order, sellerId: waitedFor } : order;
      const fill = await matchOnce(bid, progress);
      if (fill) return fill;
    }
    waitedFor = await waitForThrottled(order, progress);
  }
}

/** Evaluated only when reached, so that orders with fewer sellers keep their recorded history. */
function hasAskedEnough({ askedSellerIds }: Progress): boolean {
  return askedSellerIds.size >= SELLERS_PER_ORDER && patched('sellers-per-order');
}

/** Null when every available seller was already asked. */
async function matchOnce(order: ChatOrder, progress: Progress): Promise<MatchedFill | null> {
  progress.details.now(`Matching ${order.modelId}`);
  // Independent of the current time: a workflow task that is repeated after a crash sees another
  // time and must find the fill that its first execution reserved.
  const fillSeed = uuidV7At(progress.startedAtMs, uuid4());
  const outcome = await match(order, fillSeed, progress.excludedSellerIds);
  if (outcome.kind === 'matched') return outcome.fill;
  if (progress.askedSellerIds.size === 0) throw refused(outcome.refusal);
  return null;
}

/**
 * @returns the seller, which may be asked again
 * @throws ApplicationFailure `seller_unreachable` when no seller throttled, or the wait is too long
 */
async function waitForThrottled(order: ChatOrder, progress: Progress): Promise<string> {
  if (!progress.throttled) throw refused(refusalOfUnserved(progress, 'seller_unreachable'));
  const { sellerId } = progress.throttled;
  const untilMs = endOfWait(progress, progress.throttled.untilMs);
  if (untilMs - progress.startedAtMs > order.limits.deadlineMs) {
    throw refused(refusalOfUnserved(progress, 'seller_unreachable'));
  }
  progress.details.now(`Waiting for throttled seller ${sellerId}`);
  await sleep(Math.max(1, untilMs - Date.now()), {
    summary: `Wait that throttled seller ${sellerId} asked for`,
  });
  progress.throttled = null;
  progress.excludedSellerIds.splice(progress.excludedSellerIds.indexOf(sellerId), 1);
  return sellerId;
}

/**
 * Each wait is twice as long as the previous one, whatever the seller requests, which bounds their
 * number.
 */
function endOfWait(progress: Progress, untilMs: number): number {
  if (!patched('paced-throttle-waits')) return untilMs;
  const pauseMs = FIRST_WAIT_MS * 2 ** progress.waits;
  progress.waits += 1;
  return Math.max(untilMs, Date.now() + pauseMs);
}

/**
 * Asks one seller until its outcome is known. True: settled. False: another seller may be asked.
 */
async function askSeller(
  order: ChatOrder,
  fill: MatchedFill,
  progress: Progress,
  begun: BegunOrder | undefined,
): Promise<boolean> {
  noteAsked(order, fill, progress.details);
  progress.askedSellerIds.add(fill.sellerId);
  const deadlineAtMs = progress.startedAtMs + order.limits.deadlineMs;
  let crashes = 0;
  let repeated = false;
  for (let attempt = 1; ; attempt++) {
    progress.attempts += 1;
    progress.details.now(`Seller ${fill.sellerId} is answering, attempt ${attempt}`);
    const result =
      begun && attempt === 1
        ? await begunAttempt(order, begun)
        : await attemptDispatch(
            ...([order, fill, attempt, deadlineAtMs, crashes] as const),
            progress.refusedBySellerId,
          );
    if (result === 'crashed') {
      if (++crashes > CRASHES_SURVIVED) throw refused(refusalOf('service_unavailable'));
      await pauseAfterCrash(crashes);
      continue;
    }
    switch (result.kind) {
      case 'settled':
        if (!result.unusedReturned) await returnUnused(fill.fillId);
        return true;
      case 'delivered':
        progress.details.now('Delivered; settling');
        await settle(order.orderId, result.settlement);
        return true;
      case 'request_refused':
        progress.details.failed(...refusedLine(fill, result.refusal));
        if (progress.refusal) throw refused(progress.refusal);
        if (order.sellerId !== null || !patched(SECOND_OPINION)) throw refused(result.refusal);
        progress.refusal = result.refusal;
        progress.refusedBySellerId = fill.sellerId;
        progress.excludedSellerIds.push(...(result.relatedSellerIds ?? []));
        return false;
      case 'buyer_gone':
        throw refused(refusalOf('bid_timeout', READER_LEFT));
      case 'throttled':
        if (!repeated && isShortWait(result)) {
          repeated = true;
          await sleep(Math.max(1, result.retryAfterMs), {
            summary: `Short wait that seller ${fill.sellerId} asked for`,
          });
          continue;
        }
        rememberThrottle(progress, fill.sellerId, result.retryAfterMs);
        progress.details.failed(throttledLine(fill, result), 'throttled');
        return false;
      case 'failed':
        progress.details.failed(
          `Seller ${link(fill.sellerId)} failed in attempt ${attempt}`,
          result.detail,
        );
        if (result.deadlinePassed) throw refused(refusalOfUnserved(progress, 'bid_timeout'));
        if (!result.outcomeUnknown || repeated) return false;
        repeated = true;
    }
  }
}

/** Nobody serves the order: a seller that refused the request has said why. */
function refusalOfUnserved({ refusal }: Progress, code: ErrorCode): Refusal {
  return refusal ?? refusalOf(code);
}

function refusedLine({ sellerId }: MatchedFill, { passed }: Refusal) {
  const what = `refused the request; nothing is paid for that`;
  return [`Seller ${link(sellerId)} ${what}`, `the seller answered ${passed?.status}`] as const;
}

type Throttled = Extract<DispatchResult, { kind: 'throttled' }>;

/**
 * Only a wait that the seller itself stated is short: when our own connections are in use, another
 * seller serves sooner.
 */
function isShortWait(result: Throttled): result is Throttled & { readonly retryAfterMs: number } {
  const { retryAfterMs, isOurs } = result;
  return !isOurs && retryAfterMs !== null && retryAfterMs <= SHORT_WAIT_MS;
}

function throttledLine({ sellerId }: MatchedFill, { isOurs }: Throttled): string {
  return isOurs
    ? `No connection to seller ${link(sellerId)} was free; it was not asked`
    : `Seller ${link(sellerId)} throttled; nothing is paid for that`;
}

function rememberThrottle(progress: Progress, sellerId: string, retryAfterMs: number | null): void {
  if (retryAfterMs === null) return;
  const untilMs = Date.now() + retryAfterMs;
  if (!progress.throttled || untilMs < progress.throttled.untilMs) {
    progress.throttled = { sellerId, untilMs };
  }
}

/**
 * Notifies the buyer and closes the order's record.
 * @returns the fill, if an abandoned attempt filled the order
 * @throws ApplicationFailure that ends the workflow
 */
async function refuseOrder(
  order: ChatOrder,
  err: unknown,
  details: CurrentDetails,
): Promise<FilledBy> {
  const refusal = refusalFrom(err);
  const fill = await CancellationScope.nonCancellable(() => {
    details.now(`**Refused**, nothing charged: ${refusal.code}. ${refusal.message}`);
    const touched = { order: order.orderId, buyer: order.accountId, contract: order.contractId };
    noteFound(touched, ...endedAs(refusal.code, details.reason));
    return refuse(order, refusal);
  });
  if (!fill) throw refused(refusal);
  return fill;
}
