/** The gateway process: the public port, the operator port, and a worker for orders on the same connection. */
import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Gateway, createGateway } from '../api/app';
import { chatRouter } from '../api/buyer/chat/router';
import { AnswerListener } from '../channel/answer-listener';
import { loadTokenizer } from '../domain/tokens';
import { publicJwks } from '../domain/signing';
import { ChatOrders } from '../temporal/chat-orders';
import { ContractOrders } from '../temporal/contract-orders';
import { connectTemporal } from '../temporal/connection';
import { Registrations } from '../temporal/registrations';
import { SellerStandings } from '../temporal/seller-standings';
import { runProcess } from './lifecycle';
import { openStores } from './parts';
import { readiness, storeProbes, temporalProbe } from './readiness';
import { installRuntime, startWorkers } from './workers';

/** Streams that are under way get this long to end when the gateway stops. */
const DRAIN_MS = 20_000;

runProcess('gateway', async (settings, logger) => {
  installRuntime(logger);
  loadTokenizer();
  const stores = await openStores(settings, logger);
  const temporal = await connectTemporal(settings);
  const deployment = settings.TOKENBOOK_DEPLOYMENT;
  const listener = new AnswerListener(stores.redis, stores.sealer);
  const workers =
    settings.GATEWAY_WORKER === 'on'
      ? await startWorkers(['orders'], stores, temporal, listener)
      : null;
  const gateway: Gateway = createGateway({
    ...stores,
    contractOrders: new ContractOrders(temporal.client, deployment, stores.records),
    registrations: new Registrations(temporal.client, deployment),
    standings: new SellerStandings(temporal.client, deployment),
    signingJwk: publicJwks(settings.secrets.signingKey).keys[0]!,
    chat: chatRouter({ ...stores, listener, orders: new ChatOrders(temporal.client, deployment) }),
    readiness: readiness({
      ...storeProbes(stores),
      ...temporalProbe(temporal),
      stream: () => gateway.stream.probe(),
    }),
  });
  const { publicApp, adminApp, stream } = gateway;
  const publicServer = await listen(publicApp, settings.PORT, settings.BIND_ADDRESS);
  await stream.attach(publicServer);
  const adminServer = await listen(adminApp, settings.ADMIN_PORT, settings.ADMIN_BIND_ADDRESS);
  return {
    port: portOf(publicServer),
    adminPort: portOf(adminServer),
    async stop() {
      await Promise.all([stream.close(), drain(publicServer), drain(adminServer)]);
      listener.close();
      await workers?.stop();
      await temporal.close();
      await stores.close();
    },
  };
});

async function listen(app: RequestListener, port: number, address: string): Promise<Server> {
  const server = createServer(
    { requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 65_000 },
    app,
  );
  server.listen(port, address);
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Takes no new connection, lets requests that are under way end, then closes what is left. */
async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(timer);
}
