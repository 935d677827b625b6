/**
 * One order in the gateway that received it: reserve, ask the seller, settle. After a failure the next
 * seller is asked (domain/chat-course.ts). An order that has to wait, or that asks the same seller again,
 * continues in a workflow of its own, which receives its full state; so does one whose first sellers all
 * fail.
 */
import { randomUUID } from 'node:crypto';
import {
  type BegunOrder,
  type ChatCourse,
  type ChatOrder,
  type DispatchResult,
  type MatchOutcome,
  type MatchedFill,
  type Refusal,
} from '../../domain/chat';
import {
  DRAW_BEGUN,
  afterAttempt,
  afterDrawAttempt,
  asking,
  beginCourse,
  refusalOf,
  unserved,
} from '../../domain/chat-course';
import { uuidV7At } from '../../domain/ids';
import type { Arrival } from '../../fairness/admission';
import type { ExchangeDeps } from '../deps';
import { participantOf } from './participant';
import type { PacedTurns } from '../../fairness/paced-turns';
import { type Retries, retried } from './retried';
import { StepFailure } from './step-failure';
import { runAttempt } from './attempt';
import type { DrawSteps } from './draw';
import type { MatchSteps } from './match';
import { hasOtherSeller } from './other-sellers';
import { type Reserved, hasNotCrossed, outcomeFromFailure } from './reservation-outcome';
import type { RefuseSteps, RefuseUnreserved } from './refuse';
import { releaseOwned } from './release-owned';
import type { SettleSteps } from './settle';

const MATCH: Retries = { tryMs: 10_000, totalMs: 30_000, firstPauseMs: 50, longestPauseMs: 1_000 };
/** For steps that must succeed eventually, however long a store is unavailable. */
const ENDING: Retries = {
  tryMs: 15_000,
  totalMs: 24 * 3_600_000,
  firstPauseMs: 50,
  longestPauseMs: 5_000,
};
/** How long starting a workflow is retried before the order is refused. */
const HAND_OVER: Retries = {
  tryMs: 5_000,
  totalMs: 10_000,
  firstPauseMs: 100,
  longestPauseMs: 1_000,
};

/** More would let one request cost as much as many; workflows that ask further ones are paced. */
const SELLERS_ASKED_HERE = 3;

/** The gateway's services for its orders. */
export interface OrderHost {
  readonly gatewayId: string;
  /** The reservation of an order is committed: a workflow must record it. */
  reserved(orderId: string): void;
  /** Starts the order's own workflow unless it exists. Waiting clients receive its result. */
  continueAlone(order: ChatOrder, begun: BegunOrder): Promise<void>;
  /** A draw used up its lot. */
  lotEnded(fill: MatchedFill): void;
  onError(err: unknown, message: string): void;
}

export interface RunSteps {
  readonly matching: MatchSteps;
  readonly drawing: DrawSteps;
  readonly settling: SettleSteps;
  readonly refusing: RefuseSteps & RefuseUnreserved;
  /** Of the workflows that this process starts. */
  readonly turns: PacedTurns;
}

/** Account data that was read before its order started. */
export interface Seen {
  readonly availableScale8: bigint;
}

/** Bids to try when those before do not cross. */
export type OtherBids = readonly (() => Promise<ChatOrder>)[];

export class OrderRun {
  /** Resolves when this process has finished with the order. */
  done: Promise<void> = Promise.resolve();
  /** Whether its seller is being asked. */
  isAtSeller = false;
  private readonly readerLeftSignal = new AbortController();
  private readonly givenUp = new AbortController();
  private readonly startedAtMs = Date.now();
  private isCancelled = false;
  /** The newest attempt; its result is null when it is unknown. */
  private asked: { fillId: string; result: Promise<DispatchResult | null> } | null = null;

  constructor(
    private readonly deps: ExchangeDeps,
    private readonly host: OrderHost,
    private readonly steps: RunSteps,
    /** Of the bids for it the one that crossed. */
    private order: ChatOrder,
    private readonly others: OtherBids,
  ) {}

  readerLeft(): void {
    this.readerLeftSignal.abort();
  }

  /** Abandons the attempt: another process makes the next one. */
  giveUp(): void {
    this.givenUp.abort();
  }

  /** Ends the attempt: delivered tokens are settled, and the rest is released. */
  cancel(): void {
    this.isCancelled = true;
    this.giveUp();
  }

  /** The result of the newest attempt if it is at this fill; null when there is none. */
  async resultAt(fillId: string): Promise<DispatchResult | null> {
    return this.asked?.fillId === fillId ? this.asked.result : null;
  }

  async run(arrival: Arrival, seen?: Seen): Promise<void> {
    const reserved = await this.reserve(seen).finally(arrival.reserved);
    if (!reserved) return;
    this.host.reserved(this.order.orderId);
    let at: { fill: MatchedFill; course: ChatCourse } | null = {
      fill: reserved,
      course: beginCourse(this.order),
    };
    while (at) at = await this.ask(at.fill, at.course);
  }

  /** @returns the next seller; null when the order has ended, or continues elsewhere */
  private async ask(fill: MatchedFill, course: ChatCourse) {
    const { order, startedAtMs } = this;
    const result = await this.attempt(fill, course);
    if (!result) {
      if (this.isCancelled) return this.refuse(refusalOf('service_unavailable'));
      return this.handOver({ startedAtMs, course, fill, attempt: { state: 'lost' } });
    }
    const next =
      order.contractId === undefined
        ? afterAttempt(asking(course, fill.sellerId), order, fill.sellerId, result, Date.now())
        : afterDrawAttempt(DRAW_BEGUN, result, Infinity, Date.now());
    if (next.kind === 'settled') return this.finish(fill, next.result);
    if (next.kind === 'refuse') return this.refuse(next.refusal);
    if (next.kind === 'ask_another') {
      const { askedSellerIds, excludedSellerIds, throttled } = next.course;
      const isLast = !(await hasOtherSeller(this.deps, order, excludedSellerIds));
      if (isLast && !throttled) return this.refuse(unserved(next.course, 'seller_unreachable'));
      const mayAsk = !isLast && askedSellerIds.length < SELLERS_ASKED_HERE;
      if (mayAsk && (await this.release(fill))) return this.matchNext(next.course);
    }
    return this.handOver({ startedAtMs, course, fill, attempt: { state: 'ended', result } });
  }

  /** False when a workflow has taken the order over. */
  private release({ fillId }: MatchedFill): Promise<boolean> {
    return retried(() => releaseOwned(this.deps, this.order, fillId), ENDING);
  }

  private async matchNext(course: ChatCourse) {
    const { order, startedAtMs, steps } = this;
    const seed = this.newSeed();
    const outcome = await this.inTurn(() =>
      retried(() => steps.matching.match(order, seed, course.excludedSellerIds), MATCH),
    ).catch(outcomeFromFailure);
    if (outcome.kind === 'matched') return { fill: outcome.fill, course };
    if (outcome.kind === 'elsewhere') return null;
    if (outcome.refusal.code === 'service_unavailable') return this.refuse(outcome.refusal);
    if (course.throttled) return this.handOver({ startedAtMs, course });
    return this.refuse(unserved(course, 'seller_unreachable'));
  }

  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.deps.turns
      .resume(participantOf(this.order))
      .then((release) => work().finally(release));
  }

  private newSeed(): string {
    return uuidV7At(this.startedAtMs, randomUUID());
  }

  /** Null when the order has ended, or belongs to another process. */
  private reserve(seen?: Seen): Promise<MatchedFill | null> {
    return this.inTurn(() => this.reserveNow(seen));
  }

  private async reserveNow(seen?: Seen): Promise<MatchedFill | null> {
    const fillSeed = this.newSeed();
    const { order } = this;
    const first = () => {
      const { availableScale8 } = seen ?? {};
      seen = undefined;
      return this.match(order, fillSeed, availableScale8);
    };
    const outcome = await retried(first, MATCH).catch(outcomeFromFailure);
    if (outcome.kind === 'matched') return outcome.fill;
    if (outcome.kind === 'elsewhere') return null;
    if (!hasNotCrossed(outcome)) return this.refuseOrFind(order, fillSeed, outcome.refusal);
    for (const makeOther of this.others) {
      const made = await makeOther().catch(() => null);
      if (!made) continue;
      const other = { ...made, gatewayId: this.host.gatewayId };
      const seed = this.newSeed();
      const next: Reserved = await retried(() => this.match(other, seed), MATCH).catch(
        outcomeFromFailure,
      );
      if (next.kind === 'elsewhere') return null;
      if (hasNotCrossed(next)) continue;
      this.order = other;
      return next.kind === 'matched' ? next.fill : this.refuseOrFind(other, seed, next.refusal);
    }
    return this.refuseOrFind(order, fillSeed, outcome.refusal);
  }

  private async refuseOrFind(
    order: ChatOrder,
    fillSeed: string,
    refusal: Refusal,
  ): Promise<MatchedFill | null> {
    const { refusing } = this.steps;
    const end = await retried(() => refusing.refuseUnreserved(order, refusal), ENDING);
    if (end !== 'open') return null;
    // Reserved by a try whose result was lost, or by another process, which continues it.
    const again = await retried(() => this.match(order, fillSeed), ENDING).catch(
      outcomeFromFailure,
    );
    return again.kind === 'matched' ? again.fill : null;
  }

  private match(
    order: ChatOrder,
    fillSeed: string,
    availableScale8?: bigint,
  ): Promise<MatchOutcome> {
    const { matching, drawing } = this.steps;
    return order.contractId === undefined
      ? matching.match(order, fillSeed, order.excludedSellerIds, availableScale8)
      : drawing.draw(order, fillSeed, false);
  }

  private attempt(fill: MatchedFill, course: ChatCourse): Promise<DispatchResult | null> {
    const result = this.attemptAt(fill, course);
    this.asked = { fillId: fill.fillId, result };
    return result;
  }

  /** Null when its end is unknown. */
  private async attemptAt(
    fill: MatchedFill,
    { refusedBySellerId }: ChatCourse,
  ): Promise<DispatchResult | null> {
    const { order } = this;
    const refusedBefore = refusedBySellerId === null ? {} : { refusedBySellerId };
    const remainingMs = this.startedAtMs + order.limits.deadlineMs - Date.now();
    const input = { order, fill, attempt: 1, remainingMs, ...refusedBefore };
    const host = {
      signal: this.givenUp.signal,
      isCancelled: () => this.isCancelled,
      readerLeft: this.readerLeftSignal.signal,
    };
    this.isAtSeller = true;
    try {
      return await runAttempt(this.deps, input, host);
    } catch (err) {
      if (!(err instanceof StepFailure)) this.host.onError(err, 'an attempt was abandoned');
      return null;
    } finally {
      this.isAtSeller = false;
    }
  }

  private finish(fill: MatchedFill, result: Extract<DispatchResult, { kind: 'settled' }>): null {
    if (result.lotExhausted) this.host.lotEnded(fill);
    if (!result.unusedReturned) {
      const { settling } = this.steps;
      retried(() => settling.returnUnused(fill.fillId), { ...ENDING, totalMs: 60_000 }).catch(
        (err: unknown) => this.host.onError(err, 'unused tokens were not returned to the book'),
      );
    }
    return null;
  }

  /** Transfers the order to its own workflow; when none can be started, the order ends here. */
  private async handOver(begun: BegunOrder): Promise<null> {
    try {
      await this.steps.turns.take(participantOf(this.order));
      await retried(() => this.host.continueAlone(this.order, begun), HAND_OVER);
      return null;
    } catch (err) {
      this.host.onError(err, 'an order could not be continued');
      return this.endHere(begun);
    }
  }

  private async endHere({ attempt, course }: BegunOrder): Promise<null> {
    const result = attempt?.state === 'ended' ? attempt.result : null;
    if (result?.kind !== 'delivered') {
      const refusal = result?.kind === 'request_refused' ? result.refusal : null;
      return this.refuse(course?.refusal ?? refusal ?? refusalOf('service_unavailable'));
    }
    const { settling } = this.steps;
    await retried(() => settling.settle(this.order.orderId, result.settlement), ENDING);
    return null;
  }

  private async refuse(refusal: Refusal): Promise<null> {
    await retried(() => this.steps.refusing.refuse(this.order, refusal), ENDING);
    return null;
  }
}
