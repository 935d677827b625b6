/**
 * The orders that a gateway runs (exchange/chat/order-run.ts), and what others ask of them.
 *
 * Repetition: an order that this process already runs is not started again; an order with a fill
 * reserved by another process is left to that process.
 */
import type { ChatOrder, DispatchResult } from '../../domain/chat';
import { Admission, type Arrival } from '../../fairness/admission';
import type { ExchangeDeps } from '../deps';
import { type Pace, PacedTurns } from '../../fairness/paced-turns';
import { createDrawSteps } from './draw';
import { createMatchSteps } from './match';
import { type OrderHost, OrderRun, type OtherBids, type RunSteps, type Seen } from './order-run';
import { createRefuseSteps } from './refuse';
import { createSettleSteps } from './settle';

/**
 * Limits the single-order workflows that this process starts. Each costs as much as ten chats, and
 * failing requests pay nothing for them.
 */
const HAND_OVERS: Pace = { perSecond: 20, perSecondBusy: 4, atOnce: 40 };

export class OrderRunner {
  private readonly runningOrders = new Map<string, OrderRun>();
  private readonly admission = new Admission();
  private readonly steps: RunSteps;

  constructor(
    private readonly deps: ExchangeDeps,
    private readonly host: OrderHost,
  ) {
    this.steps = {
      matching: createMatchSteps(deps),
      drawing: createDrawSteps(deps),
      settling: createSettleSteps(deps),
      refusing: createRefuseSteps(deps),
      turns: new PacedTurns(HAND_OVERS, deps.turns.isBusy),
    };
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
    others: OtherBids = [],
  ): boolean {
    const { orderId } = received;
    if (this.runningOrders.has(orderId)) {
      arrival.left();
      return false;
    }
    const { deps, host, steps } = this;
    const order = { ...received, gatewayId: host.gatewayId };
    const run = new OrderRun(deps, host, steps, order, others);
    this.runningOrders.set(orderId, run);
    run.done = run
      .run(arrival, seen)
      .catch((err: unknown) => host.onError(err, 'an order was left unfinished'))
      .finally(() => this.runningOrders.delete(orderId));
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
    this.runningOrders.get(orderId)?.readerLeft();
  }

  /** Ends the attempt: delivered tokens are settled, and the order's workflow releases the rest. */
  cancel(orderId: string): void {
    this.runningOrders.get(orderId)?.cancel();
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
    const result = await this.runningOrders.get(orderId)?.resultAt(fillId);
    if (result) return result;
    const fill = await this.deps.records.fills.findOne({ _id: fillId, status: 'settled' });
    return fill ? { kind: 'settled', unusedReturned: false } : { kind: 'lost' };
  }

  /** Waits the grace period for orders to end; other processes continue the remaining ones. */
  async stop(graceMs: number): Promise<void> {
    const all = [...this.runningOrders.values()];
    const timer = setTimeout(() => {
      for (const run of all) run.giveUp();
    }, graceMs);
    await Promise.all(all.map(({ done }) => done));
    clearTimeout(timer);
  }
}
