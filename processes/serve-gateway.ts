/**
 * A gateway: the public port, the operator port, the orders that it starts, and an orders worker on
 * the same connection.
 */
import type { Logger } from 'pino';
import { type Gateway, createGateway } from '../api/app';
import { chatRoute } from '../api/buyer/chat/route';
import { measureAnswers, measureOrders } from '../api/operator/gateway-metrics';
import { AnswerListener } from '../channel/answer-listener';
import type { Settings } from '../config/settings';
import { RequestMemory } from '../exchange/idempotency/request-memory';
import { LackingSellers } from '../exchange/sellers/lacking-sellers';
import { loadTokenizer } from '../domain/tokens';
import { publicJwks } from '../domain/signing';
import { ContractOrders } from '../temporal/contract-orders';
import { connectTemporal } from '../temporal/connection';
import { Registrations } from '../temporal/registrations';
import { SellerStandings } from '../temporal/seller-standings';
import { ChatPool } from './compute/chat-pool';
import { Departure, STOPPING } from './departure';
import { DrainingServer } from './draining-server';
import type { RunningProcess } from './lifecycle';
import { startOrderHost } from './order-host';
import { RefusedConnections } from './refused-connections';
import { startTestSellers } from './test-sellers';
import { type ExchangeParts, type Stores, buildExchange, openStores } from './parts';
import { readiness, readinessWith, storeProbes } from './readiness';
import { installRuntime, startWorkers } from './workers';

/** @param startHost starts the host of the orders; the benchmark's host has no workflows */
export async function serveGateway(
  settings: Settings,
  logger: Logger,
  startHost: typeof startOrderHost = startOrderHost,
): Promise<RunningProcess> {
  const temporalMetrics = installRuntime(logger);
  loadTokenizer();
  const stores = await openStores(settings, logger);
  const temporal = await connectTemporal(settings, logger);
  const { TOKENBOOK_DEPLOYMENT: deployment, secrets } = settings;
  const listener = new AnswerListener(stores.redis, stores.sealer);
  const exchange = buildExchange(stores, temporal, listener);
  const hasWorker = settings.GATEWAY_WORKER === 'on';
  const workers = hasWorker ? await startWorkers(['orders'], stores, temporal, exchange) : null;
  const host = await startHost(stores, temporal, exchange, listener);
  const departure = new Departure();
  const reader = new ChatPool({ threads: settings.READER_THREADS });
  const registrations = new Registrations(temporal.client, deployment);
  const serving = {
    process: async () => departure.check(),
    ...storeProbes(stores),
    stream: () => gateway.stream.probe(),
  };
  const refused = new RefusedConnections(logger);
  const gateway: Gateway = createGateway({
    ...stores,
    contractOrders: new ContractOrders(temporal.client, deployment, stores.records),
    registrations,
    standings: new SellerStandings(temporal.client, deployment),
    signingJwks: publicJwks(secrets.signingKey, ...secrets.otherSigningKeys),
    chat: chatRoute({ ...stores, ...chatParts(stores, exchange), listener, reader, orders: host }),
    measure(registry) {
      for (const meter of [stores.meter, temporalMetrics]) meter?.register(registry);
      measureOrders(registry, host.counts, stores.records);
      measureAnswers(registry, listener);
      refused.measure(registry);
    },
    readiness: readinessWith(serving, temporal, settings),
    serving: readiness(serving),
  });
  const { publicServer, adminServer } = await listen(gateway, settings, refused);
  const testSellers = startTestSellers(stores, registrations, publicServer.port);
  return {
    port: publicServer.port,
    adminPort: adminServer.port,
    async stop() {
      await Promise.all([testSellers?.stop(), departure.leave(settings.shutdownDelayMs)]);
      const withinMs = settings.SHUTDOWN_TIMEOUT_MS;
      await Promise.all([
        gateway.stream.close(),
        publicServer.drain(withinMs, () => listener.refuseAll(STOPPING)),
        adminServer.drain(withinMs),
        host.endOrders(),
      ]);
      await gateway.refusals.end();
      await host.stop();
      listener.close();
      await workers?.stop();
      await exchange.close();
      await reader.close();
      await temporal.close();
      await stores.close();
    },
  };
}

function chatParts(stores: Stores, { deps }: ExchangeParts) {
  return {
    memory: new RequestMemory(stores),
    lackingSellers: new LackingSellers(stores.records),
    sessions: deps.sessions,
  };
}

async function listen(
  { publicApp, adminApp, stream }: Gateway,
  settings: Settings,
  refused: RefusedConnections,
) {
  const { PORT, BIND_ADDRESS, ADMIN_PORT, ADMIN_BIND_ADDRESS, PUBLIC_URL } = settings;
  const { KEEP_ALIVE_MS: keepMs } = settings;
  const publicServer = await DrainingServer.listen(publicApp, PORT, BIND_ADDRESS, keepMs);
  refused.limit(publicServer.http, settings);
  publicServer.refuseMalformed({ surface: 'buyer', publicUrl: PUBLIC_URL });
  publicServer.leaveUpgraded();
  await stream.attach(publicServer.http);
  const adminServer = await DrainingServer.listen(adminApp, ADMIN_PORT, ADMIN_BIND_ADDRESS, keepMs);
  adminServer.refuseMalformed({ surface: 'operator', publicUrl: PUBLIC_URL });
  return { publicServer, adminServer };
}
