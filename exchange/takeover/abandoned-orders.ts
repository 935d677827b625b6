/**
 * Ends chat orders that have no working workflow. An order whose workflow the server lost gets a
 * new workflow. A workflow that an operator terminated runs no compensation, and a workflow may be
 * stuck: the reserved capacity and funds of such an order are released and waiting clients are
 * notified. Maintenance looks after every order that is old enough, and a gateway after those that
 * its clients wait for.
 */
import { refusalOf } from '../../domain/chat-course';
import type { FillDocument } from '../../records/documents/fill';
import type { OrderDocument } from '../../records/documents/order';
import { type RefuseLeftDeps, refuseLeft } from '../chat/refuse-left';
import type { WorkflowState } from '../deps';
import type { MaintenanceLog } from '../maintenance/log';

/** A younger order is left to its own workflow, whatever visibility reports. */
const PATIENCE_MS = 60_000;
const ORDERS_PER_RUN = 500;

/** The Temporal operations that this service needs. */
export interface ChatWorkflows {
  /** Of the order's own workflow. */
  idOf(orderId: string): string;
  stateOf(workflowId: string): Promise<WorkflowState>;
  /**
   * Starts the order's own workflow when the server has none.
   * @returns its id; null when no workflow can continue the order
   */
  restart(orderId: string): Promise<string | null>;
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
    private readonly workflows: ChatWorkflows,
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
   * Looks after an order that a client waits for while its own workflow works on it. One whose workflow
   * has ended is refused with the second look: what its seller has delivered until then is being settled.
   * @param wasEnded what the previous look found
   * @returns whether its workflow has ended
   */
  async look(orderId: string, wasEnded: boolean): Promise<boolean> {
    const order = await this.deps.records.orders.findOne({ _id: orderId, status: 'open' });
    if (!order || order.gatewayId || order.workflowId !== this.workflows.idOf(orderId))
      return false;
    const state = await this.workflows.stateOf(order.workflowId);
    if (state === 'ended' && wasEnded)
      await refuseLeft(this.deps, order, refusalOf('ended_by_operator'));
    // The process that makes an attempt settles it; maintenance looks after one that died.
    const isAtSeller = async () => (await this.attemptsAt(order)).at(-1)?.endedAt === null;
    if (state === 'unknown' && !(await isAtSeller())) await this.workflows.restart(orderId);
    return state === 'ended';
  }

  /**
   * Whether nobody will end the order: its gateway is dead and its workflow missing, or both have
   * been at it for longer than any step may take.
   */
  private async isLeft(order: OrderDocument, stuck: Map<string, Stuck>): Promise<boolean> {
    const { _id: orderId, workflowId, gatewayId } = order;
    // Its gateway makes the first attempts. A living one may have lost sight of an order.
    const isOverdue = Date.now() >= (await this.lastStepAtMs(order)) + this.longestStepMs;
    if (gatewayId && !isOverdue && (await this.deps.records.gateways.findOne({ _id: gatewayId })))
      return false;
    if (workflowId === null || (await this.workflows.stateOf(workflowId)) !== 'running')
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

  /** A terminated workflow has a history and is not restarted. */
  private async isRestarted({ _id: orderId }: OrderDocument): Promise<boolean> {
    const workflowId = await this.workflows.restart(orderId);
    if (workflowId === null) return false;
    const isRunning = (await this.workflows.stateOf(workflowId)) === 'running';
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

  private async lastStepAtMs(order: OrderDocument): Promise<number> {
    const attempts = await this.attemptsAt(order);
    const startedAtMs = attempts.map(({ startedAt }) => startedAt.getTime());
    return Math.max(order.updatedAt.getTime(), ...startedAtMs);
  }

  private async attemptsAt({ fillId }: OrderDocument): Promise<FillDocument['attempts']> {
    const fill = fillId ? await this.deps.records.fills.findOne({ _id: fillId }) : null;
    return fill?.attempts ?? [];
  }
}
