/** The check of a worker that every open contract order has its workflow. */
import { randomUUID } from 'node:crypto';
import { ContractOrderFollower } from '../followers/contract-orders/follower';
import { ContractOrders } from '../temporal/contract-orders';
import type { Temporal } from '../temporal/connection';
import { runningOf } from '../temporal/running-workflows';
import type { Stores } from './parts';

const ORDER_CHECKS = { ordersPerPage: 500, leaseMs: 60_000, pauseMs: 30_000 } as const;

export function followContractOrders(
  { settings, logger, records }: Pick<Stores, 'settings' | 'logger' | 'records'>,
  { client }: Pick<Temporal, 'client'>,
): ContractOrderFollower {
  const orders = new ContractOrders(client, settings.TOKENBOOK_DEPLOYMENT, records);
  const follower = new ContractOrderFollower(records, {
    ...ORDER_CHECKS,
    holder: randomUUID(),
    running: (workflowIds) => runningOf(client, workflowIds),
    wake: (orderId) => orders.wake(orderId, []),
    onError: (err) => logger.warn({ err }, 'checking contract orders failed; the follower retries'),
  });
  follower.start();
  return follower;
}
