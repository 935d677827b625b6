/**
 * Runs the orders that a gateway receives: match, one attempt at the seller, settlement. An order
 * that does not end with its first attempt continues in a workflow of its own, which receives its
 * full state.
 *
 * Repetition: an order that this process already runs is not started again; an order with a fill
 * reserved by another process is left to that process.
 */
import { randomUUID } from 'node:crypto';
import {
  type BegunOrder,
  type ChatOrder,
  type DispatchResult,
  type MatchOutcome,
  type MatchedFill,
  type Refusal,
} from '../../domain/chat';
import { ruleOf } from '../../domain/errors';
import { uuidV7At } from '../../domain/ids';
import { Admission, type Arrival } from '../admission';
import type { ExchangeDeps } from '../deps';
import { type Retries, retried } from '../retried';
import { type Pace, PacedTurns } from '../paced-turns';
import { participantOf } from '../participant';
import { StepFailure } from '../step-failure';
import { runAttempt } from './attempt';
import { createDrawSteps } from './draw';
import { createMatchSteps } from './match';
import { hasNotCrossed, isOver, refusalAfter, outcomeFromFailure } from './order-refusal';
import { hasOtherSeller } from './other-sellers';
import { createRefuseSteps } from './refuse';
import { createSettleSteps } from './settle';

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

/**
 * Limits the single-order workflows that this process starts. Each costs as much as ten chats, and
 * failing requests pay nothing for them.
 */
const HAND_OVERS: Pace = { perSecond: 20, perSecondBusy: 4, atOnce: 40 };

/** The gateway's services for its orders. */
export interface OrderHost {
  readonly gatewayId: string;
  /**
   * Its reservation is committed: a workflow must record it.
   * @param done resolves when this process has finished with the order
   */
  reserved(order: ChatOrder, fill: MatchedFill, done: Promise<void>): void;
  /** Starts the order's own workflow unless it exists. Waiting clients receive its result. */
  continueAlone(order: ChatOrder, begun: BegunOrder): Promise<void>;
  /** A draw used up its lot. */
  lotEnded(fill: MatchedFill): void;
  onError(err: unknown, message: string): void;
}

/** Account data that was read before its order started. */
interface Seen {
  readonly availableScale8: bigint;
}

/** An order in progress in this process. */
interface RunningOrder {
  /** Of the bids for it the one that crossed. */
  order: ChatOrder;
  /** Bids to try when those before do not cross. */
  readonly others: readonly (() => Promise<ChatOrder>)[];
  readonly readerLeft: AbortController;
  readonly givenUp: AbortController;
  isCancelled: boolean;
  isAtSeller: boolean;
  /** The result of the attempt; null when it is unknown, or there was none. */
  readonly attempted: Promise<DispatchResult | null>;
  readonly resolveAttempt: (result: DispatchResult | null) => void;
  /** Resolves when this process has finished with it. */
  done: Promise<void>;
}

export class OrderRunner {
  private readonly runningOrders = new Map<string, RunningOrder>();
  private readonly admission = new Admission();
  private readonly matching;
  private readonly drawing;
  private readonly settling;
  private readonly refusing;
  private readonly turns;

  constructor(
    private readonly deps: ExchangeDeps,
    private readonly host: OrderHost,
  ) {
    this.turns = new PacedTurns(HAND_OVERS, deps.turns.isBusy);
    this.matching = createMatchSteps(deps);
    this.drawing = createDrawSteps(deps);
    this.settling = createSettleSteps(deps);
    this.refusing = createRefuseSteps(deps);
  }

  get count(): number {
    return this.runningOrders.size;
  }

  /** A request arrived that may become an order. */
  arrive(): Arrival {
    return this.admission.arrive();
  }

  /** Whether arrived requests are reserved without excessive delay. */
  keepsUp(): boolean {
    return this.admission.hasCapacity();
  }

  /**
   * @param seen account data that was just read
   * @param arrival of its request
   * @param others bids for other instruments, in the order in which they are tried
   * @returns false when this process already runs it
   */
  start(
    received: ChatOrder,
    seen?: Seen,
    arrival = this.arrive(),
    others: RunningOrder['others'] = [],
  ): boolean {
    if (this.runningOrders.has(received.orderId)) {
      arrival.left();
      return false;
    }
    const { orderId } = received;
    const { gatewayId } = this.host;
    const order = { ...received, gatewayId };
    let resolveAttempt: RunningOrder['resolveAttempt'] = () => undefined;
    const running: RunningOrder = {
      order,
      others,
      readerLeft: new AbortController(),
      givenUp: new AbortController(),
      isCancelled: false,
      isAtSeller: false,
      attempted: new Promise((resolve) => (resolveAttempt = resolve)),
      resolveAttempt,
      done: Promise.resolve(),
    };
    this.runningOrders.set(orderId, running);
    running.done = this.run(running, arrival, seen)
      .catch((err: unknown) => this.host.onError(err, 'an order was left unfinished'))
      .finally(() => {
        running.resolveAttempt(null);
        this.runningOrders.delete(orderId);
      });
    return true;
  }

  /** Whether this process works on the order. */
  runs(orderId: string): boolean {
    return this.runningOrders.has(orderId);
  }

  /** Whether this process asks the order's seller. */
  isAtSeller(orderId: string): boolean {
    return this.runningOrders.get(orderId)?.isAtSeller ?? false;
  }

  /** The order's stream has no reader left. */
  readerLeft(orderId: string): void {
    this.runningOrders.get(orderId)?.readerLeft.abort();
  }

  /** Ends the attempt: delivered tokens are settled, and the order's workflow releases the rest. */
  cancel(orderId: string): void {
    const running = this.runningOrders.get(orderId);
    if (!running) return;
    running.isCancelled = true;
    running.givenUp.abort();
  }

  /**
   * Waits until the order has ended here, at most until the signal.
   * @returns whether it has
   */
  async ended(orderId: string, signal: AbortSignal): Promise<boolean> {
    const running = this.runningOrders.get(orderId);
    if (!running) return true;
    let giveUp = () => {};
    const aborted = new Promise<false>((resolve) => (giveUp = () => resolve(false)));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    const ended = running.done.then(() => true);
    return Promise.race([ended, aborted]).finally(() => {
      signal.removeEventListener('abort', giveUp);
    });
  }

  /**
   * The result of the attempt at a fill; `lost` when this process makes none, or it was abandoned.
   */
  async follow(orderId: string, fillId: string): Promise<DispatchResult | { kind: 'lost' }> {
    const result = (await this.runningOrders.get(orderId)?.attempted) ?? null;
    if (result) return result;
    const fill = await this.deps.records.fills.findOne({ _id: fillId, status: 'settled' });
    return fill ? { kind: 'settled', unusedReturned: false } : { kind: 'lost' };
  }

  /** Waits the grace period for orders to end; other processes continue the remaining ones. */
  async stop(graceMs: number): Promise<void> {
    const all = [...this.runningOrders.values()];
    const timer = setTimeout(() => {
      for (const { givenUp } of all) givenUp.abort();
    }, graceMs);
    await Promise.all(all.map(({ done }) => done));
    clearTimeout(timer);
  }

  private async run(running: RunningOrder, arrival: Arrival, seen?: Seen): Promise<void> {
    const startedAtMs = Date.now();
    const fill = await this.reserve(running, startedAtMs, seen).finally(arrival.reserved);
    if (!fill) return;
    const { order } = running;
    this.host.reserved(order, fill, running.done);
    const result = await this.attempt(running, fill, startedAtMs);
    running.resolveAttempt(result);
    if (!result && running.isCancelled) return this.endHere(order, null);
    if (result?.kind === 'settled') return this.finish(fill, result);
    if (result && isOver(order, result)) return this.endHere(order, result);
    if (result && (await this.hasNoOtherSeller(order, fill, result))) {
      if (result.kind === 'request_refused') return this.endHere(order, result);
      const { message } = ruleOf('seller_unreachable');
      return this.refuse(order, { code: 'seller_unreachable', message });
    }
    const attempt = result ? ({ state: 'ended', result } as const) : ({ state: 'lost' } as const);
    await this.handOver(order, { startedAtMs, fill, attempt });
  }

  /** Null when the order has ended, or belongs to another process. */
  private async reserve(
    running: RunningOrder,
    startedAtMs: number,
    seen?: Seen,
  ): Promise<MatchedFill | null> {
    const release = await this.deps.turns.resume(participantOf(running.order));
    try {
      return await this.reserveNow(running, startedAtMs, seen);
    } finally {
      release();
    }
  }

  private async reserveNow(
    running: RunningOrder,
    startedAtMs: number,
    seen?: Seen,
  ): Promise<MatchedFill | null> {
    const newSeed = () => uuidV7At(startedAtMs, randomUUID());
    const fillSeed = newSeed();
    const { order } = running;
    const first = () => {
      const { availableScale8 } = seen ?? {};
      seen = undefined;
      return this.match(order, fillSeed, availableScale8);
    };
    const outcome = await retried(first, MATCH).catch(outcomeFromFailure);
    if (outcome.kind === 'matched') return outcome.fill;
    if (outcome.kind === 'elsewhere') return null;
    if (!hasNotCrossed(outcome)) return this.refuseOrFind(order, fillSeed, outcome.refusal);
    for (const makeOther of running.others) {
      const made = await makeOther().catch(() => null);
      if (!made) continue;
      const other = { ...made, gatewayId: this.host.gatewayId };
      const seed = newSeed();
      const next = await retried(() => this.match(other, seed), MATCH).catch(outcomeFromFailure);
      if (next.kind === 'elsewhere') return null;
      if (hasNotCrossed(next)) continue;
      running.order = other;
      return next.kind === 'matched' ? next.fill : this.refuseOrFind(other, seed, next.refusal);
    }
    return this.refuseOrFind(order, fillSeed, outcome.refusal);
  }

  private async refuseOrFind(
    order: ChatOrder,
    fillSeed: string,
    refusal: Refusal,
  ): Promise<MatchedFill | null> {
    const end = await retried(() => this.refusing.refuseUnreserved(order, refusal), ENDING);
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
    return order.contractId === undefined
      ? this.matching.match(order, fillSeed, order.excludedSellerIds, availableScale8)
      : this.drawing.draw(order, fillSeed, false);
  }

  /** Null when its end is unknown. */
  private async attempt(
    running: RunningOrder,
    fill: MatchedFill,
    startedAtMs: number,
  ): Promise<DispatchResult | null> {
    const { order } = running;
    const remainingMs = startedAtMs + order.limits.deadlineMs - Date.now();
    const input = { order, fill, attempt: 1, remainingMs };
    const host = {
      signal: running.givenUp.signal,
      isCancelled: () => running.isCancelled,
      readerLeft: running.readerLeft.signal,
    };
    running.isAtSeller = true;
    try {
      return await runAttempt(this.deps, input, host);
    } catch (err) {
      if (!(err instanceof StepFailure)) this.host.onError(err, 'an attempt was abandoned');
      return null;
    } finally {
      running.isAtSeller = false;
    }
  }

  private finish(fill: MatchedFill, result: Extract<DispatchResult, { kind: 'settled' }>): void {
    const { fillId } = fill;
    if (result.lotExhausted) this.host.lotEnded(fill);
    if (result.unusedReturned) return;
    retried(() => this.settling.returnUnused(fillId), { ...ENDING, totalMs: 60_000 }).catch(
      (err: unknown) => this.host.onError(err, 'unused tokens were not returned to the book'),
    );
  }

  /** Transfers the order to its own workflow; when none can be started, the order ends here. */
  private async handOver(order: ChatOrder, begun: BegunOrder): Promise<void> {
    try {
      await this.turns.take(participantOf(order));
      await retried(() => this.host.continueAlone(order, begun), HAND_OVER);
    } catch (err) {
      this.host.onError(err, 'an order could not be continued');
      await this.endHere(order, begun.attempt.state === 'ended' ? begun.attempt.result : null);
    }
  }

  private async endHere(order: ChatOrder, result: DispatchResult | null): Promise<void> {
    if (result?.kind === 'delivered') {
      return retried(() => this.settling.settle(order.orderId, result.settlement), ENDING);
    }
    await this.refuse(order, refusalAfter(result));
  }

  private async refuse(order: ChatOrder, refusal: Refusal): Promise<void> {
    await retried(() => this.refusing.refuse(order, refusal), ENDING);
  }

  /** The seller definitely failed, or refused the request, and no other can serve the order. */
  private async hasNoOtherSeller(
    order: ChatOrder,
    fill: MatchedFill,
    result: DispatchResult,
  ): Promise<boolean> {
    if (order.contractId !== undefined) return false;
    if (result.kind === 'request_refused') {
      const { relatedSellerIds = [] } = result;
      return !(await hasOtherSeller(this.deps, order, [fill.sellerId, ...relatedSellerIds]));
    }
    if (result.kind !== 'failed' || result.outcomeUnknown) return false;
    return !(await hasOtherSeller(this.deps, order, [fill.sellerId]));
  }
}
