/**
 * The open contract orders, page by page, shared by all workers: in each round every order is in one
 * page, and one worker at a time has a page. A page whose worker died goes to another one.
 *
 * The document `contract-orders` of the collection `followers` has the last order that was given out
 * in this round, and `contract-orders:<id>` is a page that is being checked, under a lease by
 * MongoDB's clock.
 */
import type { mongo } from 'mongoose';
import { newId } from '../../domain/new-id';
import type { ReadCollections } from '../../records/collections';
import type { FollowerDocument } from '../../records/follower';
import { writable } from '../../records/writable';

const ROUND = 'contract-orders';
const PAGES = new RegExp(`^${ROUND}:`);
const FROM_THE_START = '';

export interface PageOptions {
  /** Unique among all workers. */
  readonly holder: string;
  readonly ordersPerPage: number;
  /** After this time the worker of a page counts as dead. */
  readonly leaseMs: number;
  /** The pause between two rounds. */
  readonly pauseMs: number;
}

/** The orders after one id, up to another one. */
export interface OrderPage {
  readonly id: string;
  readonly afterId: string;
  readonly upToId: string;
}

export class OrderPages {
  private readonly followers: mongo.Collection<FollowerDocument>;

  constructor(
    private readonly records: Pick<ReadCollections, 'contractOrders' | 'followers'>,
    private readonly options: PageOptions,
  ) {
    this.followers = writable(records.followers);
  }

  /** @returns null when every page of this round is given out */
  async take(): Promise<OrderPage | null> {
    const left = await this.takeLeft();
    if (left) return left;
    for (;;) {
      const round = await this.dueRound();
      if (!round) return null;
      const page = await this.takeNext(round);
      if (page !== 'taken') return page;
    }
  }

  /** The orders of the page were checked. */
  async done({ id }: OrderPage): Promise<void> {
    await this.followers.deleteOne({ _id: id, holder: this.options.holder });
  }

  /** A page of a worker that died. */
  private async takeLeft(): Promise<OrderPage | null> {
    const isOver = { $expr: { $lt: ['$leaseUntil', '$$NOW'] } };
    const left = await this.followers.findOneAndUpdate({ _id: PAGES as never, ...isOver }, [
      { $set: { holder: this.options.holder, leaseUntil: this.leaseUntil() } },
    ]);
    if (!left) return null;
    const [afterId = '', upToId = ''] = (left.token ?? '').split(' ');
    return { id: left._id, afterId, upToId };
  }

  /** The current round; null during the pause before the next one. */
  private async dueRound(): Promise<FollowerDocument | null> {
    const isDue = { $or: [{ $ne: ['$token', FROM_THE_START] }, { $lt: ['$leaseUntil', '$$NOW'] }] };
    const round = await this.followers.findOne({ _id: ROUND });
    if (round) return this.followers.findOne({ _id: ROUND, $expr: isDue });
    const first = { holder: '', leaseUntil: new Date(0), fence: 0, token: FROM_THE_START };
    await this.followers.updateOne({ _id: ROUND }, { $setOnInsert: first }, { upsert: true });
    return this.followers.findOne({ _id: ROUND });
  }

  /**
   * Gives out the next page. The page is written first: a crash in between has it checked twice.
   * @returns null after the last page
   */
  private async takeNext({ token, fence }: FollowerDocument): Promise<OrderPage | 'taken' | null> {
    const { holder, ordersPerPage, pauseMs } = this.options;
    const afterId = token ?? FROM_THE_START;
    const orders = await this.records.contractOrders
      .find({ status: 'open', _id: { $gt: afterId } }, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(ordersPerPage)
      .toArray();
    const isLast = orders.length < ordersPerPage;
    const page = { id: `${ROUND}:${newId()}`, afterId, upToId: orders.at(-1)?._id ?? '' };
    if (orders.length > 0) {
      const claim = { holder, fence: 0, token: `${page.afterId} ${page.upToId}` };
      const set = [{ $set: { ...claim, leaseUntil: this.leaseUntil() } }];
      await this.followers.updateOne({ _id: page.id }, set, { upsert: true });
    }
    const next = isLast
      ? { token: FROM_THE_START, leaseUntil: { $add: ['$$NOW', pauseMs] } }
      : { token: page.upToId };
    const given = await this.followers.updateOne({ _id: ROUND, token, fence }, [
      { $set: { ...next, fence: fence + 1 } },
    ]);
    if (given.matchedCount === 1) return orders.length > 0 ? page : null;
    await this.done(page);
    return 'taken';
  }

  private leaseUntil() {
    return { $add: ['$$NOW', this.options.leaseMs] };
  }
}
