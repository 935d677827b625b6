/**
 * Orders that a gateway started and does not end: workflows continue them. The order's record
 * contains everything they need.
 */
import type { mongo } from 'mongoose';
import type { BegunAttempt, BegunOrder, ChatOrder } from '../../domain/chat';
import { beginCourse } from '../../domain/chat-course';
import type { OrderDocument } from '../../records/documents/order';
import type { ExchangeDeps } from '../deps';
import { eachAtOnce } from '../../fairness/each-at-once';
import { type Pace, PacedTurns } from '../../fairness/paced-turns';
import { SellerDirectory } from '../sellers/seller-directory';
import { StartRefused } from './start-refused';
import { inSpan } from '../tracing/tracing';
import { fillOfOrder } from '../chat/match';
import { type RefuseLeftDeps, refuseLeft } from '../chat/refuse-left';
import type { OrderRecording } from './order-recording';
import { writable } from '../../records/mongodb/writable';

/** Workflows started concurrently. */
const CONTINUED_AT_ONCE = 8;

/**
 * Pace for long orders of a live gateway: they are not urgent, and each workflow costs as much as
 * ten chats.
 */
const LONG_ORDERS: Pace = { perSecond: 8, atOnce: 8 };

/** The required Temporal operations. */
export interface OrderWorkflows {
  /**
   * Starts the order's own workflow unless it runs or has ended.
   * @param replaces one that runs, or has ended, makes room for it
   * @returns its id
   * @throws StartRefused
   */
  startAlone(order: ChatOrder, begun: BegunOrder, replaces?: boolean): Promise<string>;
}

export class TakenUpOrders {
  private readonly directory: SellerDirectory;
  private readonly turns = new PacedTurns(LONG_ORDERS);

  constructor(
    private readonly deps: Pick<ExchangeDeps, 'catalog' | 'tracing'> & RefuseLeftDeps,
    private readonly workflows: OrderWorkflows,
    private readonly recording: Pick<OrderRecording, 'setAside'>,
  ) {
    this.directory = new SellerDirectory(deps.records);
  }

  /**
   * Continues orders of a dead gateway immediately; orders of a live one sequentially. An order whose
   * workflow Temporal refuses is set aside: its gateway ends it, and one that is dead leaves it uncharged.
   * @returns the orders that now have workflows of their own, in any order
   * @throws when some of them could not be continued
   */
  async continueAll(orderIds: readonly string[], taskQueue: string | null): Promise<string[]> {
    const { orders } = this.deps.records;
    const attempt: BegunAttempt =
      taskQueue === null ? { state: 'lost' } : { state: 'under_way', taskQueue };
    const continued: string[] = [];
    await eachAtOnce(orderIds, CONTINUED_AT_ONCE, async (_id) => {
      if (taskQueue !== null) await this.turns.take(taskQueue);
      try {
        const workflowId = await this.takeOver({ _id, gatewayId: { $gt: '' } }, attempt);
        if (workflowId !== null) continued.push(_id);
      } catch (err) {
        if (!(err instanceof StartRefused && err.isFinal)) throw err;
        await this.recording.setAside(_id, err);
        const left = taskQueue === null && (await orders.findOne({ _id }));
        if (left) await refuseLeft(this.deps, left);
      }
    });
    return continued;
  }

  /**
   * Restarts an order whose workflow the server lost.
   * @param replaces also one that is known to the server, and fails
   * @returns the id of its workflow; null when it has ended, or no workflow can continue it
   */
  async restart(orderId: string, replaces = false): Promise<string | null> {
    return this.takeOver({ _id: orderId }, { state: 'lost' }, replaces).catch((err: unknown) => {
      if (err instanceof StartRefused && err.isFinal) return null;
      throw err;
    });
  }

  /** From then on its gateway stays at the seller that the record names. */
  private async takeOver(
    of: mongo.Filter<OrderDocument>,
    attempt: BegunAttempt,
    replaces = false,
  ): Promise<string | null> {
    const { orders, fills } = this.deps.records;
    const order = await writable(orders).findOneAndUpdate(
      { ...of, status: 'open' },
      { $set: { takenOver: true } },
      { returnDocument: 'after' },
    );
    if (!order?.bid) return null;
    const { _id: orderId, bid, fillId, createdAt } = order;
    const all = await fills.find({ orderId }).toArray();
    const fill = all.find(({ _id }) => _id === fillId);
    if (!fill && fillId !== null) return null;
    const failed = all.filter((one) => one !== fill && one.status === 'released');
    const course = beginCourse(bid, [...new Set(failed.map(({ sellerId }) => sellerId))]);
    const at = fill && (await fillOfOrder(this.deps, this.directory, bid, fill));
    const begun = { startedAtMs: createdAt.getTime(), course, ...(at && { fill: at, attempt }) };
    return this.start(bid, begun, replaces);
  }

  /**
   * Starts the workflow first: otherwise a crash could leave the order without a gateway and a
   * workflow.
   */
  async start(order: ChatOrder, begun: BegunOrder, replaces = false): Promise<string> {
    const { gatewayId: _gatewayId, ...alone } = order;
    const { orderId, traceparent } = order;
    const { fill, attempt } = begun;
    const ids = {
      'tokenbook.order.id': orderId,
      ...(fill && { 'tokenbook.fill.id': fill.fillId }),
    };
    const span = this.deps.tracing.start('continue', traceparent, ids);
    const workflowId = await inSpan(
      span,
      () => this.workflows.startAlone(alone, begun, replaces),
      () => ({ outcome: attempt?.state ?? 'between_sellers' }),
    );
    await writable(this.deps.records.orders).updateOne(
      { _id: order.orderId, status: 'open' },
      { $set: { workflowId, gatewayId: null }, $unset: { unrecordedBy: '', takenOver: '' } },
    );
    return workflowId;
  }
}
