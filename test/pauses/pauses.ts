/** Lets a server or a process stand still under load, and looks at what it left behind. */
import Redis from 'ioredis';
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import { type Stores, openStores } from '../../processes/parts';
import type { Exchange } from '../support/exchange';
import type { ServerName, TestServers } from '../support/servers';
import { type LoadName, Loads, type Tally } from './loads';
import { lookAfterwards } from './quiet';

export const SERVERS = ['mongod', 'redis', 'temporal'] as const;
export const PROCESSES = ['gateway', 'worker', 'relay'] as const;
export const PAUSED = [...SERVERS, ...PROCESSES] as const;
export type Paused = (typeof PAUSED)[number];

/** The load begins before the pause and ends after it. */
const BEFORE_MS = 500;
const AFTER_MS = 1_500;

export interface Pause {
  readonly paused: Paused;
  readonly seconds: number;
  readonly loads: readonly LoadName[];
  /** Requests of each kind. */
  readonly count: number;
}

export interface Outcome extends Pause {
  readonly tallies: ReadonlyMap<LoadName, Tally>;
  readonly closedAfterMs: number;
  readonly faults: readonly string[];
}

export class Pauses {
  private constructor(
    private readonly exchange: Exchange,
    private readonly servers: TestServers,
    private readonly stores: Stores,
    private readonly redis: Redis,
  ) {}

  static async open(exchange: Exchange, servers: TestServers): Promise<Pauses> {
    const stores = await openStores(exchange.settings, pino({ level: 'silent' }));
    return new Pauses(exchange, servers, stores, new Redis(exchange.settings.redisUrl));
  }

  async close(): Promise<void> {
    this.redis.disconnect();
    await this.stores.close();
  }

  async one(pause: Pause): Promise<Outcome> {
    const { exchange, stores, redis } = this;
    const loads = new Loads(exchange, stores);
    await loads.open();
    const pauseMs = pause.seconds * 1_000;
    const overMs = BEFORE_MS + pauseMs + AFTER_MS;
    const underWay = Promise.all(
      pause.loads.map((load) => loads.run(load, load === 'rebuild' ? 3 : pause.count, overMs)),
    );
    await delay(BEFORE_MS);
    const goOn = this.stop(pause.paused);
    try {
      await delay(pauseMs);
    } finally {
      goOn();
    }
    const [aftermath] = await Promise.all([
      underWay.then(() => lookAfterwards(exchange, redis, stores.books, loads.model)),
      underWay,
    ]);
    const contradicted = await loads.observer.violations(exchange.records);
    const faults = [...aftermath.faults, ...contradicted];
    return { ...pause, tallies: loads.tallies, closedAfterMs: aftermath.closedAfterMs, faults };
  }

  /** @returns what lets it go on */
  private stop(paused: Paused): () => void {
    if ((SERVERS as readonly string[]).includes(paused)) {
      return this.servers.pause(paused as ServerName);
    }
    const { gateways, workers, relay } = this.exchange;
    const [standing] = { gateway: gateways, worker: workers, relay: [relay] }[paused as 'relay'];
    const { pid } = standing!;
    process.kill(pid, 'SIGSTOP');
    return () => process.kill(pid, 'SIGCONT');
  }
}
