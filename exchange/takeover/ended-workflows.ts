/**
 * A chat whose client waits here while its own workflow works on it: an operator may end that
 * workflow, and the server may lose it. Maintenance finds the order a minute later; its client is
 * notified now.
 */
import { refusalOf } from '../../domain/chat-course';
import type { OrderDocument } from '../../records/documents/order';
import type { WorkflowState } from '../deps';
import { type RefuseLeftDeps, refuseLeft } from '../chat/refuse-left';

const REFUSAL = refusalOf('ended_by_operator');

/** The Temporal operations that this service needs. */
interface ChatWorkflows {
  idOf(orderId: string): string;
  stateOf(workflowId: string): Promise<WorkflowState>;
  /** Starts the order's own workflow again. */
  restart(orderId: string): Promise<unknown>;
}

export class EndedWorkflows {
  constructor(
    private readonly deps: RefuseLeftDeps,
    private readonly workflows: ChatWorkflows,
  ) {}

  /**
   * Looks after an order that its client has waited for. One whose workflow has ended is refused with
   * the second look: what its seller has delivered until then is being settled.
   * @param wasEnded what the previous look found
   * @returns whether its workflow has ended, and the order has not
   */
  async look(orderId: string, wasEnded: boolean): Promise<boolean> {
    const order = await this.deps.records.orders.findOne({ _id: orderId, status: 'open' });
    if (!order || order.gatewayId || order.workflowId !== this.workflows.idOf(orderId))
      return false;
    const state = await this.workflows.stateOf(order.workflowId);
    if (state === 'running') return false;
    if (state === 'ended') {
      if (wasEnded) await refuseLeft(this.deps, order, REFUSAL);
      return true;
    }
    // The process that makes an attempt settles it; maintenance looks after one that died.
    if (!(await this.isAtSeller(order))) await this.workflows.restart(orderId);
    return false;
  }

  private async isAtSeller({ fillId }: OrderDocument): Promise<boolean> {
    const fill = fillId ? await this.deps.records.fills.findOne({ _id: fillId }) : null;
    return fill?.attempts.at(-1)?.endedAt === null;
  }
}
