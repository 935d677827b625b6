/** An exchange that is moved from one release to another while buyers use it. */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import Redis from 'ioredis';
import pino from 'pino';
import { openStores } from '../../processes/parts';
import { closeAll } from '../support/close-all';
import { Exchange } from '../support/exchange';
import type { Addresses } from '../support/servers';
import { type Watched, expectNothingLost } from './aftermath';
import { Fleet } from './fleet';
import type { Release } from './release';
import { SteadyLoad } from './steady-load';

/** Of each kind of process. */
const PROCESSES = 2;
/** The order of docs/operate/upgrade.md. */
const KINDS = ['worker', 'gateway', 'relay'] as const;
const UNLIMITED = 1_000_000;

export class ChangeOver {
  private readonly beganAtMs = performance.now();
  private toldFailures = 0;

  private constructor(
    private readonly fleet: Fleet,
    private readonly watched: Watched,
  ) {}

  /** Starts the processes of a release on servers without data, and opens a market. */
  static async begin(release: Release, addresses: Addresses): Promise<ChangeOver> {
    const exchange = await Exchange.start({
      addresses,
      gateways: 0,
      workers: 0,
      settings: {
        SHUTDOWN_DELAY_MS: 1_000,
        CHAT_QUOTA: UNLIMITED,
        ASKS_QUOTA: UNLIMITED,
        ORDERS_QUOTA: UNLIMITED,
        REGISTRATION_QUOTA: UNLIMITED,
      },
    });
    const fleet = new Fleet(exchange);
    for (const kind of KINDS) {
      await Promise.all(Array.from({ length: PROCESSES }, () => fleet.start(kind, release)));
    }
    const { settings } = exchange;
    const stores = await openStores(settings, pino({ level: 'silent' }));
    const connection = await Connection.connect({ address: settings.temporalAddress });
    const client = new Client({ connection, namespace: settings.TEMPORAL_NAMESPACE });
    const redis = new Redis(settings.redisUrl);
    const load = new SteadyLoad(exchange, stores);
    const changeOver = new ChangeOver(fleet, { exchange, load, stores, redis, client });
    await load.open();
    return changeOver;
  }

  /**
   * Replaces every process by one of this release under load, with orders that rest from before
   * until after it.
   * @param isTolerated the failures that are no fault here
   * @throws when another request failed, or anything is lost afterwards
   */
  async to(
    release: Release,
    steadyMs: number,
    isTolerated?: (failure: string) => boolean,
  ): Promise<void> {
    const { load } = this.watched;
    await load.placeResting(3);
    load.begin();
    try {
      await delay(steadyMs);
      this.tell('before');
      for (const kind of KINDS) {
        await this.fleet.replace(kind, release, steadyMs / 4);
        this.tell(`${kind}s replaced by ${release.name}`);
      }
      await load.fillOldest();
      await load.cancelOldest();
      await delay(steadyMs);
    } finally {
      await load.end();
      this.tell(JSON.stringify({ ...load.result(), errors: this.fleet.errors() }, null, 2));
    }
    await expectNothingLost(this.watched, isTolerated);
    this.tell(`on ${release.name} nothing is lost`);
  }

  async close(): Promise<void> {
    const { exchange, stores, redis, client } = this.watched;
    await closeAll([
      () => this.fleet.close(),
      () => exchange.stop(),
      () => stores.close(),
      () => redis.disconnect(),
      () => client.connection.close(),
    ]);
  }

  private tell(line: string): void {
    const seconds = Math.round((performance.now() - this.beganAtMs) / 1_000);
    const { sent, failures } = this.watched.load.result();
    const count = Object.values(sent).reduce((sum, one) => sum + one, 0);
    process.stderr.write(`${seconds} s: ${line}; ${count} requests, ${failures.length} failed\n`);
    for (const failure of failures.slice(this.toldFailures)) process.stderr.write(`  ${failure}\n`);
    this.toldFailures = failures.length;
  }
}
