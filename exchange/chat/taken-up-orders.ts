/**
 * Orders that a gateway has begun and does not end: their workflows go on with them. Everything that
 * is needed for it stands in the order's record.
 */
import type { BegunOrder, ChatOrder } from '../../domain/chat';
import type { OrderDocument } from '../../records/order';
import type { ExchangeDeps } from '../deps';
import { type Pace, PacedTurns } from '../paced-turns';
import { SellerDirectory } from '../seller-directory';
import { fillOfOrder } from './match';
import { writable } from '../../records/writable';

/** Orders whose workflows are started side by side. */
const CONTINUED_AT_ONCE = 8;

/**
 * Orders that only take long, and whose gateway lives: nothing is urgent, and each workflow costs as
 * much as ten chats, which hundreds of streams would have to wait for.
 */
const LONG_ORDERS: Pace = { perSecond: 8, atOnce: 8 };

/** What is asked of Temporal. */
export interface OrderWorkflows {
  /**
   * Starts the order's own workflow, or finds it started or ended.
   * @returns its id
   */
  startAlone(order: ChatOrder, begun: BegunOrder): Promise<string>;
}

export class TakenUpOrders {
  private readonly directory: SellerDirectory;
  private readonly turns = new PacedTurns(LONG_ORDERS);

  constructor(
    private readonly deps: Pick<ExchangeDeps, 'records' | 'catalog' | 'settings'>,
    private readonly workflows: OrderWorkflows,
  ) {
    this.directory = new SellerDirectory(deps.records);
  }

  /**
   * Those of a gateway that is gone at once; those of one that lives one after the other.
   * @returns those that go on in workflows of their own from now on, in any order
   */
  async continueAll(orderIds: readonly string[], taskQueue: string | null): Promise<string[]> {
    const left = [...orderIds];
    const continued: string[] = [];
    const goOn = async () => {
      for (let orderId = left.shift(); orderId !== undefined; orderId = left.shift()) {
        if (taskQueue !== null) await this.turns.take(taskQueue);
        if (await this.continueAlone(orderId, taskQueue)) continued.push(orderId);
      }
    };
    await Promise.all(Array.from({ length: CONTINUED_AT_ONCE }, goOn));
    return continued;
  }

  /**
   * @param taskQueue of the gateway that may still make the attempt; null when it is gone
   * @returns false when the order has ended, or goes on in its own workflow already
   */
  async continueAlone(orderId: string, taskQueue: string | null): Promise<boolean> {
    const record = await this.deps.records.orders.findOne({ _id: orderId, status: 'open' });
    if (!record?.gatewayId) return false;
    const attempt =
      taskQueue === null
        ? ({ state: 'lost' } as const)
        : ({ state: 'under_way', taskQueue } as const);
    return (await this.resume(record, attempt)) !== null;
  }

  /**
   * Of an order whose workflow the server has lost.
   * @returns the id of its workflow; null when it has ended, or no workflow can go on with it
   */
  async restart(orderId: string): Promise<string | null> {
    const record = await this.deps.records.orders.findOne({ _id: orderId, status: 'open' });
    return record && this.resume(record, { state: 'lost' });
  }

  private async resume(
    { bid, fillId, createdAt }: OrderDocument,
    attempt: BegunOrder['attempt'],
  ): Promise<string | null> {
    const fill = fillId ? await this.deps.records.fills.findOne({ _id: fillId }) : null;
    if (!bid || !fill) return null;
    return this.start(bid, {
      startedAtMs: createdAt.getTime(),
      fill: await fillOfOrder(this.deps, this.directory, bid, fill),
      attempt,
    });
  }

  /** The workflow first: an order without a gateway and without a workflow would be nobody's. */
  async start(order: ChatOrder, begun: BegunOrder): Promise<string> {
    const { gatewayId: _gatewayId, ...alone } = order;
    const workflowId = await this.workflows.startAlone(alone, begun);
    await writable(this.deps.records.orders).updateOne(
      { _id: order.orderId, status: 'open' },
      { $set: { workflowId, gatewayId: null } },
    );
    return workflowId;
  }
}
