/**
 * The orders that a gateway reserved, until workflows record them. Their marks say what is left to do
 * (order-recording.ts), so one sweep serves orders that were just reserved, those of an outage, and
 * those of a lost gateway. Repetition, or two processes at once: workflows are started by their ids,
 * and the second process finds them started.
 */
import { eachAtOnce } from '../../fairness/each-at-once';
import type { OrderDocument } from '../../records/documents/order';
import type { Records } from '../../records/connect';
import type { OrderRecording, Watched } from './order-recording';
import type { TakenUpOrders } from './taken-up-orders';

const EPOCH = new Date(0);
/** The settlement of an order conflicts with the removal of its mark, which waits for it this long. */
const SETTLED_WITHIN_MS = 2_000;
/** No process makes the attempts of a lost gateway. */
const UNWATCHED = { taskQueue: null, heartbeatMs: 0 } as const;

const FIELDS = {
  status: 1,
  unrecordedBy: 1,
  createdAt: 1,
  fillId: 1,
  accountId: 1,
  requestId: 1,
  traceparent: 1,
};

/** What is due for an order of a gateway. */
export function dueFor(
  { status, unrecordedBy, createdAt }: Pick<OrderDocument, 'status' | 'unrecordedBy' | 'createdAt'>,
  hasWorkflow: boolean,
  isLost: boolean,
  nowMs: number,
): 'continue' | 'record' | 'unmark' | null {
  if (status === 'open' && isLost) return 'continue';
  if (!hasWorkflow) return unrecordedBy ? 'record' : null;
  const mayEndSoon = status === 'open' && nowMs < createdAt.getTime() + SETTLED_WITHIN_MS;
  return mayEndSoon ? null : 'unmark';
}

export interface GatewayOrdersDeps {
  readonly records: Pick<Records, 'orders'>;
  readonly takenUp: Pick<TakenUpOrders, 'continueAll'>;
  readonly recording: Pick<OrderRecording, 'record' | 'recorded'>;
}

export class GatewayOrders {
  /** The workflow that records an order whose mark is not removed yet. */
  private readonly workflowIds = new Map<string, string>();
  private readonly without = new Set<string>();

  /** @param watched how workflows watch its attempts; absent when it is lost */
  constructor(
    private readonly deps: GatewayOrdersDeps,
    private readonly gatewayId: string,
    private readonly watched?: Watched,
  ) {}

  /** The number of orders without a workflow, as far as this process knows. */
  get waiting(): number {
    return this.without.size;
  }

  /** The reservation of an order is committed. */
  reserved(orderId: string): void {
    this.without.add(orderId);
  }

  /**
   * Does what is due for each order.
   * @throws when some of it failed, which keeps nothing from the other orders
   */
  async sweep(): Promise<void> {
    const { gatewayId, watched = UNWATCHED, without } = this;
    const { takenUp, recording } = this.deps;
    const before = [...without];
    const found = await this.find();
    const orderIds = new Set(found.map(({ _id }) => _id));
    for (const orderId of before) if (!orderIds.has(orderId)) without.delete(orderId);
    for (const orderId of this.workflowIds.keys())
      if (!orderIds.has(orderId)) this.workflowIds.delete(orderId);
    const due = (what: ReturnType<typeof dueFor>) =>
      found.filter((order) => {
        const hasWorkflow = this.workflowIds.has(order._id);
        return dueFor(order, hasWorkflow, !this.watched, Date.now()) === what;
      });
    const work = [
      async () => void (await takenUp.continueAll(idsOf(due('continue')), null)),
      () =>
        recording.record(gatewayId, watched, due('record'), (workflowId, started) => {
          for (const orderId of started) this.workflowIds.set(orderId, workflowId);
        }),
    ];
    try {
      await eachAtOnce(work, work.length, (one) => one());
      for (const orderId of orderIds) without.delete(orderId);
    } catch (err) {
      for (const orderId of orderIds) {
        if (this.workflowIds.has(orderId)) without.delete(orderId);
        else without.add(orderId);
      }
      throw err;
    } finally {
      await this.unmark(idsOf(due('unmark')));
    }
  }

  private async unmark(orderIds: readonly string[]): Promise<void> {
    const ofWorkflow = new Map<string, string[]>();
    for (const orderId of orderIds) {
      const workflowId = this.workflowIds.get(orderId)!;
      ofWorkflow.set(workflowId, [...(ofWorkflow.get(workflowId) ?? []), orderId]);
    }
    for (const unmarked of ofWorkflow) await this.deps.recording.recorded(...unmarked);
  }

  /** The oldest first: processes that sweep at the same time begin the same workflows. */
  private async find() {
    const { gatewayId, watched } = this;
    const marked = { unrecordedBy: gatewayId };
    // The index of open orders includes the time of the last change.
    const open = { status: 'open', gatewayId, updatedAt: { $gt: EPOCH } } as const;
    const found = await this.deps.records.orders
      .find(watched ? marked : { $or: [marked, open] }, { projection: FIELDS })
      .toArray();
    return found.sort((one, other) => (one._id < other._id ? -1 : 1));
  }
}

const idsOf = (orders: readonly Pick<OrderDocument, '_id'>[]) => orders.map(({ _id }) => _id);
