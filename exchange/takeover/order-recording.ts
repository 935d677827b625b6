/**
 * The mark of an order, `unrecordedBy`: no workflow is known to record it (FLOW-11). The reservation
 * writes it; it is removed when a workflow that contains the order has started.
 *
 * Repetition, or two processes at once: a workflow is named by its orders, so the same orders join
 * it. Where processes divide them differently, an order is recorded twice.
 */
import { type OrderBatch, type RecordedOrder, recordedOrder } from '../../domain/order-batch';
import { orderBatchWorkflowId } from '../../domain/workflow-names';
import type { OrderDocument } from '../../records/documents/order';
import type { Records } from '../../records/connect';
import { writable } from '../../records/mongodb/writable';
import { eachAtOnce } from '../../fairness/each-at-once';
import { StartRefused } from './start-refused';

const STARTS_AT_ONCE = 4;
const REASON_CHARACTERS_MAX = 500;

/** How a workflow watches the attempts at its orders. */
export type Watched = Omit<OrderBatch, 'orders'>;

export interface RecordingOptions {
  readonly deployment: string;
  /** The most orders that one workflow records. */
  readonly ordersMax: number;
  /** @throws StartRefused */
  readonly startBatch: (workflowId: string, batch: OrderBatch) => Promise<void>;
  readonly onSetAside: (orderId: string, err: StartRefused) => void;
}

type MarkedOrder = Pick<
  OrderDocument,
  '_id' | 'fillId' | 'accountId' | 'requestId' | 'traceparent'
>;

/** Is given each workflow that has started, with its orders. */
type OnStarted = (workflowId: string, orderIds: readonly string[]) => void;

export class OrderRecording {
  constructor(
    private readonly records: Pick<Records, 'orders'>,
    private readonly options: RecordingOptions,
  ) {}

  /**
   * Starts workflows for orders of a gateway, in full batches.
   * @throws when some of them have none, and are not set aside
   */
  async record(
    gatewayId: string,
    watched: Watched,
    marked: readonly MarkedOrder[],
    onStarted: OnStarted,
  ): Promise<void> {
    const { ordersMax } = this.options;
    const orders = marked.map(described);
    const batches = Array.from({ length: Math.ceil(orders.length / ordersMax) }, (_, at) =>
      orders.slice(at * ordersMax, (at + 1) * ordersMax),
    );
    await eachAtOnce(batches, STARTS_AT_ONCE, (batch) =>
      this.start(gatewayId, watched, batch, onStarted),
    );
  }

  /** An order that Temporal refuses is separated from the others and set aside. */
  async start(
    gatewayId: string,
    watched: Watched,
    orders: readonly RecordedOrder[],
    onStarted: OnStarted,
  ): Promise<void> {
    const orderIds = orders.map(({ orderId }) => orderId);
    const workflowId = orderBatchWorkflowId(this.options.deployment, gatewayId, orderIds);
    try {
      await this.options.startBatch(workflowId, { ...watched, orders });
    } catch (err) {
      if (!(err instanceof StartRefused)) throw err;
      if (orders.length > 1) {
        const middle = Math.ceil(orders.length / 2);
        const parts = [orders.slice(0, middle), orders.slice(middle)];
        return eachAtOnce(parts, 2, (part) => this.start(gatewayId, watched, part, onStarted));
      }
      if (err.isFinal) return this.setAside(orderIds[0]!, err);
      throw err;
    }
    onStarted(workflowId, orderIds);
  }

  /** Removes the marks; an order that continues in a workflow of its own has none. */
  async recorded(workflowId: string, orderIds: readonly string[]): Promise<void> {
    await writable(this.records.orders).updateMany(
      { _id: { $in: [...orderIds] }, unrecordedBy: { $gt: '' } },
      { $set: { workflowId }, $unset: { unrecordedBy: '' } },
    );
  }

  async setAside(orderId: string, err: StartRefused): Promise<void> {
    await writable(this.records.orders).updateOne(
      { _id: orderId },
      {
        $set: { setAside: err.message.slice(0, REASON_CHARACTERS_MAX) },
        $unset: { unrecordedBy: '' },
      },
    );
    this.options.onSetAside(orderId, err);
  }
}

const described = ({ _id: orderId, fillId, accountId, requestId, traceparent }: MarkedOrder) =>
  recordedOrder({
    orderId,
    accountId,
    requestId,
    // One that is refused names none.
    fillId: fillId ?? '',
    ...(traceparent === undefined ? {} : { traceparent }),
  });
