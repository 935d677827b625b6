/** What workers and the relay do by themselves now and then, at once. */
import { LotWorkflows } from '../../exchange/contracts/lot-workflows';
import { StandingWatch } from '../../exchange/judging/standing-watch';
import { AbandonedOrders } from '../../exchange/takeover/abandoned-orders';
import { LivingFollower } from '../../followers/living/follower';
import { livingKinds } from '../../followers/living/kinds';
import { ContractMaintenance } from '../../exchange/maintenance/contract-maintenance';
import { Maintenance } from '../../exchange/maintenance/maintenance';
import { NameResolver } from '../../exchange/dispatch/name-resolver';
import { HealthProbe } from '../../exchange/probing/endpoint-checks';
import { reconcile } from '../../exchange/maintenance/reconcile';
import { SEALER, closeYesterday } from '../records/scenario';
import type { Exchange } from '../support/exchange';
import { until } from '../support/wait';

export async function maintain(
  { records, settings }: Pick<Exchange, 'records' | 'settings'>,
  fillId: string,
): Promise<void> {
  const ignored = { tell: async () => undefined, suspect: () => undefined };
  const deps = { records, ...ignored, windowMs: 1, onError: raise };
  const standings = new StandingWatch(deps);
  const lotWorkflows = new LotWorkflows(records, raise);
  const log = { info: () => undefined, warn: raise, error: raise };
  const contracts = new ContractMaintenance(records, lotWorkflows, log);
  const pages = { holder: 'test', perPage: 10, leaseMs: 1_000, pauseMs: 0 };
  const nothing = async () => undefined;
  const starts = { wakeOrder: nothing, startLot: nothing, wakeSeller: nothing };
  const names = { lotWorkflowId: () => 'lot', sellerWorkflowId: () => 'seller' };
  const checks = { ...pages, running: async () => new Set<string>(), onError: raise };
  for (const kind of livingKinds(records, { ...names, ...starts })) {
    await new LivingFollower(kind, records, checks).checkNext();
  }
  const workflows = {
    idOf: (orderId: string) => orderId,
    stateOf: async () => 'running' as const,
    restart: async () => null,
    terminate: raise,
  };
  const channel = {} as never;
  const orders = new AbandonedOrders(
    { settings, records, standings, books: {} as never, channel, meter: {} as never },
    workflows,
    log,
  );
  const parts = { records, standings, settings, books: {} as never };
  const maintenance = new Maintenance(parts, orders, contracts, async () => 0, log);
  await maintenance.finishOrphans();
  standings.ended((await records.fills.findOne({ _id: fillId }))!);
  const { lookup } = new NameResolver({ servers: [], local: true });
  const looks = {
    sealer: SEALER,
    lookup,
    budget: { take: async () => true },
    endWorkflow: async () => undefined,
  };
  await new HealthProbe({ records, settings, onError: raise, ...looks }).lookAtDue();
  await reconcile(records);
  await closeYesterday(records);
  await reconcile(records);
  await records.ledger.asks.expired(10);
  await records.ledger.asks.unplaced(0, 10);
  const candle = async () => (await records.candles.countDocuments({ interval: '1m' })) > 0;
  await until(candle, { what: 'a candle', timeoutMs: 30_000 });
}

function raise(err: unknown): never {
  throw err;
}
