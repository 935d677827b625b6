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
    const continued: string[] = [];
    await eachAtOnce(orderIds, CONTINUED_AT_ONCE, async (orderId) => {
      if (taskQueue !== null) await this.turns.take(taskQueue);
      try {
        if (await this.continueAlone(orderId, taskQueue)) continued.push(orderId);
      } catch (err) {
        if (!(err instanceof StartRefused && err.isFinal)) throw err;
        await this.recording.setAside(orderId, err);
        const left =
          taskQueue === null && (await this.deps.records.orders.findOne({ _id: orderId }));
        if (left) await refuseLeft(this.deps, left);
      }
    });
    return continued;
  }

  /**
   * @param taskQueue of the gateway that may still make the attempt; null when it is dead
   * @returns false when the order has ended, or already has its own workflow
   */
  async continueAlone(orderId: string, taskQueue: string | null): Promise<boolean> {
    const record = await this.takeOver({ _id: orderId, gatewayId: { $gt: '' } });
    if (!record) return false;
    const attempt =
      taskQueue === null
        ? ({ state: 'lost' } as const)
        : ({ state: 'under_way', taskQueue } as const);
    return (await this.resume(record, attempt)) !== null;
  }

  /**
   * Restarts an order whose workflow the server lost.
   * @param replaces also one that is known to the server, and fails
   * @returns the id of its workflow; null when it has ended, or no workflow can continue it
   */
  async restart(orderId: string, replaces = false): Promise<string | null> {
    const record = await this.takeOver({ _id: orderId });
    if (!record) return null;
    return this.resume(record, { state: 'lost' }, replaces).catch((err: unknown) => {
      if (err instanceof StartRefused && err.isFinal) return null;
      throw err;
    });
  }

  /** Its gateway now stays at the seller that the record names. */
  private takeOver(of: mongo.Filter<OrderDocument>): Promise<OrderDocument | null> {
    return writable(this.deps.records.orders).findOneAndUpdate(
      { ...of, status: 'open' },
      { $set: { takenOver: true } },
      { returnDocument: 'after' },
    );
  }

  private async resume(
    { _id: orderId, bid, fillId, createdAt }: OrderDocument,
    attempt: BegunAttempt,
    replaces = false,
  ): Promise<string | null> {
    if (!bid) return null;
    const { fills } = this.deps.records;
    const all = await fills.find({ orderId }).toArray();
    const failed = all.filter(({ _id, status }) => _id !== fillId && status === 'released');
    const course = beginCourse(bid, [...new Set(failed.map(({ sellerId }) => sellerId))]);
    const begun = { startedAtMs: createdAt.getTime(), course };
    if (fillId === null) return this.start(bid, begun, replaces);
    const fill = all.find(({ _id }) => _id === fillId);
    if (!fill) return null;
    const at = await fillOfOrder(this.deps, this.directory, bid, fill);
    return this.start(bid, { ...begun, fill: at, attempt }, replaces);
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
