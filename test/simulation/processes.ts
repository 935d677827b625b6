/**
 * The processes of the exchange in a simulation: their parts are put together by the code that
 * production uses (processes/parts.ts, processes/order-host.ts), on connections whose every call is
 * an effect.
 */
import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import pino from 'pino';
import { chatHandler } from '../../api/buyer/chat/handler';
import { AnswerListener } from '../../channel/answer-listener';
import { loadCatalog } from '../../config/catalog';
import type { Settings } from '../../config/settings';
import { Sealer } from '../../domain/sealing';
import { queueName } from '../../domain/workflow-names';
import { MarketMetrics } from '../../api/operator/market-metrics';
import { OrderBooks } from '../../engine/book';
import type { RedisClient } from '../../engine/connect-redis';
import { reopening } from '../../exchange/books/reopening';
import { RequestMemory } from '../../exchange/chat/request-memory';
import { createSellerClient } from '../../exchange/dispatch/seller-client';
import { noTracing } from '../../exchange/tracing';
import { WorkTurns } from '../../exchange/work-turns';
import type { WritableRecords } from '../../records/connect';
import { startOrderHost, watchGateways } from '../../processes/order-host';
import { buildActivities, buildExchange, type Stores } from '../../processes/parts';
import type { Temporal } from '../../temporal/connection';
import { Actor } from './actors';
import { LostAnnouncements } from './announcements';
import { recordsBehind, redisBehind } from './boundaries';
import type { Scheduler } from './scheduler';
import type { TemporalServer } from './temporal-server';
import type { SimulatedSellers } from './sellers';

export interface Servers {
  readonly settings: Settings;
  readonly records: WritableRecords;
  readonly redis: RedisClient;
}

/** What the processes of one simulation share. */
export interface Surroundings {
  readonly servers: Servers;
  readonly scheduler: Scheduler;
  readonly temporal: TemporalServer;
  readonly sellers: SimulatedSellers;
}

export interface SimulatedProcess {
  readonly actor: Actor;
  readonly stores: Stores;
  readonly activities: ReturnType<typeof buildActivities>;
  /** Null in a worker. */
  readonly gateway: { readonly chat: ReturnType<typeof chatHandler> } | null;
}

export async function startProcess(
  name: string,
  kind: 'gateway' | 'worker',
  surroundings: Surroundings,
): Promise<SimulatedProcess> {
  const actor = new Actor(name);
  return actor.run(async () => {
    const stores = storesOf(surroundings);
    const temporal = clientOf(surroundings);
    const listener = new AnswerListener(stores.redis, stores.sealer);
    const agent = surroundings.sellers.agent();
    const exchange = buildExchange(stores, temporal, listener, (settings, options) =>
      createSellerClient(settings, { ...options, agent }),
    );
    const activities = buildActivities(stores, temporal, exchange);
    const poll = (taskQueue: string, polled: object) =>
      surroundings.temporal.poll(taskQueue, { actor, activities: polled as never });
    poll(queueName(stores.settings.TOKENBOOK_DEPLOYMENT, 'orders'), activities);
    if (kind === 'worker') {
      watchGateways(stores, exchange);
      return { actor, stores, activities, gateway: null };
    }
    const host = await startOrderHost(
      ...([stores, temporal, exchange, listener] as const),
      async (taskQueue, _stores, _temporal, polled) => {
        poll(taskQueue, polled);
        return { stop: () => Promise.resolve() };
      },
    );
    const chat = chatHandler({
      ...{ ...stores, listener, orders: host, memory: new RequestMemory(stores) },
      reader: { read: () => Promise.reject(new Error('No body is so long')) },
    });
    return { actor, stores, activities, gateway: { chat } };
  });
}

function storesOf({ servers, scheduler }: Surroundings): Stores {
  const { settings } = servers;
  const announcements = new LostAnnouncements(scheduler, servers.redis);
  const redis = redisBehind(scheduler, servers.redis, announcements);
  const records = recordsBehind(scheduler, servers.records);
  const books = new OrderBooks(redis);
  const catalog = loadCatalog(settings.CATALOG_FILE);
  return {
    ...{ settings, redis, records, books, catalog, ...reopening(books, records) },
    logger: pino({ level: 'silent' }),
    meter: new MarketMetrics(catalog),
    tracing: noTracing,
    sealer: new Sealer(settings.secrets.payloadKeys),
    names: {} as Stores['names'],
    turns: new WorkTurns(() => false),
    close: async () => announcements.disconnect(),
  };
}

/** The client of Temporal's SDK, as far as the chats use it. */
function clientOf({ scheduler, temporal }: Surroundings): Temporal {
  const lost = () => new Error('14 UNAVAILABLE: the simulation lost the connection');
  const handleOf = (workflowId: string) => ({
    describe: () =>
      scheduler.effect('temporal.describe', async () => {
        const workflow = temporal.workflows.get(workflowId);
        if (!workflow) throw new WorkflowNotFoundError('unknown', workflowId, undefined);
        return { status: { name: workflow.status } };
      }),
    terminate: () =>
      scheduler.effect('temporal.terminate', async () => temporal.terminate(workflowId)),
    signal: () => scheduler.effect('temporal.signal', async () => undefined),
  });
  const workflow = {
    start: (
      type: string,
      options: { workflowId: string; taskQueue: string; args: readonly unknown[] },
    ) => {
      const { workflowId, taskQueue, args } = options;
      const start = async () => {
        if (temporal.start(type, workflowId, taskQueue, args)) return;
        if (temporal.workflows.get(workflowId)!.status === 'RUNNING') return;
        throw new WorkflowExecutionAlreadyStartedError('started', workflowId, type);
      };
      return scheduler.effect(`temporal.start ${type}`, start, lost);
    },
    signalWithStart: () =>
      scheduler.effect('temporal.signalWithStart', async () => undefined, lost),
    getHandle: handleOf,
  };
  const withDeadline = <T>(_deadline: number, run: () => Promise<T>) => run();
  return { client: { workflow, withDeadline }, connection: {} } as unknown as Temporal;
}
