/**
 * What is alive, page by page, shared by all workers: in each round every record is in one page, and
 * one worker at a time has a page. A page whose worker died goes to another one.
 *
 * Of each kind, the document with its name in the collection `followers` has the last record that was
 * given out in this round, and `<name>:<id>` is a page that is being checked, under a lease by
 * MongoDB's clock. How many lacked their workflow in a round is counted there too.
 */
import type { mongo } from 'mongoose';
import { newId } from '../../domain/new-id';
import type { ReadCollections } from '../../records/collections';
import type { FollowerDocument } from '../../records/documents/follower';
import { writable } from '../../records/mongodb/writable';
import type { LivingKind } from './kinds';

const FROM_THE_START = '';
/** What the last round counted is what is known. */
const COUNT_ANEW = { missing: { $ifNull: ['$counted', 0] }, counted: 0 };

export interface PageOptions {
  /** Unique among all workers. */
  readonly holder: string;
  readonly perPage: number;
  /** After this time the worker of a page counts as dead. */
  readonly leaseMs: number;
  /** The pause between two rounds. */
  readonly pauseMs: number;
}

/** The records after one id, up to another one. */
export interface LivingPage {
  readonly id: string;
  readonly afterId: string;
  readonly upToId: string;
}

export class LivingPages {
  private readonly followers: mongo.Collection<FollowerDocument>;

  constructor(
    private readonly kind: LivingKind,
    records: Pick<ReadCollections, 'followers'>,
    private readonly options: PageOptions,
  ) {
    this.followers = writable(records.followers);
  }

  /** @returns null when every page of this round is given out */
  async take(): Promise<LivingPage | null> {
    const left = await this.takeLeft();
    if (left) return left;
    for (;;) {
      const round = await this.dueRound();
      if (!round) return null;
      const page = await this.takeNext(round);
      if (page !== 'taken') return page;
    }
  }

  /** The records of the page were checked. @param missing the number of those without a workflow */
  async done({ id }: LivingPage, missing = 0): Promise<void> {
    const { deletedCount } = await this.followers.deleteOne({
      _id: id,
      holder: this.options.holder,
    });
    if (missing === 0 || deletedCount === 0) return;
    await this.followers.updateOne({ _id: this.kind.name }, { $inc: { counted: missing } });
  }

  /** A page of a worker that died. */
  private async takeLeft(): Promise<LivingPage | null> {
    const isOver = { $expr: { $lt: ['$leaseUntil', '$$NOW'] } };
    const left = await this.followers.findOneAndUpdate({ _id: this.pages as never, ...isOver }, [
      { $set: { holder: this.options.holder, leaseUntil: this.leaseUntil() } },
    ]);
    if (!left) return null;
    const [afterId = '', upToId = ''] = (left.token ?? '').split(' ');
    return { id: left._id, afterId, upToId };
  }

  /** The current round; null during the pause before the next one. */
  private async dueRound(): Promise<FollowerDocument | null> {
    const isDue = { $or: [{ $ne: ['$token', FROM_THE_START] }, { $lt: ['$leaseUntil', '$$NOW'] }] };
    const round = await this.followers.findOne({ _id: this.kind.name });
    if (round) return this.followers.findOne({ _id: this.kind.name, $expr: isDue });
    const first = { holder: '', leaseUntil: new Date(0), fence: 0, token: FROM_THE_START };
    await this.followers.updateOne(
      { _id: this.kind.name },
      { $setOnInsert: first },
      { upsert: true },
    );
    return this.followers.findOne({ _id: this.kind.name });
  }

  /**
   * Gives out the next page. The page is written first: a crash in between has it checked twice.
   * @returns null after the last page
   */
  private async takeNext({ token, fence }: FollowerDocument): Promise<LivingPage | 'taken' | null> {
    const { holder, perPage, pauseMs } = this.options;
    const afterId = token ?? FROM_THE_START;
    const ids = await this.kind.idsAfter(afterId, perPage);
    const isLast = ids.length < perPage;
    const page = { id: `${this.kind.name}:${newId()}`, afterId, upToId: ids.at(-1) ?? '' };
    if (ids.length > 0) {
      const claim = { holder, fence: 0, token: `${page.afterId} ${page.upToId}` };
      const set = [{ $set: { ...claim, leaseUntil: this.leaseUntil() } }];
      await this.followers.updateOne({ _id: page.id }, set, { upsert: true });
    }
    const next = isLast
      ? { token: FROM_THE_START, leaseUntil: { $add: ['$$NOW', pauseMs] } }
      : { token: page.upToId };
    const begins = afterId === FROM_THE_START ? COUNT_ANEW : {};
    const given = await this.followers.updateOne({ _id: this.kind.name, token, fence }, [
      { $set: { ...next, ...begins, fence: fence + 1 } },
    ]);
    if (given.matchedCount === 1) return ids.length > 0 ? page : null;
    await this.done(page);
    return 'taken';
  }

  private get pages(): RegExp {
    return new RegExp(`^${this.kind.name}:`);
  }

  private leaseUntil() {
    return { $add: ['$$NOW', this.options.leaseMs] };
  }
}
