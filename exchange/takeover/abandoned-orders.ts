/**
 * Ends chat orders that have no working workflow. An order whose workflow the server lost gets a
 * new workflow. A workflow that an operator terminated runs no compensation, and a workflow may be
 * stuck: the reserved capacity and funds of such an order are released and waiting clients are
 * notified.
 */
import type { OrderDocument } from '../../records/documents/order';
import { type RefuseLeftDeps, refuseLeft } from '../chat/refuse-left';
import type { MaintenanceLog } from '../maintenance/log';

/** A younger order is left to its own workflow, whatever visibility reports. */
const PATIENCE_MS = 60_000;
const ORDERS_PER_RUN = 500;

/** The Temporal operations that this service needs. */
export interface OrderWorkflows {
  /**
   * Starts the order's own workflow when the server has none.
   * @returns its id; null when no workflow can continue the order
   */
  restart(orderId: string): Promise<string | null>;
  isRunning(workflowId: string): Promise<boolean>;
  /** Terminates a stuck workflow; results of its activities no longer count. */
  terminate(workflowId: string, reason: string): Promise<void>;
}

interface Stuck {
  readonly sinceMs: number;
  /** Of its answer channel. */
  readonly position: number;
}

export class AbandonedOrders {
  /** Cursor over orders with long requests: each run checks the next ones. */
  private behindId = '';
  /** Orders whose last step began long ago, and since when their answer has not grown. */
  private stuck = new Map<string, Stuck>();

  constructor(
    private readonly deps: RefuseLeftDeps,
    private readonly workflows: OrderWorkflows,
    private readonly log: Pick<MaintenanceLog, 'warn'>,
  ) {}

  /** @returns the number of ended orders */
  async end(): Promise<number> {
    const before = new Date(Date.now() - PATIENCE_MS);
    const orders = await this.deps.records.orders
      .find({ status: 'open', updatedAt: { $lt: before }, _id: { $gt: this.behindId } })
      .sort({ _id: 1 })
      .limit(ORDERS_PER_RUN)
      .toArray();
    this.behindId = orders.length === ORDERS_PER_RUN ? orders.at(-1)!._id : '';
    const stuck = new Map<string, Stuck>();
    let ended = 0;
    for (const order of orders) {
      try {
        if (await this.isLeft(order, stuck)) ended += await refuseLeft(this.deps, order);
      } catch (err) {
        // The next run retries it; the remaining orders are processed now.
        this.log.warn('An order was not ended', { orderId: order._id, err: String(err) });
      }
    }
    this.stuck = stuck;
    return ended;
  }

  /**
   * Whether nobody will end the order: its gateway is dead and its workflow missing, or both have
   * been at it for longer than any step may take.
   */
  private async isLeft(order: OrderDocument, stuck: Map<string, Stuck>): Promise<boolean> {
    const { _id: orderId, workflowId, gatewayId } = order;
    // A living gateway may have lost sight of an order.
    const isOverdue = Date.now() >= (await this.lastStepAtMs(order)) + this.longestStepMs;
    if (gatewayId && !isOverdue && (await this.isAlive(gatewayId))) return false;
    if (workflowId === null || !(await this.workflows.isRunning(workflowId)))
      return !(await this.isRestarted(order));
    if (!isOverdue) return false;
    // It may just have become able to continue: MongoDB or Temporal is available again.
    // And a stream has no limit of time while its tokens arrive.
    const position = await this.deps.channel.position(orderId);
    const before = this.stuck.get(orderId);
    const hasGrown = before?.position !== position;
    const sinceMs = hasGrown ? Date.now() : before.sinceMs;
    stuck.set(orderId, { sinceMs, position });
    if (hasGrown || Date.now() < sinceMs + this.patienceMs(order)) return false;
    this.log.warn('Terminating a stuck workflow', { orderId, workflowId });
    await this.workflows.terminate(workflowId, 'The workflow made no progress for too long.');
    return true;
  }

  /** The gateway makes the first attempt; its unfinished orders are continued after it has died. */
  private async isAlive(gatewayId: string): Promise<boolean> {
    return (await this.deps.records.gateways.findOne({ _id: gatewayId })) !== null;
  }

  /** A terminated workflow has a history and is not restarted. */
  private async isRestarted({ _id: orderId }: OrderDocument): Promise<boolean> {
    const workflowId = await this.workflows.restart(orderId);
    if (workflowId === null) return false;
    const isRunning = await this.workflows.isRunning(workflowId);
    if (isRunning) this.log.warn('Restarted a lost workflow', { orderId, workflowId });
    return isRunning;
  }

  /** Temporal ends each attempt at a seller within this time. */
  private get longestStepMs(): number {
    const { BID_DEADLINE_MS, ANSWER_TIMEOUT_MS } = this.deps.settings;
    return BID_DEADLINE_MS + 2 * ANSWER_TIMEOUT_MS + PATIENCE_MS;
  }

  /** How long an answer may stand still. */
  private patienceMs({ streamed }: OrderDocument): number {
    return streamed ? this.deps.settings.ANSWER_TIMEOUT_MS + PATIENCE_MS : PATIENCE_MS;
  }

  private async lastStepAtMs({ fillId, updatedAt }: OrderDocument): Promise<number> {
    const fill = fillId ? await this.deps.records.fills.findOne({ _id: fillId }) : null;
    const attempts = fill?.attempts.map(({ startedAt }) => startedAt.getTime()) ?? [];
    return Math.max(updatedAt.getTime(), ...attempts);
  }
}
