/** The orders of a gateway: their runner, their workflows, and the gateway's liveness record. */
import { randomUUID } from 'node:crypto';
import { createAttemptActivities } from '../activities/order-batch';
import type { OrderCounts } from '../api/operator/gateway-metrics';
import type { AnswerListener } from '../channel/answer-listener';
import type { MatchedFill } from '../domain/chat';
import { gatewayQueueName } from '../domain/workflow-names';
import { OrderRunner } from '../exchange/chat/order-runner';
import { recordWorkflow } from '../exchange/chat/order-workflow';
import { GatewayLife, GatewayWatch } from '../exchange/gateways';
import { LostGateways } from '../exchange/lost-gateway';
import { lotWasUsedUp } from '../temporal/lots';
import type { Temporal } from '../temporal/connection';
import { OrderBatches } from '../temporal/order-batches';
import type { ExchangeParts, Stores } from './parts';
import { startAttemptWorker } from './workers';

const WORKFLOWS_WAIT_MS = 5_000;

export interface OrderHost {
  readonly runner: OrderRunner;
  readonly counts: OrderCounts;
  /** Whether another order may start: limits orders without a workflow, and orders in progress. */
  hasCapacity(): boolean;
  /** Whether arriving orders are reserved without excessive delay. */
  keepsUp(): boolean;
  /** Waits a grace period for orders in progress; other processes continue the remaining ones. */
  endOrders(): Promise<void>;
  stop(): Promise<void>;
}

/** @param startWorker of the queue of its own attempts; the simulator has no workers of the SDK */
export async function startOrderHost(
  stores: Stores,
  temporal: Temporal,
  exchange: ExchangeParts,
  listener: AnswerListener,
  startWorker: typeof startAttemptWorker = startAttemptWorker,
): Promise<OrderHost> {
  const { settings, records, logger } = stores;
  const deployment = settings.TOKENBOOK_DEPLOYMENT;
  const gatewayId = randomUUID().slice(0, 13);
  const taskQueue = gatewayQueueName(deployment, gatewayId);
  const onError = (err: unknown, message: string) => logger.warn({ err }, message);
  const batches = new OrderBatches({
    deployment,
    gatewayId,
    taskQueue,
    heartbeatMs: settings.DISPATCH_HEARTBEAT_MS,
    watchedMs: settings.ORDER_WATCHED_MS,
    gatherMs: settings.ORDER_GATHER_MS,
    ordersMax: settings.ORDERS_PER_WORKFLOW,
    start: (workflowId, batch) => exchange.orders.startBatch(workflowId, batch),
    moved: (orderId, workflowId) => recordWorkflow(records, orderId, gatewayId, workflowId),
    onError,
  });
  const life = new GatewayLife(records, gatewayId, () => batches);
  const runner = new OrderRunner(exchange.deps, {
    gatewayId,
    openSlot: () => batches.openSlot(),
    async continueAlone(order, begun) {
      await listener.follow(order.orderId);
      await exchange.takenUp.start(order, begun);
    },
    lotEnded: ({ drawnOn }: MatchedFill) => {
      if (drawnOn) lotWasUsedUp(temporal.client, drawnOn.lotWorkflowId).catch(() => undefined); // the workflow finds it in the records in any case
    },
    onError,
  });
  const worker = await startWorker(taskQueue, stores, temporal, createAttemptActivities(runner));
  await life.begin();
  const watch = watchGateways(stores, exchange, gatewayId);
  return {
    runner,
    counts: {
      inProgress: () => runner.count,
      withoutWorkflow: () => batches.waitingOrders,
    },
    keepsUp: () => runner.keepsUp(),
    hasCapacity: () =>
      runner.count < settings.DISPATCHES_PER_WORKER &&
      batches.waitingOrders < settings.ORDERS_WITHOUT_WORKFLOW,
    endOrders: () => runner.stop(settings.SHUTDOWN_TIMEOUT_MS),
    async stop() {
      await Promise.all([watch.stop(), runner.stop(0)]);
      await batches.stop(WORKFLOWS_WAIT_MS);
      await worker.stop();
      await life.end(batches.waitingOrders === 0);
    },
  };
}

/** Takes over the orders of dead gateways. */
export function watchGateways(
  { records, logger, settings }: Stores,
  { orders, takenUp }: ExchangeParts,
  ownId: string | null = null,
): GatewayWatch {
  const lost = new LostGateways(records, takenUp, (workflowId, batch) =>
    orders.startBatch(workflowId, batch),
  );
  const watch = new GatewayWatch(
    records,
    async (gateway, takeUp) => {
      const gatewayId = gateway._id;
      if (takeUp === 'first')
        logger.warn({ gatewayId }, 'taking over the orders of a dead gateway');
      await lost.takeUp(gateway, takeUp);
    },
    (err) => logger.warn({ err }, 'checking the gateways failed'),
    ownId,
    settings.DISPATCH_HEARTBEAT_MS,
  );
  watch.start();
  return watch;
}
