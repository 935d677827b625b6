/**
 * Starts the workflows of chat orders: an own one for an order that needs retries, a shared one for
 * the others.
 */
import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowStartOptions,
} from '@temporalio/client';
import type { SearchAttributePair } from '@temporalio/common';
import type { BegunOrder, ChatOrder } from '../domain/chat';
import type { OrderBatch } from '../domain/order-batch';
import { chatWorkflowId, queueName } from '../domain/workflow-names';
import { touchedBy } from '../workflows/attempts';
import { MODEL, type Touched } from '../workflows/search-attributes';
import { formatPrice } from '../domain/money';
import { boundedDetails, boundedSummary, memoOf, shortId } from './bounded-values';
import { startAttributes } from './start-attributes';
import { isInvalidArgument, startFailure } from './start-refused';

/** The task of a dead process goes to another process after this time. */
const WORKFLOW_TASK_TIMEOUT = '5s';
const START_WITHIN_MS = 3_000;

/** What differs between the two kinds. */
interface Start {
  readonly workflowType: 'chatOrder' | 'orderBatch';
  readonly workflowId: string;
  readonly args: readonly unknown[];
  readonly summary: string;
  readonly details: string;
  readonly requestIds: readonly string[];
  readonly touched: Touched;
  readonly modelId?: string;
  /** One that runs, or has ended, makes room for it. */
  readonly replaces?: boolean;
}

export class ChatOrders {
  constructor(
    private readonly client: Client,
    private readonly deployment: string,
  ) {}

  /**
   * Starts the order's own workflow unless it exists; a finished workflow is not run again.
   * @param replaces the one that exists
   * @returns the id of the workflow
   * @throws StartRefused
   */
  async startAlone(order: ChatOrder, begun: BegunOrder, replaces = false): Promise<string> {
    const workflowId = chatWorkflowId(this.deployment, order.orderId);
    await this.start({
      workflowType: 'chatOrder',
      workflowId,
      replaces,
      args: [{ ...order, workflowId }, begun],
      ...describedChat(order),
      requestIds: [order.requestId],
      touched: touchedBy(order, begun.fill),
      modelId: order.modelId,
    });
    return workflowId;
  }

  /**
   * Starts the workflow that records orders together, unless it exists.
   * @throws StartRefused
   */
  async startBatch(workflowId: string, batch: Omit<OrderBatch, 'namesDeeds'>): Promise<void> {
    const { orders } = batch;
    const named: OrderBatch = { ...batch, namesDeeds: true };
    await this.start({
      workflowType: 'orderBatch',
      workflowId,
      args: [named],
      summary: orders.length === 1 ? 'One chat' : `${orders.length} chats`,
      details: boundedDetails(ordersShown(orders)),
      requestIds: distinct(orders.map(({ requestId }) => requestId)),
      touched: {
        order: orders.map(({ orderId }) => orderId),
        buyer: orders.map(({ accountId }) => accountId),
      },
    });
  }

  /**
   * Callers retry. The deadline keeps them from waiting for an unavailable server. Attributes help to
   * find a workflow; it starts without them when Temporal refuses them.
   */
  private async start({
    workflowType,
    summary,
    details,
    requestIds,
    touched,
    modelId,
    replaces,
    ...start
  }: Start): Promise<void> {
    const begin = (typedSearchAttributes: SearchAttributePair[]) =>
      this.client.withDeadline(Date.now() + START_WITHIN_MS, () =>
        this.client.workflow.start(workflowType, {
          ...start,
          taskQueue: queueName(this.deployment, 'orders'),
          requestEagerStart: true,
          workflowIdConflictPolicy: replaces ? 'TERMINATE_EXISTING' : 'USE_EXISTING',
          workflowIdReusePolicy: replaces ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE',
          workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
          staticSummary: boundedSummary(summary),
          staticDetails: details,
          memo: memoOf(...requestIds),
          typedSearchAttributes,
        } as WorkflowStartOptions),
      );
    try {
      const model = modelId === undefined ? [] : [{ key: MODEL, value: modelId }];
      const attributes = await startAttributes(this.client, touched, requestIds, ...model);
      await begin(attributes).catch((err: unknown) => {
        if (isInvalidArgument(err)) return begin([]);
        throw err;
      });
    } catch (err) {
      if (!(err instanceof WorkflowExecutionAlreadyStartedError)) throw startFailure(err);
    }
  }
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}

const ordersShown = (orders: OrderBatch['orders']) =>
  Object.fromEntries(
    orders.map(({ orderId, accountId, fillId }) => [
      `Order ${orderId}`,
      `buyer ${accountId}${fillId && `, fill ${fillId}`}`,
    ]),
  );

function describedChat(order: ChatOrder) {
  const price = formatPrice(BigInt(order.ceilingScale8), 'perMillion');
  const { modelId, quantityMinTokens: tokens, accountId } = order;
  return {
    summary: `${modelId}, ${tokens} tokens, at most ${price}/M, buyer ${shortId(accountId)}`,
    details: boundedDetails({
      Model: modelId,
      Tokens: `${tokens} to ${order.quantityMaxTokens}`,
      'At most, USD per million tokens': price,
      Buyer: accountId,
      Order: order.orderId,
      Contract: order.contractId ?? null,
      'Pinned to seller': order.sellerId,
      Region: order.region,
      Answer: order.streamed ? 'streamed' : 'whole',
      Request: order.requestId,
    }),
  };
}
