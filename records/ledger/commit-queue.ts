/**
 * One queue of the group commit: requests that arrive during a commit share the next one.
 *
 * Participants take turns in a batch, and a batch of several participants is small: a participant
 * with many requests waits for its own, others wait for one short commit. Within one participant,
 * requests that end an order go first: they release resources that others wait for.
 */
import { FairQueue } from '../../fairness/fair-queue';
import type { Member } from './batch-commit';
import { CallerLeft } from './caller';

const BATCH_MAX = 64;
/** Maximum size of a batch of several participants; each has at least one member. */
const MIXED_BATCH_MAX = 12;

export class CommitQueue {
  private readonly waiting = new FairQueue<Member>({ perOwner: Infinity, all: Infinity });
  /** Of waiting members with a caller: what happens when the caller leaves. */
  private readonly leaving = new Map<Member, () => void>();

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  push(member: Member): void {
    const { participant, transaction, caller } = member;
    const goesBefore = (other: Member) => !other.transaction.endsOrder;
    this.waiting.push(participant, member, transaction.endsOrder ? goesBefore : undefined);
    if (!caller) return;
    const leave = () => {
      this.leaving.delete(member);
      if (this.waiting.remove(participant, member)) member.reject(new CallerLeft());
    };
    this.leaving.set(member, leave);
    caller.signal.addEventListener('abort', leave, { once: true });
  }

  /** A member in a batch is left to that batch. Its caller's signal may outlive many commits. */
  private stay(member: Member): void {
    const leave = this.leaving.get(member);
    if (leave) member.caller?.signal.removeEventListener('abort', leave);
    this.leaving.delete(member);
  }

  /**
   * Moves waiting members into a batch until it is full.
   * @param mayJoin whether a member may be in it
   */
  fill(batch: Member[], mayJoin: (member: Member) => boolean = () => true): Member[] {
    const joined = new Set(batch.map(({ participant }) => participant));
    const rejoining = [...joined].filter((participant) => this.waiting.countOf(participant) > 0);
    const owners = joined.size + this.waiting.owners - rejoining.length;
    const most = owners === 1 ? BATCH_MAX : Math.min(BATCH_MAX, Math.max(MIXED_BATCH_MAX, owners));
    while (batch.length < most) {
      const next = this.waiting.next((_, oldest) => mayJoin(oldest));
      if (!next) break;
      this.stay(next.entry);
      batch.push(next.entry);
    }
    return batch;
  }
}
