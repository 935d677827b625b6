/** Names of task queues and workflows, with the deployment's prefix. */
import { createHash } from 'node:crypto';

export const QUEUES = ['orders', 'contracts', 'sellers', 'upkeep'] as const;
export type Queue = (typeof QUEUES)[number];

export function queueName(deployment: string, queue: Queue): string {
  return `${deployment}-${queue}`;
}

export function chatWorkflowId(deployment: string, orderId: string): string {
  return `${deployment}-chat-${orderId}`;
}

/** Null for the workflow of anything else. */
export function chatOrderOf(deployment: string, workflowId: string): string | null {
  const start = chatWorkflowId(deployment, '');
  return workflowId.startsWith(start) ? workflowId.slice(start.length) : null;
}

/**
 * The workflow that records these orders of a gateway. A start that is repeated joins it, and other
 * orders never do.
 */
export function orderBatchWorkflowId(
  deployment: string,
  gatewayId: string,
  orderIds: readonly string[],
): string {
  const digest = createHash('sha256').update(orderIds.join()).digest('hex').slice(0, 16);
  return `${deployment}-orders-${gatewayId}-${digest}`;
}

/** The queue on which a gateway reports the attempts that it makes. */
export function gatewayQueueName(deployment: string, gatewayId: string): string {
  return `${deployment}-gateway-${gatewayId}`;
}

/** One workflow per endpoint; the address itself may exceed the length of a workflow id. */
export function sellerWorkflowId(deployment: string, endpointUrl: string): string {
  const digest = createHash('sha256').update(endpointUrl).digest('hex').slice(0, 32);
  return `${deployment}-seller-${digest}`;
}

/** A schedule, and the workflow it starts. */
export function scheduledWorkflowId(deployment: string, workflowType: string): string {
  return `${deployment}-${workflowType}`;
}

export function contractOrderWorkflowId(deployment: string, orderId: string): string {
  return `${deployment}-order-${orderId}`;
}

export function lotWorkflowId(deployment: string, lotId: string): string {
  return `${deployment}-lot-${lotId}`;
}
