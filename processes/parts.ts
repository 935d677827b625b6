/** The parts of every process: its stores, its keys, its connection to Temporal. */
import type { Logger } from 'pino';
import { createChatActivities } from '../activities/chat';
import { createContractOrderActivities } from '../activities/contract-orders';
import { type Reopening, reopening } from '../exchange/books/reopening';
import type { ExchangeDeps } from '../exchange/deps';
import { NameResolver } from '../exchange/dispatch/name-resolver';
import { createSellerClient } from '../exchange/dispatch/seller-client';
import { HostBudget } from '../fairness/host-budget';
import { endingWhenGivenUp } from '../activities/given-up';
import { beating } from '../activities/heartbeat';
import { CorrelatedFailures } from '../exchange/judging/correlated-failures';
import { createLotActivities } from '../activities/lots';
import { LotWorkflows } from '../exchange/contracts/lot-workflows';
import { createSellerActivities } from '../activities/seller';
import { createStandingActivities } from '../activities/seller-standing';
import { failingForTemporal } from '../activities/step-failures';
import { createTicketActivities } from '../activities/tickets';
import { SellerProbes } from '../exchange/probing/probes';
import { LoopLoad } from '../fairness/loop-load';
import { StandingService } from '../exchange/judging/standing-service';
import { EndpointRegister } from '../exchange/sellers/endpoint-register';
import { Sessions } from '../exchange/chat/sessions';
import { LearnedLimits } from '../exchange/sellers/learned-limits';
import { Upstreams } from '../exchange/sellers/upstreams';
import { identifySellers } from '../exchange/sellers/identify-sellers';
import { RedisRowLocks } from '../exchange/row-locks/redis-row-locks';
import { StandingWatch } from '../exchange/judging/standing-watch';
import type { Tracing } from '../exchange/tracing/tracing';
import { WorkTurns } from '../fairness/work-turns';
import { createOrderBatchActivities } from '../activities/order-batch';
import { createMaintenanceActivities } from '../activities/maintenance';
import { MarketMetrics } from '../api/operator/market-metrics';
import type { AnswerListener } from '../channel/answer-listener';
import { AnswerPublisher } from '../channel/answer-publisher';
import { type Catalog, loadCatalog } from '../config/catalog';
import type { Settings } from '../config/settings';
import { Sealer } from '../domain/sealing';
import { withoutCredentials } from '../domain/without-credentials';
import { redisPrefix } from '../engine/redis-keys';
import { OrderBooks } from '../engine/book';
import {
  connectRedis,
  firstCommand,
  primariesOf,
  type RedisClient,
  waitingDuplicate,
} from '../engine/connect-redis';
import { claimDeployment, ownSecrets } from '../records/mongodb/claim-deployment';
import { needsOf } from '../engine/redis-needs';
import { claimRedis } from '../engine/redis-market';
import { type Records, connectRecords } from '../records/connect';
import { JOURNAL_REMEDY, isMajorityJournaled } from '../records/mongodb/majority-journal';
import type { Temporal } from '../temporal/connection';
import { OrderRecording } from '../exchange/takeover/order-recording';
import { TakenUpOrders } from '../exchange/takeover/taken-up-orders';
import { ChatOrders } from '../temporal/chat-orders';
import { ContractOrders } from '../temporal/contract-orders';
import { buildMaintenance } from './maintenance';
import { stateOf } from '../temporal/schedules';
import { SellerStandings } from '../temporal/seller-standings';
import { openTracing } from './tracing';

export interface Stores extends Reopening {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly catalog: Catalog;
  readonly redis: RedisClient;
  /** Marks it as this market's; one that was emptied has no mark. @throws Error for that of another market */
  readonly claimRedis: () => Promise<void>;
  readonly records: Records;
  readonly books: OrderBooks;
  readonly sealer: Sealer;
  /** Resolver for sellers' host names, one for the whole process. */
  readonly names: NameResolver;
  /** Fair queue for the participants in this process's work. */
  readonly turns: WorkTurns;
  readonly meter: MarketMetrics;
  readonly tracing: Tracing;
  close(): Promise<void>;
}

/** Connects to Redis and MongoDB and loads the matching engine. */
export async function openStores(settings: Settings, logger: Logger): Promise<Stores> {
  const redis = connectRedis(settings.redisUrl, { maxRetriesPerRequest: 2 });
  redis.on('error', (err) => logger.warn({ err: err.message }, 'Redis'));
  const catalog = loadCatalog(settings.CATALOG_FILE);
  const meter = new MarketMetrics(catalog);
  const lockGrants = waitingDuplicate(redis);
  lockGrants.on('error', (err) => logger.warn({ err: err.message }, 'Redis'));
  const locks = new RedisRowLocks(redis, lockGrants, settings, (err) =>
    logger.warn({ err }, 'commits of several processes do not wait for their turn'),
  );
  const records = await connectRecords(settings, { meter, locks });
  if ((await isMajorityJournaled(records.connection.db!)) === false) logger.warn(JOURNAL_REMEDY);
  const mark = await claimDeployment(records.deployments, ownSecrets(settings));
  await identifySellers(records, logger);
  const books = new OrderBooks(redis);
  const claim = () => claimRedis(redis, settings, mark);
  const begin = async () => {
    await claim();
    await books.load();
    await warnOfNeeds(redis, logger);
  };
  await firstCommand(redis, begin).catch((err: Error) => {
    throw new Error(`Redis at ${withoutCredentials(settings.redisUrl)}: ${err.message}`);
  });
  const load = new LoopLoad();
  const tracing = await openTracing(settings, logger);
  return {
    settings,
    logger,
    redis,
    claimRedis: claim,
    records,
    books,
    ...reopening(books, records),
    catalog,
    meter,
    tracing,
    sealer: new Sealer(settings.secrets.payloadKeys, (keyId) =>
      logger.error({ keyId }, 'stored data is encrypted with a key that PAYLOAD_KEYS lacks'),
    ),
    names: new NameResolver({ servers: settings.nameServers, local: settings.local }),
    turns: new WorkTurns(() => load.isBusy),
    close: async () => {
      redis.disconnect();
      lockGrants.disconnect();
      await Promise.all([records.close(), tracing.close()]);
    },
  };
}

async function warnOfNeeds(redis: RedisClient, logger: Logger): Promise<void> {
  for (const server of primariesOf(redis)) {
    const needs = await needsOf(server, await server.info());
    const unmet = needs.filter(({ isMet }) => !isMet);
    for (const { check, found, remedy } of unmet) logger.warn({ check, found }, remedy);
  }
}

/** Dependencies of the services of a process. */
export interface ExchangeParts {
  readonly deps: ExchangeDeps;
  readonly recording: OrderRecording;
  readonly takenUp: TakenUpOrders;
  close(): Promise<void>;
}

/**
 * @param listener the waiting requests of this process
 * @param connectSellers how it reaches sellers; the simulator has sellers of its own
 */
export function buildExchange(
  stores: Stores,
  temporal: Temporal,
  listener: AnswerListener | null = null,
  connectSellers: typeof createSellerClient = createSellerClient,
): ExchangeParts {
  const sellerClient = connectSellers(stores.settings, {
    lookup: stores.names.lookup,
    isLimited: () => stores.turns.isLimited(),
  });
  const { records } = stores;
  const standings = new SellerStandings(temporal.client, stores.settings.TOKENBOOK_DEPLOYMENT);
  const judging = new CorrelatedFailures({
    ...stores,
    windowMs: stores.settings.JUDGING_WINDOW_MS,
  });
  const watch = new StandingWatch({
    records,
    tell: (seller) => standings.judge(seller),
    suspect: (sellerId, modelId) => probes.suspect(sellerId, modelId),
    windowMs: stores.settings.JUDGING_WINDOW_MS,
    onError: (err) => stores.logger.warn({ err }, 'checking a standing failed'),
  });
  const probes = new SellerProbes({
    ...stores,
    sellerClient,
    budget: new HostBudget(stores.redis, stores.settings.PROBES_PER_HOST, redisPrefix('probes')),
    onResult({ _id: sellerId, endpointUrl }, result) {
      const end = result === 'answered' ? 'answered' : 'failed';
      judging.note({ seller: { sellerId, endpointUrl }, end, participant: '' });
      if (result === 'failed') watch.failed(sellerId);
    },
    onError: (err) => stores.logger.warn({ err }, 'probing a seller failed'),
  });
  const deps: ExchangeDeps = {
    ...stores,
    channel: new AnswerPublisher(stores.redis, stores.sealer, listener),
    sellerClient,
    upstreams: new Upstreams(records, stores.sealer),
    sessions: new Sessions(stores.redis),
    learnedLimits: new LearnedLimits(records),
    probes,
    judging,
    standings: watch,
  };
  const orders = new ChatOrders(temporal.client, stores.settings.TOKENBOOK_DEPLOYMENT);
  const recording = new OrderRecording(records, {
    deployment: stores.settings.TOKENBOOK_DEPLOYMENT,
    ordersMax: stores.settings.ORDERS_PER_WORKFLOW,
    startBatch: (workflowId, batch) => orders.startBatch(workflowId, batch),
    onSetAside: (orderId, err) => stores.logger.error({ err, orderId }, 'an order is set aside'),
  });
  const close = () => {
    probes.stop();
    return sellerClient.close();
  };
  return { deps, recording, takenUp: new TakenUpOrders(deps, orders, recording), close };
}

/** The activities of all workflows, ready for a worker. */
export function buildActivities(
  stores: Stores,
  temporal: Temporal,
  { deps, takenUp }: ExchangeParts,
) {
  const { records } = stores;
  const { TOKENBOOK_DEPLOYMENT: deployment } = stores.settings;
  const chat = createChatActivities(deps, (id) => stateOf(temporal.client, id));
  const orders = new ContractOrders(temporal.client, deployment, records);
  const lotWorkflows = new LotWorkflows(records, (lot) => orders.startLot(lot));
  const maintenance = buildMaintenance(temporal, deps, takenUp, lotWorkflows);
  const register = new EndpointRegister(
    records,
    (host) => stores.names.resolve(host),
    stores.sealer,
  );
  return {
    ...chat,
    ...createOrderBatchActivities(deps, takenUp),
    ...failingForTemporal(
      endingWhenGivenUp({
        ...beating(createSellerActivities(register)),
        ...beating(createStandingActivities(new StandingService(stores))),
        ...beating(createContractOrderActivities({ ...stores, lotWorkflows })),
        ...createTicketActivities({ ...stores, lotWorkflows }),
        ...beating(createLotActivities(stores)),
        ...beating(createMaintenanceActivities(maintenance)),
      }),
    ),
  };
}
