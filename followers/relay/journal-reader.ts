/**
 * Reads the journals of many books as they grow: a blocking XREAD returns when an event is
 * committed, on a dedicated connection.
 *
 * On a single Redis one connection reads all journals. A cluster accepts one slot per command, so
 * each journal has its own connection there.
 */
import { Cluster } from 'ioredis';
import { setTimeout as delay } from 'node:timers/promises';
import { type RedisClient, waitingDuplicate } from '../../engine/connect-redis';
import type { JournalPosition } from '../../engine/journal';
import { unpackEvent, type BookEvent } from '../../engine/layouts';
import { isRedisAway } from '../../engine/redis-away';

/** How long Redis blocks without events. */
const BLOCK_MS = 1_000;
const PAUSE_MS = 100;
/**
 * Adding a journal interrupts the current read; the interrupt is repeated if that read had not
 * started yet.
 */
const UNBLOCK_EVERY_MS = 20;
const UNBLOCKS = 5;
const EVENTS_PER_READ = 500;
/** Between two tries to read a journal that Redis refuses. */
const REFUSED_PAUSE_MS = 1_000;

export interface Subscription {
  /** Key of the stream. */
  readonly key: string;
  readonly from: JournalPosition;
  /** Receives the next events, oldest first. Must not throw. */
  deliver(events: readonly BookEvent[]): void;
}

export interface JournalReader {
  /**
   * One subscription per journal at a time.
   * @returns a function that ends it
   */
  subscribe(subscription: Subscription): () => void;
  stop(): Promise<void>;
}

/** @param onError Redis could not be read; the read is retried */
export function openJournalReader(
  redis: RedisClient,
  onError: (err: unknown) => void,
): JournalReader {
  return redis instanceof Cluster
    ? new ClusterReader(redis, onError)
    : new ConnectionReader(redis, onError);
}

interface Reading {
  readonly subscription: Subscription;
  /** `<epoch>-<version>` of the last delivered event. */
  last: string;
  /** Whether a read includes it. */
  isRead: boolean;
  /** Redis refused it: until then the others are read without it, by `performance.now()`. */
  refusedUntil: number;
}

/** One connection and the journals that it reads. */
class ConnectionReader implements JournalReader {
  private readonly readings = new Set<Reading>();
  private readonly redis: RedisClient;
  /** Id of the reading connection; null while it does not read. */
  private connectionId: number | null = null;
  private isStopped = false;
  private wake: (() => void) | null = null;
  private readonly running: Promise<void>;

  constructor(
    /** For all other commands. */
    private readonly commands: RedisClient,
    private readonly onError: (err: unknown) => void,
  ) {
    this.redis = waitingDuplicate(commands);
    this.redis.on('error', () => undefined); // the failed command reports the error
    this.redis.on('close', () => (this.connectionId = null));
    this.running = this.run();
  }

  subscribe(subscription: Subscription): () => void {
    const { epoch, version } = subscription.from;
    if ([...this.readings].some((other) => other.subscription.key === subscription.key)) {
      throw new Error(`The journal ${subscription.key} is followed already`);
    }
    const reading = { subscription, last: `${epoch}-${version}`, isRead: false, refusedUntil: 0 };
    this.readings.add(reading);
    this.wake?.();
    void this.unblock(reading).catch(() => undefined); // the next read includes it anyway
    return () => this.readings.delete(reading);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.wake?.();
    this.redis.disconnect();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      try {
        const now = performance.now();
        const readings = [...this.readings].filter(({ refusedUntil }) => refusedUntil <= now);
        if (readings.length > 0) await this.read(readings);
        else await this.sleep(this.readings.size === 0 ? Infinity : PAUSE_MS);
      } catch (err) {
        if (this.isStopped) return;
        this.onError(err);
        await this.sleep(PAUSE_MS);
      }
    }
  }

  /** Interrupts a read without the journal. In a cluster each reader has one journal. */
  private async unblock(reading: Reading): Promise<void> {
    for (let tries = 0; tries < UNBLOCKS && !reading.isRead && !this.isStopped; tries += 1) {
      if (this.connectionId === null) return;
      await this.commands.client('UNBLOCK', this.connectionId);
      await delay(UNBLOCK_EVERY_MS);
    }
  }

  private async read(readings: readonly Reading[]): Promise<void> {
    if (!(this.redis instanceof Cluster)) this.connectionId ??= await this.redis.client('ID');
    for (const reading of readings) reading.isRead = true;
    const keys = readings.map(({ subscription }) => subscription.key);
    const ids = readings.map(({ last }) => last);
    const reply = this.redis.xreadBuffer(
      ...(['COUNT', EVENTS_PER_READ, 'BLOCK', BLOCK_MS, 'STREAMS'] as const),
      ...keys,
      ...ids,
    );
    const streams = await reply.catch((err: Error) => this.findRefused(readings, err));
    for (const [key, entries] of streams ?? []) {
      const reading = readings[keys.indexOf(key.toString())];
      const newest = entries.at(-1)?.[0].toString();
      if (!reading || !newest || !this.readings.has(reading)) continue;
      reading.last = newest;
      const events = entries.flatMap(([id, [, entry]]) =>
        entry ? [unpackEvent(id.toString(), entry)] : [],
      );
      reading.subscription.deliver(events);
    }
  }

  /**
   * Redis refuses the read of all journals because of one: those that it refuses are left out.
   * @throws the error, when no journal is the reason
   */
  private async findRefused(readings: readonly Reading[], err: Error): Promise<null> {
    if (isRedisAway(err)) throw err;
    let isFound = false;
    for (const reading of readings) {
      const { subscription, last } = reading;
      const alone = this.redis.xreadBuffer('COUNT', 1, 'STREAMS', subscription.key, last);
      const refusal = await alone.then(() => null).catch((refused: Error) => refused);
      if (!refusal) continue;
      if (isRedisAway(refusal)) throw refusal;
      reading.refusedUntil = performance.now() + REFUSED_PAUSE_MS;
      this.onError(refusal);
      isFound = true;
    }
    if (!isFound) throw err;
    return null;
  }

  private sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer =
        milliseconds === Infinity ? undefined : setTimeout(() => this.wake?.(), milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
    });
  }
}

class ClusterReader implements JournalReader {
  private readonly readers = new Set<ConnectionReader>();

  constructor(
    private readonly redis: Cluster,
    private readonly onError: (err: unknown) => void,
  ) {}

  subscribe(subscription: Subscription): () => void {
    const reader = new ConnectionReader(this.redis, this.onError);
    this.readers.add(reader);
    reader.subscribe(subscription);
    return () => {
      this.readers.delete(reader);
      void reader.stop();
    };
  }

  async stop(): Promise<void> {
    await Promise.all([...this.readers].map((reader) => reader.stop()));
  }
}
