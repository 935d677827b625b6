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
import type {
  BegunAttempt,
  BegunOrder,
  ChatCourse,
  ChatOrder,
  ChatOrderResult,
  DispatchResult,
  FilledBy,
  MatchedFill,
  Refusal,
} from '../domain/chat';
import {
  type CourseRules,
  afterAttempt,
  afterNobody,
  asking,
  beginCourse,
  mayAskMore,
  refusalOf,
} from '../domain/chat-course';
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
import { refusalFrom, refused } from './failures';
import { endedAs, noteFound } from './found-by';
import { link } from './links';
import { Saga } from './saga';
import { CurrentDetails } from './current-details';

/** Rules that older runs do not have: asked only where they decide, so that recorded histories hold. */
const RULES: CourseRules = {
  asksForSecondOpinion: () => patched('second-opinion'),
  limitsSellers: () => patched('sellers-per-order'),
  pacesWaits: () => patched('paced-throttle-waits'),
};

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
  readonly deadlineAtMs: number;
  course: ChatCourse;
  attempts: number;
}

/** @param begun the state of an order that a gateway started; without it, the order starts here */
export async function chatOrder(order: ChatOrder, begun?: BegunOrder): Promise<ChatOrderResult> {
  const saga = new Saga();
  const startedAtMs = begun?.startedAtMs ?? workflowInfo().startTime.getTime();
  const progress: Progress = {
    details: new CurrentDetails(),
    startedAtMs,
    deadlineAtMs: startedAtMs + order.limits.deadlineMs,
    course: begun?.course ?? beginCourse(order),
    attempts: 0,
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
      const settled = await askSeller(order, fill, progress, next?.attempt);
      if (settled) {
        saga.stand();
        return filled(order, fill, progress.attempts, progress.details);
      }
      await unmatch(order.orderId, 'seller_failed');
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
    const mayAsk = mayAskMore(progress.course, RULES);
    if (mayAsk || waitedFor !== null) {
      // Any other seller would exceed the limit.
      const bid = mayAsk ? order : { ...order, sellerId: waitedFor };
      const fill = await matchOnce(bid, progress);
      if (fill) return fill;
    }
    waitedFor = await waitForThrottled(progress);
  }
}

/** Null when every available seller was already asked. */
async function matchOnce(order: ChatOrder, progress: Progress): Promise<MatchedFill | null> {
  const { details, startedAtMs, course } = progress;
  details.now(`Matching ${order.modelId}`);
  // Independent of the current time: a workflow task that is repeated after a crash sees another
  // time and must find the fill that its first execution reserved.
  const fillSeed = uuidV7At(startedAtMs, uuid4());
  const outcome = await match(order, fillSeed, course.excludedSellerIds);
  if (outcome.kind === 'matched') return outcome.fill;
  if (course.askedSellerIds.length === 0) throw refused(outcome.refusal);
  return null;
}

/**
 * @returns the seller, which may be asked again
 * @throws ApplicationFailure `seller_unreachable` when no seller throttled, or the wait is too long
 */
async function waitForThrottled(progress: Progress): Promise<string> {
  const next = afterNobody(progress.course, progress.deadlineAtMs, Date.now(), RULES);
  if (next.kind === 'refuse') throw refused(next.refusal);
  const { sellerId, untilMs } = next;
  progress.details.now(`Waiting for throttled seller ${sellerId}`);
  await sleep(Math.max(1, untilMs - Date.now()), {
    summary: `Wait that throttled seller ${sellerId} asked for`,
  });
  progress.course = next.course;
  return sellerId;
}

/**
 * Asks one seller until its outcome is known. True: settled. False: another seller may be asked.
 */
async function askSeller(
  order: ChatOrder,
  fill: MatchedFill,
  progress: Progress,
  begun: BegunAttempt | undefined,
): Promise<boolean> {
  const { details, deadlineAtMs } = progress;
  const { sellerId } = fill;
  noteAsked(order, fill, details);
  progress.course = asking(progress.course, sellerId);
  let crashes = 0;
  for (let attempt = 1; ; attempt++) {
    progress.attempts += 1;
    details.now(`Seller ${sellerId} is answering, attempt ${attempt}`);
    const result =
      begun && attempt === 1
        ? await begunAttempt(order, fill, begun)
        : await attemptDispatch(
            ...([order, fill, attempt, deadlineAtMs, crashes] as const),
            progress.course.refusedBySellerId,
          );
    if (result === 'crashed') {
      if (++crashes > CRASHES_SURVIVED) throw refused(refusalOf('service_unavailable'));
      await pauseAfterCrash(crashes);
      continue;
    }
    const next = afterAttempt(progress.course, order, sellerId, result, Date.now(), RULES);
    if (result.kind === 'failed' || next.kind !== 'ask_again')
      noteEnd(details, fill, attempt, result);
    switch (next.kind) {
      case 'settled':
        if (!next.result.unusedReturned) await returnUnused(fill.fillId);
        return true;
      case 'settle':
        details.now('Delivered; settling');
        await settle(order.orderId, next.settlement);
        return true;
      case 'refuse':
        throw refused(next.refusal);
      case 'ask_another':
        progress.course = next.course;
        return false;
      case 'ask_again':
        progress.course = next.course;
        if (next.pauseMs === 0) continue;
        await sleep(next.pauseMs, { summary: `Short wait that seller ${sellerId} asked for` });
    }
  }
}

function noteEnd(
  details: CurrentDetails,
  fill: MatchedFill,
  attempt: number,
  result: DispatchResult,
): void {
  switch (result.kind) {
    case 'request_refused':
      return details.failed(...refusedLine(fill, result.refusal));
    case 'throttled':
      return details.failed(throttledLine(fill, result), 'throttled');
    case 'failed':
      return details.failed(
        `Seller ${link(fill.sellerId)} failed in attempt ${attempt}`,
        result.detail,
      );
    case 'settled':
    case 'delivered':
    case 'buyer_gone':
  }
}

function refusedLine({ sellerId }: MatchedFill, { passed }: Refusal) {
  const what = `refused the request; nothing is paid for that`;
  return [`Seller ${link(sellerId)} ${what}`, `the seller answered ${passed?.status}`] as const;
}

type Throttled = Extract<DispatchResult, { kind: 'throttled' }>;

function throttledLine({ sellerId }: MatchedFill, { isOurs }: Throttled): string {
  return isOurs
    ? `No connection to seller ${link(sellerId)} was free; it was not asked`
    : `Seller ${link(sellerId)} throttled; nothing is paid for that`;
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
