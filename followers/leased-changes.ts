/**
 * Follows the changes of a collection in the order of their commits. Any number of processes may run
 * it; one follows, under a fenced lease that also stores the position. The position is stored after
 * the work, so work in progress during a crash is repeated.
 */
import type { mongo } from 'mongoose';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReadCollections } from '../records/collections';
import { StreamEnded, nextOf } from '../records/mongodb/change-stream';
import { Lease } from './lease';
import { MongoLeaseStore } from './mongo-lease-store';

/** Part of a lease that MongoDB may hold its answer back while nothing changes. */
const AWAIT_PART = 1 / 3;
/** A read that takes longer than this extends its lease: more than a wait in which nothing changes. */
const EXTENDED_EVERY_LEASES = 1 / 2;
/**
 * MongoDB reads all that any process wrote since the stored position before it answers: some 70,000
 * writes a second. A process that was away for a day of writes takes minutes.
 */
const READ_MAX_MS = 3_600_000;
/** MongoDB no longer has the position, or never had it (after a restore). */
const HISTORY_LOST: ReadonlySet<unknown> = new Set([260, 280, 286]);
const RETRY_MS = 500;
/** How often the position is stored while changes arrive. */
const NOTE_MS = 250;
/** Part of a lease after which the position is stored, and the lease extended, while nothing changes. */
const RENEWAL_PART = 1 / 4;

export interface LeasedOptions {
  /** Unique among all processes. */
  readonly holder: string;
  readonly leaseMs: number;
  /** Something failed; the follower resumes from the stored position. */
  readonly onError: (err: unknown) => void;
}

export type Changes<Change> = Pick<
  mongo.ChangeStream<mongo.BSON.Document, mongo.ChangeStreamDocument>,
  'close' | 'resumeToken'
> & { tryNext(): Promise<Change | null> };

export abstract class LeasedChanges<Change> {
  protected readonly lease: Lease;
  private readonly leases: MongoLeaseStore;
  private readonly stopping = new AbortController();
  private running: Promise<void> | null = null;

  /** @param name of the lease */
  constructor(
    name: string,
    { followers }: Pick<ReadCollections, 'followers'>,
    private readonly leased: LeasedOptions,
  ) {
    this.leases = new MongoLeaseStore(followers, name);
    this.lease = new Lease(this.leases, leased.holder, leased.leaseMs);
  }

  protected abstract open(options: mongo.ChangeStreamOptions): Changes<Change>;

  /** Does what a change requires. It may read later ones together with it. */
  protected abstract take(change: Change, stream: Changes<Change>): Promise<void>;

  /** Where no position is stored: the stream is open, and no later change is missed. */
  protected begin(): Promise<void> {
    return Promise.resolve();
  }

  /** MongoDB has lost the stored position: the follower begins at the present. */
  protected onLost(_err: unknown): void {
    // A follower that begins with all there is misses nothing.
  }

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await this.lease.drop().catch(this.leased.onError);
  }

  protected get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  protected async pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  /**
   * The next change; null when there was none for a while, or the follower stops. The lease stays held
   * however far behind the stream is: without it the follower would begin at the same position again,
   * without an end.
   */
  protected async next(stream: Changes<Change>): Promise<Change | null> {
    try {
      return await this.lease.during(() => nextOf(stream), {
        everyLeases: EXTENDED_EVERY_LEASES,
        limitMs: READ_MAX_MS,
      });
    } catch (err) {
      if (this.isStopping) return null;
      throw err;
    }
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      try {
        if (await this.lease.hold()) await this.followFrom(this.leases.place);
      } catch (err) {
        if (!this.isStopping) this.leased.onError(err);
      }
      await this.pause(RETRY_MS);
    }
  }

  private async followFrom(token: string | null): Promise<void> {
    const maxAwaitTimeMS = Math.floor(this.leased.leaseMs * AWAIT_PART);
    const resumeAfter = token === null ? {} : { resumeAfter: { _data: token } };
    const stream = this.open({ maxAwaitTimeMS, ...resumeAfter });
    const closeNow = () => void stream.close().catch(() => undefined);
    this.stopping.signal.addEventListener('abort', closeNow);
    try {
      await this.follow(stream, token === null);
    } catch (err) {
      if (token === null || !isHistoryLost(err)) throw err;
      this.onLost(err);
      await this.followFrom(null);
    } finally {
      this.stopping.signal.removeEventListener('abort', closeNow);
      await stream.close();
    }
  }

  /** Follows until the lease is lost or the follower stops. */
  private async follow(stream: Changes<Change>, isFirst: boolean): Promise<void> {
    let notedAt = performance.now();
    let isNoted = true;
    let isBegun = !isFirst;
    while (!this.isStopping) {
      const change = await this.next(stream);
      if (!this.lease.isHeld) return;
      if (!isBegun) await this.begin();
      if (change) await this.take(change, stream);
      isNoted &&= !change;
      const now = performance.now();
      const everyMs = isNoted ? this.leased.leaseMs * RENEWAL_PART : NOTE_MS;
      if (isBegun && now - notedAt < everyMs) continue;
      if (!(await this.note(stream))) return;
      notedAt = now;
      isNoted = isBegun = true;
    }
    await this.note(stream);
  }

  /** Stores the position after the last change that was read, which also extends the lease. */
  private async note({ resumeToken }: Changes<Change>): Promise<boolean> {
    const token = (resumeToken as { _data?: string } | undefined)?._data;
    // Before MongoDB's first answer.
    if (token === undefined) return true;
    const { leaseMs } = this.leased;
    return this.lease.prolongBy(() => this.leases.reach(this.lease.fence, token, leaseMs));
  }
}

/** The position is worth nothing. */
function isHistoryLost(err: unknown): boolean {
  return err instanceof StreamEnded || HISTORY_LOST.has((err as { code?: unknown }).code);
}
