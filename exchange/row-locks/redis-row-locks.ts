/**
 * The locks of the ledger's rows (records/ledger/row-locks.ts), kept in Redis: a queue for each row,
 * in which the requests of all processes stand in the order in which they came. A process that dies
 * with a lock, or is paused, loses it after `LEASE_MS`.
 */
import { randomUUID } from 'node:crypto';
import type { RedisClient } from '../../engine/connect-redis';
import { redisKey } from '../../engine/redis-keys';
import { encodeWrites } from '../../records/ledger/encode-writes';
import {
  type LockOutcome,
  NO_LOCK,
  type Offer,
  type RowLocks,
} from '../../records/ledger/row-locks';
import { HeldLock, OTHERS_KEPT_MS } from './held-lock';
import { BatchMacs, type MacSettings } from './batch-macs';
import { type LockCommands, lockCommands } from './lock-commands';
import { NextNews, type News } from './next-news';

/** A holder renews it (held-lock.ts): only one that is dead or paused loses its lock. */
export const LEASE_MS = 1_000;
/** Longer than the commits of many processes take, even on a busy machine. */
export const WAIT_MAX_MS = 5_000;
const QUEUE_KEPT_MS = 10_000;
/** A larger batch is not copied to Redis: its process commits it. */
const OFFER_MAX_BYTES = 256_000;
/** After an error of Redis, the commits of this time do not ask for locks. */
const OFF_AFTER_ERROR_MS = 1_000;

/** The channel on which all processes hear of contended rows. */
const ANNOUNCED = 'ledger:contended';

const WITHOUT_LOCK: LockOutcome = { kind: 'held', lock: NO_LOCK };

export class RedisRowLocks implements RowLocks {
  private readonly processId = randomUUID();
  private readonly commands: LockCommands;
  private readonly macs: BatchMacs;
  private readonly waiting = new Map<string, NextNews>();
  private listening: Promise<unknown> | null = null;
  private requests = 0;
  private offUntilMs = 0;
  private readonly listeners: ((rows: readonly string[]) => void)[] = [];

  /**
   * @param subscriber a connection of its own, which tells when a turn has come
   * @param onError called when Redis refuses a command: the commits go on without locks
   */
  constructor(
    private readonly redis: RedisClient,
    private readonly subscriber: RedisClient,
    settings: MacSettings,
    private readonly onError: (err: unknown) => void = () => undefined,
  ) {
    this.commands = lockCommands(redis);
    this.macs = new BatchMacs(settings);
    subscriber.on('message', (channel: string, text: string) => {
      const words = text.split(' ');
      if (channel === ANNOUNCED) for (const listener of this.listeners) listener(words);
      else this.hear(words[0]!, words[1]);
    });
    this.listen().catch((err: unknown) => this.failed(err));
  }

  announce(rows: readonly string[]): void {
    this.redis.publish(ANNOUNCED, rows.join(' ')).catch(this.onError);
  }

  onAnnounced(listener: (rows: readonly string[]) => void): void {
    this.listeners.push(listener);
  }

  async acquire(rows: readonly string[], offer?: Offer): Promise<LockOutcome> {
    if (performance.now() < this.offUntilMs) return WITHOUT_LOCK;
    const request = `${this.processId}/${++this.requests}`;
    const queues = rows.map((row) => redisKey('lockQueue', row));
    try {
      await this.listen();
      return await this.waitForTurn(request, { rows, queues, offer });
    } catch (err) {
      this.failed(err);
      return WITHOUT_LOCK;
    } finally {
      this.waiting.delete(request);
    }
  }

  private async waitForTurn(
    request: string,
    {
      rows,
      queues,
      offer,
    }: { rows: readonly string[]; queues: string[]; offer: Offer | undefined },
  ): Promise<LockOutcome> {
    const untilMs = performance.now() + WAIT_MAX_MS;
    let offered = this.offered(request, offer);
    const contended = new Set<string>();
    const committed = () => ({ kind: 'committed', contended: [...contended] }) as const;
    for (;;) {
      const asked = [request, LEASE_MS, QUEUE_KEPT_MS, offered.bytes, offered.forMs];
      const { heard, positions } = await this.ask(request, queues, asked, offer?.left);
      offered = NOTHING;
      for (const position of positions) contended.add(rows[position - 1]!);
      if (heard === 'committed') return committed();
      if (heard === 'held') {
        const lock = new HeldLock(this.commands, this.macs, request, {
          rows,
          queues,
          contended: [...contended],
          leaseMs: LEASE_MS,
          onError: (err) => this.failed(err),
          onForged: this.onError,
        });
        return { kind: 'held', lock };
      }
      if (heard === 'left' || performance.now() >= untilMs) {
        const ended = await this.commands.release(queues, request, LEASE_MS);
        if (ended === this.macs.committed(request)) return committed();
        if (ended === 'released') return heard === 'left' ? { kind: 'left' } : WITHOUT_LOCK;
        if (ended !== 'taken') throw new Forged(request);
      }
    }
  }

  /** Asks for the rows, and waits for what the request hears next. */
  private async ask(
    request: string,
    queues: string[],
    args: Parameters<LockCommands['acquire']>[1],
    left: AbortSignal | undefined,
  ): Promise<{ heard: News; positions: number[] }> {
    const next = new NextNews(left);
    this.waiting.set(request, next);
    try {
      const [state, positions] = await this.commands.acquire(queues, args);
      if (state === 'held') return { heard: state, positions };
      if (state === this.macs.committed(request)) return { heard: 'committed', positions };
      if (state !== 'waiting' && state !== 'taken') throw new Forged(request);
      return { heard: await next.news, positions };
    } finally {
      next.end();
    }
  }

  /**
   * The batch as another process gets it, and for how long. It can be taken until so long before its
   * first caller leaves that whoever takes it has committed it, or no longer does.
   */
  private offered(request: string, offer: Offer | undefined): Offered {
    if (!offer || offer.batch.length === 0) return NOTHING;
    const forMs = Math.floor(Math.min(offer.deadlineAtMs - Date.now(), 60_000)) - OTHERS_KEPT_MS;
    if (forMs <= 0) return NOTHING;
    const bytes = encodeWrites(offer.batch);
    if (bytes.length > OFFER_MAX_BYTES) return NOTHING;
    return { bytes: this.macs.seal(request, bytes, Date.now() + forMs), forMs };
  }

  /** What another process, or Redis, tells of a request. */
  private hear(request: string, told: string | undefined): void {
    const waiting = this.waiting.get(request);
    if (told === 'held') waiting?.tell(told);
    else if (told === this.macs.committed(request)) waiting?.tell('committed');
  }

  private failed(err: unknown): void {
    this.offUntilMs = performance.now() + OFF_AFTER_ERROR_MS;
    this.onError(err);
  }

  private listen(): Promise<unknown> {
    const channels = [ANNOUNCED, `ledger:${this.processId}`];
    this.listening ??= this.commands.subscribe(this.subscriber, channels).catch((err: unknown) => {
      this.listening = null;
      throw err;
    });
    return this.listening;
  }
}

interface Offered {
  readonly bytes: Buffer;
  readonly forMs: number;
}

const NOTHING: Offered = { bytes: Buffer.alloc(0), forMs: 1 };

/** Its own process commits the batch, and finds what is written by its business keys. */
class Forged extends Error {
  override readonly name = 'Forged';

  constructor(request: string) {
    super(`Redis has a state of ${request} that no process has written`);
  }
}
