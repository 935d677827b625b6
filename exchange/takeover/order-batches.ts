/**
 * Gathers the orders that this gateway reserves into the workflows that record them, so that they
 * start within a second. No client waits for those. What is not started here is left to the sweep.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ChatOrder, MatchedFill } from '../../domain/chat';
import { type RecordedOrder, recordedOrder } from '../../domain/order-batch';
import type { OrderRecording, StartedBatch, Watched } from './order-recording';

/** More of them would compete with the orders themselves. */
const STARTS_AT_ONCE = 2;
/** The settlement of an order conflicts with the removal of its mark, which waits for it this long. */
const SETTLED_WITHIN_MS = 2_000;

export interface OrderBatchesOptions {
  readonly gatewayId: string;
  readonly watched: Watched;
  /** How long orders are gathered. */
  readonly gatherMs: number;
  readonly ordersMax: number;
  /** Whether this process works on the order. */
  readonly runs: (orderId: string) => boolean;
  readonly onError: (err: unknown, message: string) => void;
}

interface Gathered {
  readonly order: RecordedOrder;
  /** Resolves when this process has finished with it. */
  readonly done: Promise<void>;
}

export class OrderBatches {
  /** Orders without a workflow: gathered, being started, or left to the sweep. */
  private readonly waiting = new Set<string>();
  /** Orders that the sweep does not touch: being gathered, started, or unmarked. */
  private readonly inHand = new Set<string>();
  private readonly recording = new Set<Promise<void>>();
  private gathered: Gathered[] = [];
  private gathering: NodeJS.Timeout | undefined;
  private starts = 0;
  /** The last start failed: the sweep tries whether Temporal is available. */
  private isAway = false;

  constructor(
    private readonly recorder: Pick<OrderRecording, 'start' | 'started' | 'sweep'>,
    private readonly options: OrderBatchesOptions,
  ) {}

  /** The number of orders without a workflow. */
  get waitingOrders(): number {
    return this.waiting.size;
  }

  /** The reservation of an order is committed. */
  reserved(order: ChatOrder, { fillId }: MatchedFill, done: Promise<void>): void {
    const { orderId, accountId, requestId, traceparent } = order;
    const ids = { orderId, fillId, accountId, requestId };
    const recorded = recordedOrder({
      ...ids,
      ...(traceparent === undefined ? {} : { traceparent }),
    });
    this.waiting.add(orderId);
    this.inHand.add(orderId);
    this.gathered.push({ order: recorded, done });
    if (this.gathered.length >= this.options.ordersMax) return this.close();
    this.gathering ??= setTimeout(() => this.close(), this.options.gatherMs).unref();
  }

  /** Records the marked orders of this gateway that are not in hand. */
  async sweep(): Promise<void> {
    const { gatewayId, watched, runs } = this.options;
    // The sweep reads the marks of orders that are unmarked meanwhile.
    const before = new Set(this.inHand);
    const left = [...this.waiting].filter((orderId) => !before.has(orderId));
    const isInHand = (orderId: string) =>
      before.has(orderId) ||
      this.inHand.has(orderId) ||
      (runs(orderId) && !this.waiting.has(orderId));
    await this.recorder.sweep(gatewayId, watched, isInHand, (ids) => this.haveWorkflow(ids));
    this.haveWorkflow(left);
    this.isAway = false;
  }

  /** Starts the gathered orders and waits at most this long for their workflows. */
  async stop(waitMs: number): Promise<void> {
    this.close();
    await Promise.race([Promise.all(this.recording), delay(waitMs, undefined, { ref: false })]);
  }

  private close(): void {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    const batch = this.gathered;
    this.gathered = [];
    if (batch.length === 0) return;
    const recording = this.record(batch).catch((err: unknown) => {
      if (!this.isAway) this.options.onError(err, 'orders wait for their workflow');
      this.isAway = true;
    });
    this.recording.add(recording);
    void recording.then(() => {
      this.recording.delete(recording);
      for (const { order } of batch) this.inHand.delete(order.orderId);
    });
  }

  private async record(batch: readonly Gathered[]): Promise<void> {
    if (this.isAway || this.starts >= STARTS_AT_ONCE) return;
    const { gatewayId, watched } = this.options;
    const orders = batch.map(({ order }) => order);
    const started: StartedBatch[] = [];
    this.starts += 1;
    try {
      await this.recorder.start(gatewayId, watched, orders, async (part) => {
        started.push(part);
        this.haveWorkflow(part.orderIds);
      });
    } finally {
      this.starts -= 1;
      await this.unmark(started, batch);
    }
  }

  private async unmark(started: readonly StartedBatch[], batch: readonly Gathered[]) {
    const done = Promise.all(batch.map((one) => one.done));
    await Promise.race([done, delay(SETTLED_WITHIN_MS, undefined, { ref: false })]);
    for (const part of started) await this.recorder.started(part);
  }

  private haveWorkflow(orderIds: readonly string[]): void {
    for (const orderId of orderIds) this.waiting.delete(orderId);
  }
}
