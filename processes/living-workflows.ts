/** The checks of a worker that whatever is alive by the records has its workflow. */
import { randomUUID } from 'node:crypto';
import { lotWorkflowId, sellerWorkflowId } from '../domain/workflow-names';
import { LotWorkflows } from '../exchange/contracts/lot-workflows';
import { LivingFollower } from '../followers/living/follower';
import { livingKinds } from '../followers/living/kinds';
import { ContractOrders } from '../temporal/contract-orders';
import type { Temporal } from '../temporal/connection';
import { runningOf } from '../temporal/running-workflows';
import { SellerStandings } from '../temporal/seller-standings';
import type { Stores } from './parts';

const CHECKS = { perPage: 500, leaseMs: 10_000, pauseMs: 30_000 } as const;

export function followLiving(
  { settings, logger, records }: Pick<Stores, 'settings' | 'logger' | 'records'>,
  { client }: Pick<Temporal, 'client'>,
): Pick<LivingFollower, 'stop'> {
  const { TOKENBOOK_DEPLOYMENT: deployment } = settings;
  const orders = new ContractOrders(client, deployment, records);
  const lots = new LotWorkflows(records, (lot) => orders.startLot(lot, 'ALLOW_DUPLICATE'));
  const standings = new SellerStandings(client, deployment);
  const kinds = livingKinds(records, {
    lotWorkflowId: ({ _id }) => lotWorkflowId(deployment, _id),
    sellerWorkflowId: ({ endpointUrl }) => sellerWorkflowId(deployment, endpointUrl),
    wakeOrder: (orderId) => orders.wake(orderId, []),
    startLot: (lot) => lots.again(lot),
    wakeSeller: (seller) => standings.judge(seller),
  });
  const followers = kinds.map(
    (kind) =>
      new LivingFollower(kind, records, {
        ...CHECKS,
        holder: randomUUID(),
        running: (workflowIds) => runningOf(client, workflowIds),
        onError: (err) =>
          logger.warn(
            {
              err,
              of: kind.name,
            },
            'checking workflows failed; the follower retries',
          ),
      }),
  );
  for (const follower of followers) follower.start();
  return { stop: async () => void (await Promise.all(followers.map((one) => one.stop()))) };
}
