/**
 * The processes of the exchange in a simulation: their parts are put together by the code that
 * production uses (processes/parts.ts, processes/order-host.ts, processes/relay-parts.ts), on
 * connections whose every call is an effect.
 */
import pino from 'pino';
import { createGuards, type Guards } from '../../api/middleware/guards';
import { chatHandler } from '../../api/buyer/chat/handler';
import { AnswerListener } from '../../channel/answer-listener';
import { loadCatalog } from '../../config/catalog';
import type { Settings } from '../../config/settings';
import { Sealer } from '../../domain/sealing';
import type { BookId } from '../../domain/instruments';
import { queueName } from '../../domain/workflow-names';
import { MarketMetrics } from '../../api/operator/market-metrics';
import { OrderBooks } from '../../engine/book';
import type { RedisClient } from '../../engine/connect-redis';
import { reopening } from '../../exchange/books/reopening';
import { RequestMemory } from '../../exchange/idempotency/request-memory';
import { LackingSellers } from '../../exchange/sellers/lacking-sellers';
import { createSellerClient } from '../../exchange/dispatch/seller-client';
import { noTracing } from '../../exchange/tracing/tracing';
import { WorkTurns } from '../../fairness/work-turns';
import type { WritableRecords } from '../../records/connect';
import { followLiving } from '../../processes/living-workflows';
import { startOrderHost, watchGateways } from '../../processes/order-host';
import { buildActivities, buildExchange, type Stores } from '../../processes/parts';
import { buildRelay } from '../../processes/relay-parts';
import { Actor } from './actors';
import { LostAnnouncements } from './announcements';
import { recordsBehind, redisBehind } from './boundaries';
import type { SimulatedBus } from './bus';
import type { Streams } from './change-stream';
import type { Changes } from './changes';
import { JournalConnection } from './journal-connection';
import { StreamReader } from './reader';
import { LIBRARY } from './redis-process';
import type { Scheduler } from './scheduler';
import { clientOf } from './temporal-client';
import type { TemporalServer } from './temporal-server';
import type { SimulatedSellers } from './sellers';
import { type TradeRoutes, tradeRoutes } from './trade-routes';

export interface Servers {
  readonly settings: Settings;
  readonly records: WritableRecords;
  readonly redis: RedisClient;
  /** MongoDB's own clock is read again. */
  readonly endClock: () => void;
}

/** What the processes of one simulation share. */
export interface Surroundings {
  readonly servers: Servers;
  readonly scheduler: Scheduler;
  readonly temporal: TemporalServer;
  readonly sellers: SimulatedSellers;
  readonly bus: SimulatedBus;
  readonly streams: Streams;
  /** Of journals in Redis. */
  readonly journals: Changes;
  /** The book that a reader follows at every gateway; null without relays. */
  readonly followed: BookId | null;
  /** By how much the clock of a process is ahead, by its name. */
  readonly clocksOffMs: Readonly<Record<string, number>>;
}

export type ProcessKind = 'gateway' | 'worker' | 'relay';

export interface SimulatedProcess {
  readonly actor: Actor;
  readonly kind: ProcessKind;
  readonly stores: Stores;
  /** What a worker does from time to time; null in the others. */
  readonly upkeep: (() => Promise<unknown>) | null;
  /** Of the public stream at a gateway. */
  readonly reader: StreamReader | null;
  /** Null in the others. */
  readonly gateway: {
    readonly chat: ReturnType<typeof chatHandler>;
    readonly trade: TradeRoutes;
    readonly guards: Guards;
  } | null;
}

/** @throws Error when it cannot connect; it is dead then */
export async function startProcess(
  name: string,
  kind: ProcessKind,
  surroundings: Surroundings,
): Promise<SimulatedProcess> {
  const actor = new Actor(name);
  actor.clockOffMs = surroundings.clocksOffMs[name] ?? 0;
  try {
    return await actor.run(async () => {
      const stores = storesOf(kind, surroundings);
      const process = { actor, kind, stores, upkeep: null, reader: null, gateway: null };
      if (kind === 'gateway') return await startGateway(process, surroundings);
      if (kind === 'worker') return startWorker(process, surroundings);
      startRelay(process, surroundings);
      return process;
    });
  } catch (err) {
    actor.isDead = true;
    throw err;
  }
}

function startRelay({ actor, stores }: SimulatedProcess, surroundings: Surroundings): void {
  const { scheduler, temporal, bus } = surroundings;
  const { relay, tape } = buildRelay(stores, clientOf(scheduler, temporal), (message) =>
    bus.publish(actor, message),
  );
  relay.start();
  tape.start();
}

async function startGateway(
  process: SimulatedProcess,
  surroundings: Surroundings,
): Promise<SimulatedProcess> {
  const { stores } = process;
  const listener = new AnswerListener(stores.redis, stores.sealer);
  const { temporal, exchange, poll } = exchangeOf(process, surroundings, listener);
  poll(queueName(stores.settings.TOKENBOOK_DEPLOYMENT, 'orders'));
  const host = await startOrderHost(
    ...([stores, temporal, exchange, listener] as const),
    async (taskQueue, _stores, _temporal, polled) => {
      poll(taskQueue, polled);
      return { stop: () => Promise.resolve() };
    },
  );
  const chat = chatHandler({
    ...stores,
    listener,
    orders: host,
    memory: new RequestMemory(stores),
    lackingSellers: new LackingSellers(stores.records),
    sessions: exchange.deps.sessions,
    reader: { read: () => Promise.reject(new Error('No body is so long')) },
  });
  const { followed, bus } = surroundings;
  const reader = followed && new StreamReader(process.actor, followed, stores, bus);
  void reader?.start();
  const guards = createGuards(stores);
  const trade = tradeRoutes(stores, temporal);
  return { ...process, reader, gateway: { chat, trade, guards } };
}

function startWorker(process: SimulatedProcess, surroundings: Surroundings): SimulatedProcess {
  const { stores } = process;
  const { temporal, exchange, activities, poll } = exchangeOf(process, surroundings, null);
  for (const queue of ['orders', 'contracts', 'sellers'] as const)
    poll(queueName(stores.settings.TOKENBOOK_DEPLOYMENT, queue));
  watchGateways(stores, exchange);
  followLiving(stores, temporal);
  return { ...process, upkeep: () => activities.finishOrphans() };
}

/** What gateways and workers have. */
function exchangeOf(
  { actor, stores }: SimulatedProcess,
  { scheduler, temporal: server, sellers }: Surroundings,
  listener: AnswerListener | null,
) {
  const temporal = clientOf(scheduler, server);
  const agent = sellers.agent();
  const exchange = buildExchange(stores, temporal, listener, (settings, options) =>
    createSellerClient(settings, { ...options, agent }),
  );
  const activities = buildActivities(stores, temporal, exchange);
  const poll = (taskQueue: string, polled: object = activities) =>
    server.poll(taskQueue, { actor, activities: polled as never });
  return { temporal, exchange, activities, poll };
}

function storesOf(
  kind: ProcessKind,
  { servers, scheduler, streams, journals }: Surroundings,
): Stores {
  const { settings } = servers;
  const announcements = new LostAnnouncements(scheduler, servers.redis);
  const reading = new JournalConnection(scheduler, servers.redis, journals);
  const second = kind === 'relay' ? reading : announcements;
  const redis = redisBehind(scheduler, servers.redis, second, journals);
  const records = recordsBehind(servers.records, streams);
  const books = new OrderBooks(redis, LIBRARY);
  const catalog = loadCatalog(settings.CATALOG_FILE);
  return {
    settings,
    redis,
    records,
    books,
    catalog,
    ...reopening(books, records),
    logger: pino({ level: 'silent' }),
    meter: new MarketMetrics(catalog),
    tracing: noTracing,
    sealer: new Sealer(settings.secrets.payloadKeys),
    names: {} as Stores['names'],
    claimRedis: () => Promise.resolve(),
    turns: new WorkTurns(() => false),
    close: async () => announcements.disconnect(),
  };
}
