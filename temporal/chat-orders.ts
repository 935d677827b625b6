/**
 * Starts the workflows of chat orders: an own one for an order that needs retries, a shared one for
 * the others.
 */
import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { BegunOrder, ChatOrder } from '../domain/chat';
import type { OrderBatch } from '../domain/order-batch';
import { chatWorkflowId, queueName } from '../domain/workflow-names';
import type { chatOrder, orderBatch } from '../workflows';
import {
  BUYER_ID,
  BUYER_IDS,
  MODEL,
  ORDER_ID,
  ORDER_IDS,
  REQUEST_ID,
  REQUEST_IDS,
} from '../workflows/search-attributes';

/** The task of a dead process goes to another process after this time. */
const WORKFLOW_TASK_TIMEOUT = '5s';
const START_WITHIN_MS = 3_000;

export class ChatOrders {
  constructor(
    private readonly client: Client,
    private readonly deployment: string,
  ) {}

  /**
   * Starts the order's own workflow unless it exists; a finished workflow is not run again.
   * @returns the id of the workflow
   */
  async startAlone(order: ChatOrder, begun: BegunOrder): Promise<string> {
    const workflowId = chatWorkflowId(this.deployment, order.orderId);
    await this.started(() =>
      this.client.workflow.start<typeof chatOrder>('chatOrder', {
        workflowId,
        taskQueue: queueName(this.deployment, 'orders'),
        args: [{ ...order, workflowId }, begun],
        requestEagerStart: true,
        workflowIdConflictPolicy: 'USE_EXISTING',
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
        staticSummary: `${order.streamed ? 'Streamed chat' : 'Chat'} on ${order.modelId}`,
        typedSearchAttributes: [
          { key: BUYER_ID, value: order.accountId },
          { key: ORDER_ID, value: order.orderId },
          { key: MODEL, value: order.modelId },
          { key: REQUEST_ID, value: order.requestId },
        ],
      }),
    );
    return workflowId;
  }

  /** Starts the workflow that records orders together, unless it exists. */
  async startBatch(workflowId: string, batch: OrderBatch): Promise<void> {
    const { orders } = batch;
    await this.started(() =>
      this.client.workflow.start<typeof orderBatch>('orderBatch', {
        workflowId,
        taskQueue: queueName(this.deployment, 'orders'),
        args: [batch],
        requestEagerStart: true,
        workflowIdConflictPolicy: 'USE_EXISTING',
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
        staticSummary: orders.length === 1 ? 'One chat' : `${orders.length} chats`,
        typedSearchAttributes: [
          { key: BUYER_IDS, value: distinct(orders.map(({ accountId }) => accountId)) },
          { key: ORDER_IDS, value: orders.map(({ orderId }) => orderId) },
          { key: REQUEST_IDS, value: distinct(orders.map(({ requestId }) => requestId)) },
        ],
      }),
    );
  }

  /** Callers retry. The deadline keeps them from waiting for an unavailable server. */
  private async started(start: () => Promise<unknown>): Promise<void> {
    try {
      await this.client.withDeadline(Date.now() + START_WITHIN_MS, start);
    } catch (err) {
      if (!(err instanceof WorkflowExecutionAlreadyStartedError)) throw err;
    }
  }
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
