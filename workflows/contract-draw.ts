/**
 * A chat completion that redeems a ticket: tokens are drawn from a lot of the contract, and its
 * bound seller is asked. A seller that fails all attempts of the request and our probes after them
 * defaults on the lot; the request continues with the next lot that holds enough. A seller that
 * throttles or answers a probe keeps its lot: the request is refused, uncharged.
 */
import {
  getExternalWorkflowHandle,
  isCancellation,
  log,
  patched,
  proxyActivities,
  proxyLocalActivities,
  sleep,
  uuid4,
} from '@temporalio/workflow';
import type { ChatActivities } from '../activities/chat';
import type {
  BegunOrder,
  ChatOrder,
  ChatOrderResult,
  DispatchResult,
  MatchedFill,
} from '../domain/chat';
import { DRAW_BEGUN, afterDrawAttempt, refusalOf } from '../domain/chat-course';
import { uuidV7At } from '../domain/ids';
import {
  CRASHES_SURVIVED,
  LOST_AFTER,
  attemptDispatch,
  begunAttempt,
  lotOf,
  filled,
  noteAsked,
  pauseAfterCrash,
  quickRetry,
} from './attempts';
import { lotEnded } from './delivery-lot';
import { refused } from './failures';
import type { CurrentDetails } from './current-details';
import { link } from './links';

const { confirmDefault } = proxyActivities<ChatActivities>({
  startToCloseTimeout: '3m',
  heartbeatTimeout: LOST_AFTER,
  retry: { ...quickRetry, maximumAttempts: 5 },
  summary: 'Two probes before a default',
});

const { draw } = proxyLocalActivities<ChatActivities>({
  startToCloseTimeout: '10s',
  scheduleToCloseTimeout: '30s',
  retry: quickRetry,
  summary: 'Draw: reserve tokens of the contract',
});

const lasting = (summary: string) =>
  proxyLocalActivities<ChatActivities>({
    startToCloseTimeout: '15s',
    retry: { ...quickRetry, maximumInterval: 5_000 },
    summary,
  });
const { settle } = lasting('Settle: draw what was delivered, and pay the seller');
const { defaultLot } = lasting('Default: refund what is undrawn to the buyer');

/**
 * @param startedAtMs when the order started: ids derive from it, so that a repeated step finds its
 *   work
 */
export async function drawOnContract(
  order: ChatOrder,
  startedAtMs: number,
  details: CurrentDetails,
  begun?: BegunOrder,
): Promise<ChatOrderResult> {
  let attempts = 0;
  for (let lots = 0; ; lots++) {
    const next = lots === 0 ? begun : undefined;
    const fill = next?.fill ?? (await drawNext(order, startedAtMs, details, lots > 0));
    const asked = await askBoundSeller(order, fill, details, next);
    attempts += asked.attempts;
    if (asked.settled) {
      if (asked.lotExhausted) await tellLot(fill);
      return filled(order, fill, attempts, details);
    }
    await defaultIfBroken(fill, asked, details);
    details.note(defaultedLine(fill), 'Its undelivered tokens are refunded');
    await tellLot(fill);
  }
}

async function drawNext(
  order: ChatOrder,
  startedAtMs: number,
  details: CurrentDetails,
  hasDefaulted: boolean,
): Promise<MatchedFill> {
  details.now(`Drawing on contract ${link(order.contractId ?? '')}`);
  const outcome = await draw(order, uuidV7At(startedAtMs, uuid4()), hasDefaulted);
  if (outcome.kind === 'refused') throw refused(outcome.refusal);
  return outcome.fill;
}

/** @throws ApplicationFailure when the lot does not default: the request is refused, uncharged */
async function defaultIfBroken(
  fill: MatchedFill,
  asked: Asked,
  details: CurrentDetails,
): Promise<void> {
  const { sellerId } = fill;
  if (asked.mayDefault !== undefined) {
    details.now(`Probing seller ${sellerId}`);
    if (!asked.mayDefault || !(await isConfirmed(fill))) {
      throw refused(refusalOf('seller_unreachable', LOT_STAYS));
    }
  }
  details.now(`Seller ${sellerId} defaults`);
  // Runs of an earlier release recorded no result: their lots have ended.
  if ((await defaultLot(fill)) === false) throw refused(refusalOf('seller_unreachable', LOT_STAYS));
}

/** @returns false as well when the step itself fails: that confirms nothing */
async function isConfirmed(fill: MatchedFill): Promise<boolean> {
  try {
    return await confirmDefault(fill);
  } catch (err) {
    if (isCancellation(err)) throw err;
    log.warn('A default was not confirmed', { fillId: fill.fillId, error: String(err) });
    return false;
  }
}

const LOT_STAYS =
  'The bound seller did not answer this request. Nothing was charged, and the ticket keeps its tokens.';

interface Asked {
  readonly settled: boolean;
  /**
   * Whether its failures are enough for a default; absent in runs that started before the patch.
   */
  readonly mayDefault?: boolean;
  readonly lotExhausted: boolean;
  readonly attempts: number;
}

/**
 * Patch: the deadline is extended by our own downtime; runs that started before it continue by the
 * clock alone.
 */
const DEADLINE_WAITS = 'deadline-waits-for-us';
/** Patch: only failures of the seller count, and our probes confirm them. */
const PROBES_CONFIRM = 'probes-confirm-a-default';

/**
 * Attempts within the deadline until the seller's outcome is known. Attempts that died with one of
 * our processes and our own downtime do not count: our failures never make a seller default.
 * @throws ApplicationFailure when the order ends without a default
 */
async function askBoundSeller(
  order: ChatOrder,
  fill: MatchedFill,
  details: CurrentDetails,
  begun: BegunOrder | undefined,
): Promise<Asked> {
  noteAsked(order, fill, details);
  let deadlineAtMs = (begun?.startedAtMs ?? Date.now()) + order.limits.deadlineMs;
  let crashes = 0;
  let course = DRAW_BEGUN;
  for (let attempt = 1; ; attempt++) {
    details.now(`Bound seller ${fill.sellerId} is answering, attempt ${attempt}`);
    const result =
      begun?.attempt && attempt === 1
        ? await begunAttempt(order, fill, begun.attempt)
        : await attemptDispatch(order, fill, attempt, deadlineAtMs, crashes);
    if (result === 'crashed') {
      if (++crashes > CRASHES_SURVIVED) throw refused(refusalOf('service_unavailable'));
      await pauseAfterCrash(crashes);
      if (patched(DEADLINE_WAITS)) deadlineAtMs = Date.now() + order.limits.deadlineMs;
      continue;
    }
    let isGuarded = false;
    const next = afterDrawAttempt(course, result, deadlineAtMs, Date.now(), () => {
      isGuarded = patched(PROBES_CONFIRM);
      return isGuarded;
    });
    switch (next.kind) {
      case 'settled':
        return {
          settled: true,
          lotExhausted: next.result.lotExhausted === true,
          attempts: attempt,
        };
      case 'settle':
        details.now('Delivered; settling');
        await settle(order.orderId, next.settlement);
        return { settled: true, lotExhausted: false, attempts: attempt };
      case 'refuse':
        throw refused(next.refusal);
      case 'give_up': {
        details.failed(...failedRow(fill, attempt, result));
        const asked = { settled: false, lotExhausted: false, attempts: attempt };
        return isGuarded ? { ...asked, mayDefault: next.mayDefault } : asked;
      }
      case 'ask_again':
        details.failed(...failedRow(fill, attempt, result));
        course = next.course;
    }
    const wakeAtMs = Date.now() + next.pauseMs;
    await sleep(next.pauseMs, {
      summary: `Pause before attempt ${attempt + 1} at the bound seller`,
    });
    if (patched(DEADLINE_WAITS)) deadlineAtMs += Date.now() - wakeAtMs;
  }
}

function defaultedLine({ sellerId, drawnOn }: MatchedFill): string {
  return `**Seller ${link(sellerId)} defaulted** on ${drawnOn ? lotOf(drawnOn) : 'its lot'}`;
}

/** A seller that throttles has answered, and no default comes of it. */
function failedRow({ sellerId }: MatchedFill, attempt: number, result: DispatchResult) {
  const what = result.kind === 'throttled' ? 'throttled' : 'failed in';
  return [`Seller ${link(sellerId)} ${what} attempt ${attempt}`, detailOf(result)] as const;
}

function detailOf(result: DispatchResult): string {
  return result.kind === 'failed' ? result.detail : result.kind;
}

/**
 * The lot's workflow finds the end in the records in any case; a notification makes it immediate.
 */
async function tellLot({ drawnOn, orderId }: MatchedFill): Promise<void> {
  if (!drawnOn) return;
  await getExternalWorkflowHandle(drawnOn.lotWorkflowId)
    .signal(lotEnded)
    .catch((err: unknown) => log.info('A lot was not notified', { orderId, error: String(err) }));
}
