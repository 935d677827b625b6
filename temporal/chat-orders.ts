/** Starting chat orders: what the gateway needs of Temporal. */
import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { ChatOrder } from '../domain/chat';
import type { chatOrder } from '../workflows';
import { BUYER_ID, MODEL, ORDER_ID, REQUEST_ID } from '../workflows/search-attributes';
import { queueName } from '../domain/workflow-names';

export class ChatOrders {
  constructor(
    private readonly client: Client,
    private readonly deployment: string,
  ) {}

  /**
   * Starts the order's workflow, or joins the one that runs. An order that has ended is not run
   * again: its outcome stands in the records.
   * @returns whether the order was started or joined, or had ended before
   */
  async start(order: ChatOrder): Promise<'running' | 'ended'> {
    try {
      await this.client.workflow.start<typeof chatOrder>('chatOrder', {
        workflowId: order.workflowId,
        taskQueue: queueName(this.deployment, 'orders'),
        args: [order],
        requestEagerStart: true,
        workflowIdConflictPolicy: 'USE_EXISTING',
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        // A task that dies with its process is given to another one after this.
        workflowTaskTimeout: '5s',
        staticSummary: `${order.streamed ? 'Streamed chat' : 'Chat'} on ${order.modelId}`,
        typedSearchAttributes: [
          { key: BUYER_ID, value: order.accountId },
          { key: ORDER_ID, value: order.orderId },
          { key: MODEL, value: order.modelId },
          { key: REQUEST_ID, value: order.requestId },
        ],
      });
      return 'running';
    } catch (err) {
      if (err instanceof WorkflowExecutionAlreadyStartedError) return 'ended';
      throw err;
    }
  }
}
