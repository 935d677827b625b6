/**
 * The locks of the ledger's rows (records/ledger/row-locks.ts), kept in Redis: a queue for each row,
 * in which the requests of all processes stand in the order in which they came. A process that dies
 * with a lock, or is paused, loses it after `LEASE_MS`.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { RedisClient } from '../../engine/connect-redis';
import { encodeWrites } from '../../records/ledger/encode-writes';
import {
  type LockOutcome,
  NO_LOCK,
  type Offer,
  type RowLocks,
} from '../../records/ledger/row-locks';
import { HeldLock, OTHERS_KEPT_MS } from './held-lock';
import { type LockCommands, lockCommands } from './lock-commands';

/** A holder renews it (held-lock.ts): only one that is dead or paused loses its lock. */
export const LEASE_MS = 1_000;
/** A request that waits tells that it is alive, and looks whether its turn has come unheard. */
const ASK_AGAIN_MS = 200;
/** The same after a caller has left while another process commits the batch. */
const LEFT_ASK_AGAIN_MS = 20;
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

/** What a process hears of one of its requests. */
type News = 'held' | 'committed' | 'left' | 'silence';

export class RedisRowLocks implements RowLocks {
  private readonly processId = randomUUID();
  private readonly commands: LockCommands;
  private readonly hear = new Map<string, (news: News) => void>();
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
    private readonly onError: (err: unknown) => void = () => undefined,
  ) {
    this.commands = lockCommands(redis);
    subscriber.on('message', (channel: string, text: string) => {
      const words = text.split(' ');
      if (channel === ANNOUNCED) for (const listener of this.listeners) listener(words);
      else this.hear.get(words[0]!)?.(words[1] as News);
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
    const queues = rows.map((row) => `{ledger}:row:${row}`);
    try {
      await this.listen();
      return await this.waitForTurn(request, { rows, queues, offer });
    } catch (err) {
      this.failed(err);
      return WITHOUT_LOCK;
    } finally {
      this.hear.delete(request);
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
    let offered = offeredBytes(offer);
    const contended = new Set<string>();
    const committed = () => ({ kind: 'committed', contended: [...contended] }) as const;
    for (;;) {
      const news = this.news(request, offer?.left);
      const [state, positions] = await this.commands.acquire(queues, [
        ...[request, LEASE_MS, QUEUE_KEPT_MS],
        ...[offered.bytes, offered.forMs],
      ]);
      offered = NOTHING;
      for (const position of positions) contended.add(rows[position - 1]!);
      const heard = state === 'held' || state === 'committed' ? state : await news;
      if (heard === 'committed') return committed();
      if (heard === 'held') {
        const lock = new HeldLock(this.commands, request, {
          ...{ rows, queues, contended: [...contended], leaseMs: LEASE_MS },
          onError: (err) => this.failed(err),
        });
        return { kind: 'held', lock };
      }
      if (heard === 'left' || performance.now() >= untilMs) {
        const ended = await this.commands.release(queues, request, LEASE_MS);
        if (ended === 'committed') return committed();
        if (ended === 'released') return heard === 'left' ? { kind: 'left' } : WITHOUT_LOCK;
      }
    }
  }

  /** The next news of a request; `silence` when it is time to ask again. */
  private news(request: string, left: AbortSignal | undefined): Promise<News> {
    return new Promise((resolve) => {
      this.hear.set(request, resolve);
      if (left?.aborted) return void delay(LEFT_ASK_AGAIN_MS).then(() => resolve('left'));
      left?.addEventListener('abort', () => resolve('left'), { once: true });
      setTimeout(resolve, ASK_AGAIN_MS, 'silence').unref();
    });
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

const NOTHING = { bytes: Buffer.alloc(0), forMs: 1 };

/**
 * The batch as another process gets it, and for how long. It can be taken until so long before its
 * first caller leaves that whoever takes it has committed it, or no longer does.
 */
function offeredBytes(offer: Offer | undefined): {
  readonly bytes: Buffer;
  readonly forMs: number;
} {
  if (!offer || offer.batch.length === 0) return NOTHING;
  const forMs = Math.floor(Math.min(offer.deadlineAtMs - Date.now(), 60_000)) - OTHERS_KEPT_MS;
  if (forMs <= 0) return NOTHING;
  const bytes = encodeWrites(offer.batch);
  return bytes.length <= OFFER_MAX_BYTES ? { bytes, forMs } : NOTHING;
}
