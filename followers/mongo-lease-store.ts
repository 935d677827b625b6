/**
 * The lease of a follower of MongoDB's changes, with its stored position: by MongoDB's clock. The
 * followers own the collection of the same name: no service writes it.
 */
import type { mongo } from 'mongoose';
import type { FollowerDocument } from '../records/documents/follower';
import type { ReadCollection } from '../records/mongodb/read-collection';
import { writable } from '../records/mongodb/writable';
import type { HeldLease, LeaseStore } from './lease';

export class MongoLeaseStore implements LeaseStore {
  private readonly followers: mongo.Collection<FollowerDocument>;
  private known: string | null = null;

  /** @param name of the follower: `tape`, `candles` */
  constructor(
    followers: ReadCollection<FollowerDocument>,
    private readonly name: string,
  ) {
    this.followers = writable(followers);
  }

  /** The stored resume token when the lease was last held; null: not started yet. */
  get place(): string | null {
    return this.known;
  }

  async hold(holder: string, lastsMs: number): Promise<HeldLease | null> {
    const isOurs = { $eq: ['$holder', holder] };
    const held = await this.followers.findOneAndUpdate(
      { _id: this.name, $expr: { $or: [isOurs, { $lt: ['$leaseUntil', '$$NOW'] }] } },
      [
        {
          $set: {
            fence: { $add: ['$fence', { $cond: [isOurs, 0, 1] }] },
            holder,
            leaseUntil: { $add: ['$$NOW', lastsMs] },
          },
        },
      ],
      { returnDocument: 'after' },
    );
    if (!held) return (await this.begin()) ? this.hold(holder, lastsMs) : null;
    this.known = held.token;
    return { fence: held.fence, nowMs: held.leaseUntil.getTime() - lastsMs };
  }

  /**
   * Stores the position up to which all work is done, and extends the lease.
   * @returns false when another process holds the lease
   */
  async reach(fence: number, token: string, lastsMs: number): Promise<boolean> {
    const { matchedCount } = await this.followers.updateOne({ _id: this.name, fence }, [
      { $set: { token, reachedAt: '$$NOW', leaseUntil: { $add: ['$$NOW', lastsMs] } } },
    ]);
    return matchedCount === 1;
  }

  async drop(holder: string): Promise<void> {
    await this.followers.updateOne(
      { _id: this.name, holder },
      { $set: { leaseUntil: new Date(0) } },
    );
  }

  /** Creates the lease. @returns false when it exists */
  private async begin(): Promise<boolean> {
    const { upsertedCount } = await this.followers.updateOne(
      { _id: this.name },
      { $setOnInsert: { holder: '', leaseUntil: new Date(0), fence: 0, token: null } },
      { upsert: true },
    );
    return upsertedCount === 1;
  }
}
