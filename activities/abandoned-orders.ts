/**
 * Chat orders that nobody ends any more. One whose workflow the server has lost gets a new one. An
 * operator's Terminate runs no compensation, and a workflow may stand still: what such an order has
 * reserved goes back, and whoever waits is told.
 */
import { log } from '@temporalio/activity';
import type { OrderDocument } from '../records/order';
import type { ExchangeDeps } from '../exchange/deps';
import { giveBack } from '../exchange/release-to-book';

/** An order younger than this is left to its own workflow, whatever visibility says. */
const PATIENCE_MS = 60_000;
const ORDERS_PER_RUN = 500;

const REFUSAL = {
  code: 'service_unavailable',
  message: 'The order was ended before it was filled. Nothing was charged.',
} as const;

/** What is asked of Temporal. */
export interface OrderWorkflows {
  /** Starts the order's own workflow where the server knows none. @returns its id; null when no workflow can go on with the order */
  restart(orderId: string): Promise<string | null>;
  isRunning(workflowId: string): Promise<boolean>;
  /** Ends one that stands still; its steps count no more. */
  terminate(workflowId: string, reason: string): Promise<void>;
}

export class AbandonedOrders {
  /** Long requests may be many and all at work: each run looks at the next of them. */
  private behindId = '';
  /** Since when an order was seen to stand still. */
  private stillSinceMs = new Map<string, number>();

  constructor(
    private readonly deps: Pick<
      ExchangeDeps,
      'settings' | 'records' | 'books' | 'standings' | 'channel'
    >,
    private readonly workflows: OrderWorkflows,
  ) {}

  /** @returns how many were ended */
  async end(): Promise<number> {
    const before = new Date(Date.now() - PATIENCE_MS);
    const orders = await this.deps.records.orders
      .find({ status: 'open', updatedAt: { $lt: before }, _id: { $gt: this.behindId } })
      .sort({ _id: 1 })
      .limit(ORDERS_PER_RUN)
      .toArray();
    this.behindId = orders.length === ORDERS_PER_RUN ? orders.at(-1)!._id : '';
    const stillSinceMs = new Map<string, number>();
    let ended = 0;
    for (const order of orders) {
      try {
        if (await this.isLeft(order, stillSinceMs)) ended += await this.refuse(order);
      } catch (err) {
        // The next run tries again; the others do not wait for it.
        log.warn('An order was not ended', { orderId: order._id, err: String(err) });
      }
    }
    this.stillSinceMs = stillSinceMs;
    return ended;
  }

  /** Nobody will end it: its workflow is gone, or has stood still for longer than any step may take. */
  private async isLeft(order: OrderDocument, stillSinceMs: Map<string, number>): Promise<boolean> {
    const { _id: orderId, workflowId, gatewayId } = order;
    if (gatewayId && (await this.isAlive(gatewayId))) return false;
    if (workflowId === null || !(await this.workflows.isRunning(workflowId)))
      return !(await this.isRestarted(order));
    if (Date.now() < (await this.lastStepAtMs(order)) + this.longestStepMs) return false;
    // It may just have got what it waited for: MongoDB, or Temporal.
    const sinceMs = this.stillSinceMs.get(orderId) ?? Date.now();
    stillSinceMs.set(orderId, sinceMs);
    if (Date.now() < sinceMs + PATIENCE_MS) return false;
    log.warn('A workflow that stands still is terminated', { orderId, workflowId });
    await this.workflows.terminate(workflowId, 'It has stood still for too long.');
    return true;
  }

  /** It makes the first attempt; what it leaves behind is taken up when it is gone. */
  private async isAlive(gatewayId: string): Promise<boolean> {
    return (await this.deps.records.gateways.findOne({ _id: gatewayId })) !== null;
  }

  /** One that was terminated has a history, and is not run again. */
  private async isRestarted({ _id: orderId }: OrderDocument): Promise<boolean> {
    const workflowId = await this.workflows.restart(orderId);
    if (workflowId === null) return false;
    const isRunning = await this.workflows.isRunning(workflowId);
    if (isRunning) log.warn('A workflow that was lost is started anew', { orderId, workflowId });
    return isRunning;
  }

  /** Each attempt at a seller is ended by Temporal within this. */
  private get longestStepMs(): number {
    const { BID_DEADLINE_MS, ANSWER_TIMEOUT_MS } = this.deps.settings;
    return BID_DEADLINE_MS + 2 * ANSWER_TIMEOUT_MS + PATIENCE_MS;
  }

  private async lastStepAtMs({ fillId, updatedAt }: OrderDocument): Promise<number> {
    const fill = fillId ? await this.deps.records.fills.findOne({ _id: fillId }) : null;
    const attempts = fill?.attempts.map(({ startedAt }) => startedAt.getTime()) ?? [];
    return Math.max(updatedAt.getTime(), ...attempts);
  }

  private async refuse({ _id: orderId, idempotencyId }: OrderDocument): Promise<number> {
    const { records } = this.deps;
    const refusal = { orderId, refusal: REFUSAL, reserved: 'release' } as const;
    const end = await records.ledger.refuseOrder(refusal);
    if (end.status !== 'refused') return 0;
    await records.dropPayload(orderId);
    if (idempotencyId) await records.forgetIdempotency(idempotencyId, orderId);
    const told = this.deps.channel.refused(orderId, REFUSAL);
    await told.catch(() => undefined); // whoever waits also looks into the records
    // Last: while a book is being rebuilt this fails, and the relay gives the capacity back.
    if (end.released) await giveBack(this.deps, end.released);
    return 1;
  }
}
