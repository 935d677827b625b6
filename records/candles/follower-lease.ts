/** The lease of the one process that follows, with the place that it has reached. By MongoDB's clock. */
import type { mongo } from 'mongoose';
import type { FollowerDocument } from '../follower';
import { writable } from '../writable';
import type { ReadCollection } from '../read-collection';

export interface Lease {
  readonly fence: number;
  /** Resume token; null: nothing was followed yet. */
  readonly token: string | null;
}

export class FollowerLease {
  private readonly followers: mongo.Collection<FollowerDocument>;

  constructor(
    followers: ReadCollection<FollowerDocument>,
    private readonly name: string,
    private readonly holder: string,
    private readonly leaseMs: number,
  ) {
    this.followers = writable(followers);
  }

  /** Takes the lease, or holds it longer; null while another one has it. */
  async hold(): Promise<Lease | null> {
    const isOurs = { $eq: ['$holder', this.holder] };
    const held = await this.followers.findOneAndUpdate(
      { _id: this.name, $expr: { $or: [isOurs, { $lt: ['$leaseUntil', '$$NOW'] }] } },
      [
        {
          $set: {
            fence: { $add: ['$fence', { $cond: [isOurs, 0, 1] }] },
            holder: this.holder,
            leaseUntil: { $add: ['$$NOW', this.leaseMs] },
          },
        },
      ],
      { returnDocument: 'after' },
    );
    if (held) return { fence: held.fence, token: held.token };
    await this.begin();
    return null;
  }

  /** Makes the lease that nobody has had yet. */
  private async begin(): Promise<void> {
    await this.followers.updateOne(
      { _id: this.name },
      { $setOnInsert: { holder: '', leaseUntil: new Date(0), fence: 0, token: null } },
      { upsert: true },
    );
  }

  /** Notes how far everything is done. @returns false when another one holds the lease by now */
  async reach(fence: number, token: string): Promise<boolean> {
    const { matchedCount } = await this.followers.updateOne({ _id: this.name, fence }, [
      { $set: { token, leaseUntil: { $add: ['$$NOW', this.leaseMs] } } },
    ]);
    return matchedCount === 1;
  }

  /** Lets another one go on at once. */
  async drop(): Promise<void> {
    await this.followers.updateOne(
      { _id: this.name, holder: this.holder },
      { $set: { leaseUntil: new Date(0) } },
    );
  }
}
