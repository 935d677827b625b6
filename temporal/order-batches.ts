/**
 * Gathers the orders that this gateway starts into the workflows that record them. No client waits
 * for those workflows: a failed start is retried until it succeeds.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ChatOrder, MatchedFill } from '../domain/chat';
import { type OrderBatch, type RecordedOrder, recordedOrder } from '../domain/order-batch';
import { orderBatchWorkflowId } from '../domain/workflow-names';

/** A later workflow records a reservation that takes longer. */
const LATE_AFTER_MS = 1_000;
const RETRY_MS = 500;

export interface OrderBatchesOptions {
  readonly deployment: string;
  readonly gatewayId: string;
  readonly taskQueue: string;
  readonly heartbeatMs: number;
  /** How long attempts are watched together. */
  readonly watchedMs: number;
  /** How long orders are gathered. */
  readonly gatherMs: number;
  /** The most orders that one workflow records. */
  readonly ordersMax: number;
  readonly start: (workflowId: string, batch: OrderBatch) => Promise<void>;
  /** A workflow other than the one in the order's record records it. */
  readonly moved: (orderId: string, workflowId: string) => Promise<void>;
  readonly onError: (err: unknown, message: string) => void;
}

interface Gathering {
  readonly sequence: number;
  readonly workflowId: string;
  readonly openedAtMs: number;
  readonly orders: RecordedOrder[];
  /** Orders with a slot in it: reserved, being reserved, or refused since. */
  slots: number;
  /** The orders among them whose reservation is in progress. */
  awaited: number;
  /** It accepts no more orders. */
  isClosed: boolean;
  /** Its workflow is being started, or there is none to start. */
  isOver: boolean;
}

export class OrderBatches {
  private readonly open = new Map<number, Gathering>();
  private current: Gathering | null = null;
  private sequence = 0;
  private starting: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(private readonly options: OrderBatchesOptions) {}

  /** The number of orders without a workflow. */
  get waitingOrders(): number {
    return [...this.open.values()].reduce((sum, { orders }) => sum + orders.length, 0);
  }

  /** All workflows up to this number are started. */
  get startedThrough(): number {
    return Math.min(this.sequence, ...[...this.open.keys()].map((sequence) => sequence - 1));
  }

  /** When the oldest unstarted batch started to gather. */
  get unstartedSinceMs(): number | null {
    const openedAtMs = [...this.open.values()].map((gathering) => gathering.openedAtMs);
    return openedAtMs.length === 0 ? null : Math.min(...openedAtMs);
  }

  /** Reserves a slot for an order that is about to be reserved. */
  openSlot() {
    const gathering = this.gathering();
    gathering.slots += 1;
    gathering.awaited += 1;
    const settle = () => {
      gathering.awaited -= 1;
      this.look(gathering);
    };
    return {
      workflowId: gathering.workflowId,
      left: settle,
      reserved: (order: ChatOrder, fill: MatchedFill) => {
        const { orderId, accountId, requestId, traceparent } = order;
        const recorded = recordedOrder({
          orderId,
          fillId: fill.fillId,
          accountId,
          requestId,
          ...(traceparent === undefined ? {} : { traceparent }),
        });
        if (gathering.isOver) this.addLate(recorded);
        else gathering.orders.push(recorded);
        settle();
      },
    };
  }

  /** Starts the gathered orders and waits at most this long for their workflows. */
  async stop(waitMs: number): Promise<void> {
    for (const gathering of this.open.values()) this.close(gathering);
    await Promise.race([this.starting, delay(waitMs, undefined, { ref: false })]);
    this.isStopped = true;
  }

  private gathering(): Gathering {
    const { current } = this;
    if (current && !current.isClosed && current.slots < this.options.ordersMax) return current;
    if (current) this.close(current);
    const sequence = ++this.sequence;
    const { deployment, gatewayId, gatherMs } = this.options;
    const gathering: Gathering = {
      sequence,
      workflowId: orderBatchWorkflowId(deployment, gatewayId, sequence),
      openedAtMs: Date.now(),
      orders: [],
      slots: 0,
      awaited: 0,
      isClosed: false,
      isOver: false,
    };
    this.open.set(sequence, gathering);
    this.current = gathering;
    setTimeout(() => this.close(gathering), gatherMs).unref();
    return gathering;
  }

  private close(gathering: Gathering): void {
    if (gathering.isClosed) return;
    gathering.isClosed = true;
    setTimeout(() => this.begin(gathering), LATE_AFTER_MS).unref();
    this.look(gathering);
  }

  private look(gathering: Gathering): void {
    if (gathering.isClosed && gathering.awaited === 0) this.begin(gathering);
  }

  private begin(gathering: Gathering): void {
    if (gathering.isOver) return;
    gathering.isOver = true;
    if (gathering.orders.length === 0) {
      this.open.delete(gathering.sequence);
      return;
    }
    // Sequential: the starts must not compete with the orders themselves.
    this.starting = this.starting.then(() => this.start(gathering));
  }

  private async start({ sequence, workflowId, orders }: Gathering): Promise<void> {
    const { taskQueue, heartbeatMs, watchedMs } = this.options;
    for (let isTold = false; !this.isStopped;) {
      try {
        await this.options.start(workflowId, { taskQueue, heartbeatMs, watchedMs, orders });
        this.open.delete(sequence);
        return;
      } catch (err) {
        if (!isTold) this.options.onError(err, 'orders wait for their workflow');
        isTold = true;
        await delay(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  private addLate(order: RecordedOrder): void {
    const gathering = this.gathering();
    gathering.slots += 1;
    gathering.orders.push(order);
    this.options
      .moved(order.orderId, gathering.workflowId)
      .catch((err: unknown) => this.options.onError(err, 'an order names another workflow'));
  }
}
