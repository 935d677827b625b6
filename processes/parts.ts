/** What every process is built of: its stores, its keys, its connection to Temporal. */
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { AbandonedOrders } from '../activities/abandoned-orders';
import { createTicketActivities } from '../activities/buy-ticket';
import { createChatActivities } from '../activities/chat';
import { createContractOrderActivities } from '../activities/contract-orders';
import { ContractUpkeep } from '../activities/contract-upkeep';
import type { ActivityDeps } from '../activities/deps';
import { createSellerClient } from '../activities/dispatch/seller-client';
import { HostBudget } from '../activities/host-budget';
import { endingWhenGivenUp } from '../activities/given-up';
import { beating } from '../activities/heartbeat';
import { CorrelatedFailures } from '../activities/judging/correlated-failures';
import { LotStories, createLotActivities } from '../activities/lots';
import { createSellerActivities } from '../activities/seller';
import { createStandingActivities } from '../activities/seller-standing';
import { SellerProbes } from '../activities/probes';
import { StandingWatch } from '../activities/standing-watch';
import { createUpkeepActivities } from '../activities/upkeep';
import type { AnswerListener } from '../channel/answer-listener';
import { AnswerPublisher } from '../channel/answer-publisher';
import { type Catalog, loadCatalog } from '../config/catalog';
import type { Settings } from '../config/settings';
import { type BookId, bookName } from '../domain/instruments';
import { Sealer } from '../domain/sealing';
import { OrderBooks } from '../engine/book';
import { rebuildBook } from '../engine/rebuild';
import { type Records, connectRecords } from '../records/connect';
import type { Temporal } from '../temporal/connection';
import { ContractOrders } from '../temporal/contract-orders';
import { isRunning, terminate } from '../temporal/schedules';
import { SellerStandings } from '../temporal/seller-standings';

export interface Stores {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly catalog: Catalog;
  readonly redis: Redis;
  readonly records: Records;
  readonly books: OrderBooks;
  readonly sealer: Sealer;
  /** Rebuilds a book that is closed from the records; one that never was is opened. */
  reopen(book: BookId): Promise<void>;
  /** The same for those who only take: a book that nobody ever rested an order in stays unopened. */
  reopenKnown(book: BookId): Promise<boolean>;
  close(): Promise<void>;
}

/** Connects to Redis and MongoDB and loads the matching engine. */
export async function openStores(settings: Settings, logger: Logger): Promise<Stores> {
  const redis = new Redis(settings.redisUrl, {
    maxRetriesPerRequest: 2,
  });
  redis.on('error', (err) => logger.warn({ err: err.message }, 'Redis'));
  const records = await connectRecords(settings);
  const books = new OrderBooks(redis);
  await books.load();
  const reopen = singleFlight((book) => reopenBook(books, records, book));
  return {
    settings,
    logger,
    redis,
    records,
    books,
    reopen,
    async reopenKnown(book) {
      if (!(await records.isBookKnown(book))) return false;
      await reopen(book);
      return true;
    },
    catalog: loadCatalog(settings.CATALOG_FILE),
    sealer: new Sealer(settings.secrets.payloadKeys),
    close: async () => {
      redis.disconnect();
      await records.close();
    },
  };
}

/** The steps of all workflows, ready for a worker. */
export function buildActivities(
  stores: Stores,
  temporal: Temporal,
  listener: AnswerListener | null,
) {
  const sellerClient = createSellerClient(stores.settings);
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
    onError: (err) => stores.logger.warn({ err }, 'a standing was not looked at'),
  });
  const probes = new SellerProbes({
    ...stores,
    sellerClient,
    budget: new HostBudget(stores.redis, stores.settings.PROBES_PER_HOST),
    onResult({ _id: sellerId, endpointUrl }, result) {
      const end = result === 'answered' ? 'answered' : 'failed';
      judging.note({ seller: { sellerId, endpointUrl }, end, accountId: '' });
      if (result === 'failed') watch.failed(sellerId);
    },
    onError: (err) => stores.logger.warn({ err }, 'a seller was not probed'),
  });
  const deps: ActivityDeps = {
    ...stores,
    channel: new AnswerPublisher(stores.redis, stores.sealer, listener),
    sellerClient,
    probes,
    judging,
    standings: watch,
  };
  const chat = createChatActivities(deps);
  const orders = new ContractOrders(temporal.client, stores.settings.TOKENBOOK_DEPLOYMENT, records);
  const stories = new LotStories(records, (lot) => orders.startLot(lot));
  const workflows = {
    isRunning: (workflowId: string) => isRunning(temporal.client, workflowId),
    terminate: (workflowId: string, reason: string) =>
      terminate(temporal.client, workflowId, reason),
  };
  const abandoned = new AbandonedOrders(deps, workflows);
  const upkeep = new ContractUpkeep(records, stories, workflows.isRunning, (orderId) =>
    orders.wake(orderId, []),
  );
  const activities = {
    ...chat,
    ...endingWhenGivenUp({
      ...beating(createSellerActivities(stores)),
      ...beating(createStandingActivities(stores)),
      ...beating(createContractOrderActivities({ ...stores, stories })),
      ...createTicketActivities({ ...stores, stories }),
      ...beating(createLotActivities(stores)),
      ...beating(createUpkeepActivities(deps, abandoned, upkeep)),
    }),
  };
  const close = () => {
    probes.stop();
    return sellerClient.close();
  };
  return { activities, close };
}

/**
 * Rebuilds a book that is closed from the records and writes back the places that it gave to new asks.
 */
async function reopenBook(books: OrderBooks, records: Records, book: BookId): Promise<void> {
  const result = await rebuildBook(books, book, (name, claim) => records.loadBook(name, claim), {
    unlessOpen: true,
  });
  if (result.status !== 'opened') return;
  const { epoch, assigned } = result;
  const { asks } = records.ledger;
  await Promise.all(assigned.map(({ askId, sequence }) => asks.placed(askId, sequence, epoch)));
}

/** Calls for the same book at the same time share one run. */
function singleFlight(run: (book: BookId) => Promise<void>): (book: BookId) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  return (book) => {
    const name = bookName(book);
    const current = running.get(name) ?? run(book).finally(() => running.delete(name));
    running.set(name, current);
    return current;
  };
}
