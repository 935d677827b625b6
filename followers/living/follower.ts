/**
 * Whatever is alive by the records has a workflow: one that somebody terminated or deleted, that was
 * lost with the process that was to start it, or that the server lost with its data, is started again
 * from the records.
 *
 * One worker at a time checks a kind, page by page, under a lease that stores the last checked record;
 * when it dies, another one continues there. The pause between two rounds is a lease of nobody.
 */
import type { mongo } from 'mongoose';
import { Rounds } from '../../fairness/rounds';
import type { ReadCollections } from '../../records/collections';
import type { FollowerDocument } from '../../records/documents/follower';
import { writable } from '../../records/mongodb/writable';
import { Lease } from '../lease';
import { MongoLeaseStore } from '../mongo-lease-store';
import type { Alive, LivingKind, LivingPage } from './kinds';

const PAUSE_MS = 1_000;
const FROM_THE_START = '';

interface LivingOptions {
  /** Unique among all workers. */
  readonly holder: string;
  readonly perPage: number;
  /** After this time a worker counts as dead. */
  readonly leaseMs: number;
  /** The pause between two rounds. */
  readonly pauseMs: number;
  /** The running ones of these workflows. */
  running(workflowIds: readonly string[]): Promise<ReadonlySet<string>>;
  onError(err: unknown): void;
}

export class LivingFollower {
  private readonly followers: mongo.Collection<FollowerDocument>;
  private readonly leases: MongoLeaseStore;
  private readonly lease: Lease;
  private readonly rounds: Rounds;
  private isIdle = false;

  constructor(
    private readonly kind: LivingKind,
    { followers }: Pick<ReadCollections, 'followers'>,
    private readonly options: LivingOptions,
  ) {
    this.followers = writable(followers);
    this.leases = new MongoLeaseStore(followers, kind.name);
    this.lease = new Lease(this.leases, options.holder, options.leaseMs);
    this.rounds = new Rounds(
      async () => {
        this.isIdle = true;
        this.isIdle = (await this.checkNext()) === null;
      },
      () => (this.isIdle ? PAUSE_MS : 0),
      options.onError,
    );
  }

  start(): void {
    this.rounds.start();
  }

  async stop(): Promise<void> {
    await this.rounds.stop();
    await this.lease.drop().catch((err: unknown) => this.options.onError(err));
  }

  /**
   * Checks the next page. One that fails is checked again.
   * @returns the number of its records; null during a pause, or while another worker checks
   */
  async checkNext(): Promise<number | null> {
    if (!(await this.lease.hold())) return null;
    return this.lease.during(async () => {
      const place = this.leases.place ?? FROM_THE_START;
      const page = await this.kind.after(place, this.options.perPage);
      await this.advance(page, await this.putBack(page.alive));
      return page.alive.length;
    });
  }

  /** @returns the number of those without a workflow */
  private async putBack(alive: readonly Alive[]): Promise<number> {
    if (alive.length === 0) return 0;
    const running = await this.options.running(alive.map(({ workflowId }) => workflowId));
    const missing = alive.filter(({ workflowId }) => !running.has(workflowId));
    for (const one of missing) {
      // A failure does not stop the others; the next round retries it.
      await one.putBack().catch((err: unknown) => this.options.onError(err));
    }
    return missing.length;
  }

  /** What a round has counted is known at its end. */
  private async advance({ lastId }: LivingPage, missing: number): Promise<void> {
    const counted = { $add: [{ $ifNull: ['$counted', 0] }, missing] };
    const leaseUntil = { $add: ['$$NOW', this.options.pauseMs] };
    const set =
      lastId === null
        ? { token: FROM_THE_START, holder: '', leaseUntil, missing: counted, counted: 0 }
        : { token: lastId, counted };
    await this.followers.updateOne({ _id: this.kind.name, fence: this.lease.fence }, [
      { $set: set },
    ]);
  }
}
