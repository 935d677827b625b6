/**
 * What follows the result of an attempt at a seller. The decision stands here alone; the gateway
 * (exchange/chat/order-runner.ts) and the workflows (workflows/chat-order.ts, contract-draw.ts) carry it
 * out. A course is plain JSON: a workflow continues it where the gateway left it.
 */
import {
  type ChatCourse,
  type DispatchResult,
  type Refusal,
  type Settlement,
  READER_LEFT,
} from './chat';
import { type ErrorCode, ruleOf } from './errors';

/** The most sellers that one order asks: each costs a hold and a release that may remain unpaid. */
const SELLERS_PER_ORDER = 10;
/** A throttled seller that states a wait up to this is asked once more after it (DISPATCH-8). */
const SHORT_WAIT_MS = 2_000;
/** The minimum wait for a throttled seller when there is no other; each further one is twice as long. */
const FIRST_WAIT_MS = 1_000;

/** Rules that older runs of a workflow do not have. Each is asked only where it decides. */
export interface CourseRules {
  asksForSecondOpinion(): boolean;
  limitsSellers(): boolean;
  pacesWaits(): boolean;
}

export const EVERY_RULE: CourseRules = {
  asksForSecondOpinion: () => true,
  limitsSellers: () => true,
  pacesWaits: () => true,
};

/** Ends of an attempt that are the same for an order and a draw. */
type Ended =
  | { readonly kind: 'settled'; readonly result: Extract<DispatchResult, { kind: 'settled' }> }
  | { readonly kind: 'settle'; readonly settlement: Settlement }
  | { readonly kind: 'refuse'; readonly refusal: Refusal };

export type Next =
  | Ended
  /** The same seller, after this pause. */
  | { readonly kind: 'ask_again'; readonly pauseMs: number; readonly course: ChatCourse }
  /** The fill is released first. */
  | { readonly kind: 'ask_another'; readonly course: ChatCourse };

interface Bid {
  /** The seller that it is pinned to. */
  readonly sellerId: string | null;
  readonly excludedSellerIds: readonly string[];
}

/** @param askedSellerIds sellers that were asked before, in vain */
export function beginCourse(
  { excludedSellerIds }: Bid,
  askedSellerIds: readonly string[] = [],
): ChatCourse {
  return {
    excludedSellerIds: [...excludedSellerIds, ...askedSellerIds],
    askedSellerIds,
    isRepeated: false,
    throttled: null,
    waits: 0,
    refusal: null,
    refusedBySellerId: null,
  };
}

/** The course with the first attempt at a seller. */
export function asking(course: ChatCourse, sellerId: string): ChatCourse {
  const askedSellerIds = [...new Set([...course.askedSellerIds, sellerId])];
  return { ...course, askedSellerIds, isRepeated: false };
}

/** What follows an attempt of an order without a contract. */
export function afterAttempt(
  course: ChatCourse,
  bid: Bid,
  sellerId: string,
  result: DispatchResult,
  nowMs: number,
  rules: CourseRules = EVERY_RULE,
): Next {
  const another = (changed: Partial<ChatCourse> = {}, related: readonly string[] = []): Next => {
    const excludedSellerIds = [...course.excludedSellerIds, ...related, sellerId];
    return { kind: 'ask_another', course: { ...course, ...changed, excludedSellerIds } };
  };
  const again = (pauseMs: number): Next => {
    return { kind: 'ask_again', pauseMs, course: { ...course, isRepeated: true } };
  };
  switch (result.kind) {
    case 'request_refused': {
      const { refusal, relatedSellerIds = [] } = result;
      if (course.refusal) return { kind: 'refuse', refusal: course.refusal };
      if (bid.sellerId !== null || !rules.asksForSecondOpinion())
        return { kind: 'refuse', refusal };
      return another({ refusal, refusedBySellerId: sellerId }, relatedSellerIds);
    }
    case 'throttled': {
      const { retryAfterMs, isOurs } = result;
      // When our own connections are in use, another seller serves sooner.
      const isShort = !isOurs && retryAfterMs !== null && retryAfterMs <= SHORT_WAIT_MS;
      if (!course.isRepeated && isShort) return again(Math.max(1, retryAfterMs));
      if (retryAfterMs === null) return another();
      const untilMs = nowMs + retryAfterMs;
      const isSooner = !course.throttled || untilMs < course.throttled.untilMs;
      return another(isSooner ? { throttled: { sellerId, untilMs } } : {});
    }
    case 'failed':
      if (result.deadlinePassed)
        return { kind: 'refuse', refusal: unserved(course, 'bid_timeout') };
      return result.outcomeUnknown && !course.isRepeated ? again(0) : another();
    case 'settled':
    case 'delivered':
    case 'buyer_gone':
      return ended(result);
  }
}

function ended(
  result: Extract<DispatchResult, { kind: 'settled' | 'delivered' | 'buyer_gone' }>,
): Ended {
  switch (result.kind) {
    case 'settled':
      return { kind: 'settled', result };
    case 'delivered':
      return { kind: 'settle', settlement: result.settlement };
    case 'buyer_gone':
      return { kind: 'refuse', refusal: refusalOf('bid_timeout', READER_LEFT) };
  }
}

/** Whether the order may ask a seller that it has not asked. */
export function mayAskMore(course: ChatCourse, rules: CourseRules = EVERY_RULE): boolean {
  return course.askedSellerIds.length < SELLERS_PER_ORDER || !rules.limitsSellers();
}

/** What follows when no seller is left: a wait for the one that throttled, or the refusal. */
export type NobodyLeft =
  | { readonly kind: 'refuse'; readonly refusal: Refusal }
  | {
      readonly kind: 'wait';
      readonly sellerId: string;
      readonly untilMs: number;
      /** After the wait. */
      readonly course: ChatCourse;
    };

/** @param deadlineAtMs of the order */
export function afterNobody(
  course: ChatCourse,
  deadlineAtMs: number,
  nowMs: number,
  rules: CourseRules = EVERY_RULE,
): NobodyLeft {
  const refuse = { kind: 'refuse', refusal: unserved(course, 'seller_unreachable') } as const;
  const { throttled, waits, excludedSellerIds } = course;
  if (!throttled) return refuse;
  const { sellerId } = throttled;
  const isPaced = rules.pacesWaits();
  // Whatever the seller requests, which bounds the number of waits.
  const untilMs = isPaced
    ? Math.max(throttled.untilMs, nowMs + FIRST_WAIT_MS * 2 ** waits)
    : throttled.untilMs;
  if (untilMs > deadlineAtMs) return refuse;
  return {
    kind: 'wait',
    sellerId,
    untilMs,
    course: {
      ...course,
      throttled: null,
      waits: isPaced ? waits + 1 : waits,
      excludedSellerIds: excludedSellerIds.filter((id) => id !== sellerId),
    },
  };
}

/** Nobody serves the order: a seller that refused the request has said why. */
export function unserved({ refusal }: ChatCourse, code: ErrorCode): Refusal {
  return refusal ?? refusalOf(code);
}

export function refusalOf(code: ErrorCode, message = ruleOf(code).message): Refusal {
  return { code, message };
}

/** Failures of a bound seller, after which it defaults on its lot. */
const FAILURES_BEFORE_DEFAULT = 3;
/** Pauses between the attempts at a bound seller; all of them fit into the order's deadline. */
const PAUSES_MS = [1_000, 4_000];
/** The minimum pause after a throttle or one of our failures; each further pause is twice as long. */
const UNCOUNTED_PAUSE_MS = 1_000;

/** What a draw has tried at the bound seller of its lot. */
export interface DrawCourse {
  readonly failures: number;
  /** Throttles and failures of ours: they never make a seller default. */
  readonly uncounted: number;
}

export const DRAW_BEGUN: DrawCourse = { failures: 0, uncounted: 0 };

export type NextOfDraw =
  | Ended
  | { readonly kind: 'ask_again'; readonly pauseMs: number; readonly course: DrawCourse }
  /** The attempts are over. */
  | { readonly kind: 'give_up'; readonly mayDefault: boolean };

/**
 * What follows an attempt of a draw, which its bound seller alone can serve.
 * @param countsOnlyFailures false in runs that started before throttles and failures of ours were
 *   uncounted
 */
export function afterDrawAttempt(
  course: DrawCourse,
  result: DispatchResult,
  deadlineAtMs: number,
  nowMs: number,
  countsOnlyFailures: () => boolean = () => true,
): NextOfDraw {
  if (result.kind === 'request_refused') return { kind: 'refuse', refusal: result.refusal };
  if (result.kind !== 'throttled' && result.kind !== 'failed') return ended(result);
  const isOurs = result.kind === 'throttled' || result.isOurs === true;
  const isUncounted = countsOnlyFailures() && isOurs;
  const failures = course.failures + (isUncounted ? 0 : 1);
  const uncounted = course.uncounted + (isUncounted ? 1 : 0);
  const pauseMs = Math.max(
    PAUSES_MS[failures - 1] ?? 0,
    result.kind === 'throttled' ? (result.retryAfterMs ?? 0) : 0,
    uncounted > 0 ? UNCOUNTED_PAUSE_MS * 2 ** (uncounted - 1) : 0,
  );
  const isOver = failures >= FAILURES_BEFORE_DEFAULT;
  if (isOver || nowMs + pauseMs >= deadlineAtMs) {
    return { kind: 'give_up', mayDefault: isOver || (failures > 0 && uncounted === 0) };
  }
  return { kind: 'ask_again', pauseMs, course: { failures, uncounted } };
}
