/** The orders of a gateway: their runner, their workflows, and the gateway's liveness record. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createAttemptActivities } from '../activities/order-batch';
import type { OrderCounts } from '../api/operator/gateway-metrics';
import type { AnswerListener } from '../channel/answer-listener';
import type { MatchedFill } from '../domain/chat';
import { gatewayQueueName } from '../domain/workflow-names';
import { AbandonedOrders } from '../exchange/takeover/abandoned-orders';
import { OrderRunner } from '../exchange/chat/order-runner';
import { GatewayOrders } from '../exchange/takeover/gateway-orders';
import { GatewayWatch } from '../exchange/takeover/gateway-watch';
import { GatewayLife } from '../exchange/takeover/gateways';
import { lotHasEnded } from '../temporal/lots';
import type { Temporal } from '../temporal/connection';
import type { ExchangeParts, Stores } from './parts';
import { chatWorkflows } from './maintenance';
import { startAttemptWorker } from './workers';

const WORKFLOWS_WAIT_MS = 5_000;

export interface OrderHost {
  readonly runner: OrderRunner;
  readonly counts: OrderCounts;
  /** Whether another order may start: limits orders without a workflow, and orders in progress. */
  hasCapacity(): boolean;
  /** Whether arriving orders are reserved without excessive delay. */
  keepsUp(): boolean;
  /** Looks after an order that a client waits for and another process works on. */
  readonly lookAfter?: AbandonedOrders['look'];
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
  const gatewayId = randomUUID().slice(0, 13);
  const taskQueue = gatewayQueueName(settings.TOKENBOOK_DEPLOYMENT, gatewayId);
  const onError = (err: unknown, message: string) => logger.warn({ err }, message);
  const life = new GatewayLife(records, gatewayId);
  const orders = new GatewayOrders({ records, ...exchange }, gatewayId, {
    taskQueue,
    heartbeatMs: settings.DISPATCH_HEARTBEAT_MS,
    watchedMs: settings.ORDER_WATCHED_MS,
  });
  const runner = new OrderRunner(exchange.deps, {
    gatewayId,
    reserved: (orderId) => orders.reserved(orderId),
    async continueAlone(order, begun) {
      await listener.follow(order.orderId);
      await exchange.takenUp.start(order, begun);
    },
    lotEnded: ({ drawnOn }: MatchedFill) => {
      if (drawnOn) lotHasEnded(temporal.client, drawnOn.lotWorkflowId).catch(() => undefined); // the workflow finds it in the records in any case
    },
    onError,
  });
  const worker = await startWorker(taskQueue, stores, temporal, createAttemptActivities(runner));
  await life.begin();
  const watch = watchGateways(stores, exchange, { gatewayId, orders });
  const workflows = chatWorkflows(temporal.client, settings.TOKENBOOK_DEPLOYMENT, exchange.takenUp);
  const left = new AbandonedOrders(exchange.deps, workflows, logger);
  return {
    runner,
    lookAfter: (orderId, wasEnded) => left.look(orderId, wasEnded),
    counts: {
      inProgress: () => runner.count,
      withoutWorkflow: () => watch.waiting,
    },
    keepsUp: () => runner.keepsUp(),
    hasCapacity: () =>
      runner.count < settings.DISPATCHES_PER_WORKER &&
      watch.waiting < settings.ORDERS_WITHOUT_WORKFLOW,
    endOrders: () => runner.stop(settings.SHUTDOWN_TIMEOUT_MS),
    async stop() {
      await Promise.all([watch.stop(), runner.stop(0)]);
      const swept = orders
        .sweep()
        .catch((err: unknown) => onError(err, 'orders are left to others'));
      await Promise.race([swept, delay(WORKFLOWS_WAIT_MS, undefined, { ref: false })]);
      await worker.stop();
      await life.end(orders.waiting === 0);
    },
  };
}

/** Sweeps the orders of dead gateways, and those of the own one. */
export function watchGateways(
  { records, logger, settings }: Stores,
  exchange: ExchangeParts,
  own: { readonly gatewayId: string; readonly orders: GatewayOrders } | null = null,
): GatewayWatch {
  const watch = new GatewayWatch(records, {
    ownId: own?.gatewayId ?? null,
    ownEveryMs: settings.ORDER_GATHER_MS,
    lostMs: settings.DISPATCH_HEARTBEAT_MS,
    ordersOf(gatewayId) {
      if (gatewayId === own?.gatewayId) return own.orders;
      logger.warn({ gatewayId }, 'taking over the orders of a dead gateway');
      return new GatewayOrders({ records, ...exchange }, gatewayId);
    },
    onError: (err, gatewayId) =>
      logger.warn({ err, gatewayId }, 'orders of a gateway were not recovered; they are retried'),
  });
  watch.start();
  return watch;
}
