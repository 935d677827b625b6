/**
 * The worker process: every task queue, the candles, webhooks, and health probes of sellers'
 * endpoints.
 */
import { randomUUID } from 'node:crypto';
import { identifySellers } from '../exchange/sellers/identify-sellers';
import { redisPrefix } from '../engine/redis-keys';
import { HostBudget } from '../fairness/host-budget';
import { HealthProbe } from '../exchange/probing/endpoint-checks';
import { measureSealing } from '../api/operator/sealing-metrics';
import { measureMaintenance } from '../api/operator/maintenance-metrics';
import { measureFollowers } from '../api/operator/follower-metrics';
import { measureWebhooks } from '../api/operator/webhook-metrics';
import { CandleFollower } from '../followers/candles/follower';
import { WebhookFollower, webhookBudgets } from '../exchange/webhooks/deliver';
import { SellerStandings } from '../temporal/seller-standings';
import { QUEUES } from '../domain/workflow-names';
import { openHealthPort } from './health-port';
import { KeptSetup } from './kept-setup';
import { runProcess } from './lifecycle';
import { connectTemporal } from '../temporal/connection';
import { setUpTemporal } from '../temporal/server-setup';
import { followLiving } from './living-workflows';
import { buildExchange, openStores } from './parts';
import { watchGateways } from './order-host';
import { readinessWith, storeProbes } from './readiness';
import { installRuntime, startWorkers } from './workers';

const FOLLOWER_OPTIONS = { leaseMs: 6_000, gatherMs: 500 } as const;

runProcess('worker', async (settings, logger) => {
  const temporalMetrics = installRuntime(logger, settings.HEALTH_PORT !== undefined);
  const stores = await openStores(settings, logger);
  const temporal = await connectTemporal(settings, logger);
  const exchange = buildExchange(stores, temporal);
  const workers = await startWorkers(QUEUES, stores, temporal, exchange);
  const gateways = watchGateways(stores, exchange);
  const setup = await KeptSetup.keep(
    {
      Temporal: () => setUpTemporal(temporal, settings, logger),
      MongoDB: () => stores.records.createMissing(),
      Redis: () => stores.claimRedis(),
      // Of a process of an earlier release that still runs.
      sellers: () => identifySellers(stores.records, logger),
    },
    logger,
  );
  const candles = new CandleFollower(stores.records, {
    ...FOLLOWER_OPTIONS,
    holder: randomUUID(),
    onError: (err) => logger.warn({ err }, 'the candles fall behind; the follower retries'),
  });
  candles.start();
  const standings = new SellerStandings(temporal.client, settings.TOKENBOOK_DEPLOYMENT);
  const endpoints = new HealthProbe({
    records: stores.records,
    sealer: stores.sealer,
    settings,
    lookup: stores.names.lookup,
    budget: new HostBudget(stores.redis, settings.PROBES_PER_HOST, redisPrefix('probes')),
    endWorkflow: (seller) => standings.end(seller),
    onError: (err) => logger.warn({ err }, 'health probes of sellers failed'),
  });
  endpoints.start();
  const webhooks = new WebhookFollower({
    ...stores,
    lookup: stores.names.lookup,
    budgets: webhookBudgets(stores.redis, settings.PROBES_PER_HOST),
    onError: (err) => logger.warn({ err }, 'delivering webhooks failed; the follower retries'),
  });
  webhooks.start();
  const living = followLiving(stores, temporal);
  const isReady = readinessWith(storeProbes(stores), temporal, settings);
  const health = await openHealthPort(settings, isReady, (registry) => {
    stores.meter.register(registry);
    temporalMetrics?.register(registry);
    measureSealing(registry, stores.sealer);
    measureFollowers(registry, stores.records);
    measureMaintenance(registry, stores.records);
    measureWebhooks(registry, stores.records, webhooks.outcomes);
  });
  return {
    healthPort: health.port,
    async stop() {
      health.close();
      await Promise.all([
        setup.stop(),
        workers.stop(),
        gateways.stop(),
        candles.stop(),
        endpoints.stop(),
        webhooks.stop(),
        living.stop(),
      ]);
      await exchange.close();
      await temporal.close();
      await stores.close();
    },
  };
});
