/** A complete exchange of real processes for a test. */
import { Client, Connection } from '@temporalio/client';
import Redis from 'ioredis';
import { type Settings, loadSettings } from '../../config/settings';
import { formatPrice } from '../../domain/money';
import { redisKey } from '../../engine/redis-keys';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { checkInvariants } from '../../records/invariants/check-invariants';
import { clientOptions } from '../../temporal/connection-options';
import { closeAll } from './close-all';
import { testSettings } from './environment';
import { ExchangeClient, MODEL, OWN_MODEL } from './exchange-client';
import { forFile } from './for-file';
import { expectKnownKeys } from './known-keys';
import { type PooledProcess, pooledExchange } from './exchange-pool';
import { type TestProcess, startProcess } from './processes';
import type { Addresses } from './servers';
import { until } from './wait';

export {
  type Answer,
  MODEL,
  OWN_MODEL,
  type RegisteredSeller,
  type StreamedAnswer,
  type TestSeller,
  chatBody,
} from './exchange-client';

export interface ExchangeOptions {
  readonly gateways?: number;
  readonly workers?: number;
  readonly relay?: boolean;
  readonly settings?: Partial<Settings>;
  readonly addresses?: Addresses;
  /** Environment of its processes, in addition to their settings. */
  readonly environment?: NodeJS.ProcessEnv;
}

export class Exchange extends ExchangeClient {
  readonly workers: TestProcess[] = [];
  relay: TestProcess | null = null;
  /** Of its Temporal server; connects when it is used, and is closed with the exchange. */
  readonly temporal: Client;
  private readonly startedAt = new Date();
  /** Those that belong to other test files too. */
  private readonly pooled = new Set<TestProcess>();

  private constructor(
    settings: Settings,
    records: WritableRecords,
    private readonly environment: NodeJS.ProcessEnv,
    model = MODEL,
  ) {
    super(settings, records, model);
    this.temporal = new Client({ connection: Connection.lazy(clientOptions(settings)) });
  }

  static async start(options: ExchangeOptions = {}): Promise<Exchange> {
    const settings = await testSettings(options.settings, options.addresses);
    const exchange = new Exchange(
      settings,
      await connectRecords(settings),
      options.environment ?? {},
    );
    const gateways = Array.from({ length: options.gateways ?? 1 }, () => exchange.startGateway());
    const workers = Array.from({ length: options.workers ?? 1 }, () => exchange.startWorker());
    const relay = options.relay ? [exchange.startRelay()] : [];
    const begun = await Promise.allSettled([...gateways, ...workers, ...relay]);
    const failed = begun.find(({ status }) => status === 'rejected');
    if (!failed) return exchange;
    await exchange.stop();
    throw (failed as PromiseRejectedResult).reason;
  }

  /**
   * The exchange with two gateways, a worker and a relay that the test files of this jest worker
   * share in sequence: for tests that change no setting, kill nothing, and read only their own
   * data. Trades `OWN_MODEL` by default. A process that a test starts is its own.
   */
  static async pooled(): Promise<Exchange> {
    const { environment, gateways, workers, relay } = await pooledExchange();
    const settings = loadSettings(environment);
    const exchange = new Exchange(settings, await connectRecords(settings), {}, OWN_MODEL);
    exchange.gateways.push(...gateways.map(shared));
    exchange.workers.push(...workers.map(shared));
    exchange.relay = shared(relay);
    for (const process of exchange.processes()) exchange.pooled.add(process);
    await exchange.forgetFailures();
    await exchange.forgetGuesses();
    await exchange.forgetEndpoints();
    return exchange;
  }

  /** For all tests of a file. */
  static forFile(options?: ExchangeOptions): Exchange {
    return forFile(
      () => Exchange.start(options),
      (exchange) => exchange.stop(),
    );
  }

  static pooledForFile(): Exchange {
    return forFile(
      () => Exchange.pooled(),
      (exchange) => exchange.stop(),
    );
  }

  async startGateway(): Promise<TestProcess> {
    const gateway = await startProcess('gateway', this.settings, this.environment);
    this.gateways.push(gateway);
    return gateway;
  }

  async startWorker(): Promise<TestProcess> {
    const worker = await startProcess('worker', this.settings, this.environment);
    this.workers.push(worker);
    return worker;
  }

  async startRelay(): Promise<TestProcess> {
    this.relay = await startProcess('relay', this.settings, this.environment);
    return this.relay;
  }

  async stop(): Promise<void> {
    const processes = this.processes().filter((process) => !this.pooled.has(process));
    await closeAll([
      () => this.pooled.size > 0 && this.retireSellers(),
      () => Promise.all(this.sellers.map((seller) => seller.close())),
      () => Promise.all(processes.map((process) => process.kill())),
      // Without a worker of its own, its processes are of other releases, whose keys may be others.
      () => this.workers.length > 0 && expectKnownKeys(this.settings.redisUrl),
      () => this.temporal.connection.close(),
      () => this.records.close(),
    ]);
  }

  private processes(): TestProcess[] {
    return [...this.gateways, ...this.workers, ...(this.relay ? [this.relay] : [])];
  }

  /** Wrong keys of one address wait ever longer (ACCESS-2): for tests that send many of them. */
  async forgetGuesses(): Promise<void> {
    const redis = new Redis(this.settings.redisUrl);
    await redis.del(redisKey('guesses', '127.0.0.1'));
    redis.disconnect();
  }

  /** The system hands out a port again that a seller of an earlier file has registered. */
  private async forgetEndpoints(): Promise<void> {
    await this.records.sellers.updateMany({}, [
      {
        $set: {
          endpointUrl: { $concat: ['http://127.0.0.1:1/', '$_id'] },
          endpointIdentity: { $concat: ['http://127.0.0.1:1/', '$_id'] },
          heldEndpoint: { $concat: ['http://127.0.0.1:1/', '$_id'] },
        },
      },
    ]);
  }

  /** With sellers of an earlier file, those of this one would seem to fail together. */
  private async forgetFailures(): Promise<void> {
    const redis = new Redis(this.settings.redisUrl);
    await redis.del(
      redisKey('judgingAnswering'),
      redisKey('judgingBegun'),
      redisKey('judgingPause'),
    );
    redis.disconnect();
    await this.records.judgingPauses.deleteMany({});
  }

  /**
   * The sellers of this file stop. The exchange must not go on to probe them: to the next file it
   * would seem that unrelated sellers fail together.
   */
  private async retireSellers(): Promise<void> {
    await this.withdrawAsks();
    const retired = this.registered.map(({ sellerId }) => sellerId);
    await this.records.sellers.updateMany(
      { _id: { $in: retired } },
      { $set: { standing: 'Banned' } },
    );
  }

  private async withdrawAsks(): Promise<void> {
    for (const { sellerId, apiKey } of this.registered) {
      const open = this.records.asks.find(
        { sellerId, status: 'active' },
        { projection: { _id: 1 } },
      );
      for (const { _id } of await open.toArray()) {
        const headers = { 'x-seller-api-key': apiKey };
        await this.send('DELETE', `/market/v1/sellers/${sellerId}/asks/${_id}`, { headers });
      }
    }
  }

  /** Waits until no work is in progress, then checks every invariant of the ledger. */
  async expectExact(timeoutMs = 90_000): Promise<void> {
    await until(
      async () => (await this.records.fills.countDocuments({ status: 'reserved' })) === 0,
      {
        timeoutMs,
        what: 'every fill to be settled or released',
      },
    );
    const results = await checkInvariants(this.records);
    expect(results.filter(({ status }) => status !== 'ok')).toEqual([]);
  }

  /** Waits until the workflow of every order is completed; that of a refused one may fail. */
  async expectSagasEnded(
    orders: { readonly requestId?: string; readonly status?: 'filled' } = {},
  ): Promise<void> {
    const created = { createdAt: { $gte: this.startedAt }, ...orders };
    const unrecorded = { ...created, unrecordedBy: { $exists: true } };
    const haveStarted = async () => (await this.records.orders.countDocuments(unrecorded)) === 0;
    await until(haveStarted, { what: 'every workflow to start', timeoutMs: 60_000 });
    for (const { workflowId } of await this.records.orders.find(created).toArray()) {
      if (workflowId === null) continue; // refused before anything was reserved
      const { workflow } = this.temporal;
      const hasEnded = async () =>
        (await workflow.getHandle(workflowId).describe()).status.name === 'COMPLETED';
      await until(hasEnded, { what: `workflow ${workflowId} to be completed` });
    }
  }

  /** @param runId of a run that went on in a new one; without it the newest */
  async workflowEnded(workflowId: string, runId?: string): Promise<void> {
    const run = this.temporal.workflow.getHandle(workflowId, runId);
    const isOver = async () => (await run.describe()).status.name !== 'RUNNING';
    await until(isOver, { what: `workflow ${workflowId} to end` });
  }

  /** Waits until the public book matches MongoDB's asks, level by level. */
  async expectBookAgrees(model = this.model, timeoutMs = 30_000): Promise<void> {
    await until(
      async () => {
        const path = `/market/v1/orderbook?model_id=${encodeURIComponent(model)}`;
        const shown = await this.send('GET', path);
        expect(shown.body.asks).toEqual(await this.levelsOfRecords(model));
        return true;
      },
      { timeoutMs, what: 'the book to agree with the records' },
    );
  }

  private async levelsOfRecords(model: string): Promise<{ price: string; quantity: string }[]> {
    const asks = await this.records.asks
      .find({ modelId: model, status: 'active', expiresAt: { $gt: new Date() } })
      .toArray();
    const levels = new Map<bigint, number>();
    for (const ask of asks) {
      if (ask.remainingTokens < ask.lotTokens) continue;
      levels.set(ask.priceScale8, (levels.get(ask.priceScale8) ?? 0) + ask.remainingTokens);
    }
    return [...levels]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([price, quantity]) => ({
        price: formatPrice(price, 'perThousand'),
        quantity: String(quantity),
      }));
  }
}

/** A process that this file did not start and must not stop. */
function shared({ pid, port, adminPort }: PooledProcess): TestProcess {
  const notOurs = (): never => {
    throw new Error('A pooled exchange belongs to other tests too: start one of your own.');
  };
  const exited = new Promise<number | null>(() => undefined);
  return {
    pid,
    port,
    adminPort,
    healthPort: 0,
    alive: true,
    exited,
    output: notOurs,
    kill: notOurs,
  };
}
