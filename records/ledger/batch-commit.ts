/**
 * The commit of one batch: plans it, writes it in one transaction, and gives each member its own
 * outcome, also when the batch is refused.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import type { Collections } from '../collections';
import { inTransaction } from '../mongodb/in-transaction';
import { isUnavailable, Unconfirmed } from '../mongodb/unavailable';
import { applyWrites } from './apply-writes';
import { type Caller, CallerLeft, hasLeft } from './caller';
import type { CommitMeter } from './commit-meter';
import type { ContendedRows } from './contended-rows';
import type { FenceStripes } from './fence-stripes';
import { NO_LOCK, type OfferedBatch, type RowLock, sharedRowsOf } from './row-locks';
import { Refused } from './write-commands';
import type { Step, Transaction, Writes } from './writes';
import { isDuplicate } from '../mongodb/duplicate-key';

/** Limit for a request that is refused repeatedly without an actual conflict. */
const TRIES_MAX = 12;

/**
 * Processes that were answered together ask again together: the first one waits for the others, far
 * less than the commit takes that they share.
 */
const COMPANY_WAIT_MS = 2;

/** One request with its caller, from the queue to its outcome. */
export interface Member {
  readonly participant: string;
  readonly caller: Caller | null;
  readonly transaction: Transaction<unknown, unknown>;
  readonly request: unknown;
  readonly submittedAtMs: number;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** A request with its writes. */
export interface Planned {
  readonly member: Member;
  readonly writes: Writes;
  readonly answer: unknown;
  readonly onCommitted?: (() => void) | undefined;
}

/** Members of the batch have left: it is written without them. */
class MembersLeft extends Error {
  override readonly name = 'MembersLeft';
}

/** The batches of other processes are too late to be committed here. */
class OthersLate extends Error {
  override readonly name = 'OthersLate';
}

export class BatchCommit {
  private readonly database: mongo.Db;
  private readonly handedOver: RowLock[] = [];

  /** @param lock of the rows that are contended; it is released with `release` */
  constructor(
    private readonly client: mongo.MongoClient,
    private readonly collections: Collections,
    private readonly contended: ContendedRows,
    private readonly meter: CommitMeter,
    private readonly stripes: FenceStripes,
    private lock: RowLock = NO_LOCK,
  ) {
    this.database = client.db(collections.fills.dbName);
  }

  release(): void {
    for (const lock of [...this.handedOver, this.lock]) lock.release();
  }

  /** Plans first without conflict checks, which are rarely needed. */
  async commit(batch: readonly Member[]): Promise<void> {
    await this.finish(await planAll(batch, false), false, 0);
  }

  /** Commits with the batches of other processes that wait for the lock. */
  async commitTogether(planned: readonly Planned[]): Promise<void> {
    if (this.lock.contended.length > 0) await delay(COMPANY_WAIT_MS);
    const others = await this.lock.collect();
    if (others.length > 0 && (await this.isWritten(planned, others))) return answer(planned);
    await this.finish(planned, false, 0);
  }

  private async isWritten(
    planned: readonly Planned[],
    others: readonly OfferedBatch[],
  ): Promise<boolean> {
    const { lock } = this;
    let conflict: Error | null = new OthersLate();
    try {
      conflict = await this.write(planned, others);
    } finally {
      // After an error they commit on their own, and find what may have been written.
      lock.tell(others, conflict ? 'alone' : 'committed');
    }
    return conflict === null;
  }

  /**
   * Plans a refused batch again with conflict checks, which answers most conflicting members; halves
   * a batch that still does not commit.
   */
  private async finish(
    planned: readonly Planned[],
    diagnosed: boolean,
    tries: number,
  ): Promise<void> {
    // The halves of a refused batch are all written under its lock.
    const conflict = planned.length > 0 ? await this.write(planned, [], !diagnosed) : null;
    if (!conflict) return answer(planned);
    const members = planned.map(({ member }) => member);
    const again = async (part: readonly Member[], diagnose: boolean, count: number) =>
      this.finish(await planAll(part, diagnose), diagnose, count);
    if (conflict instanceof MembersLeft) return again(members, diagnosed, tries);
    if (!diagnosed) return again(members, true, tries);
    if (members.length > 1) {
      const middle = Math.ceil(members.length / 2);
      await again(members.slice(0, middle), true, 0);
      return again(members.slice(middle), true, 0);
    }
    if (!isRefusal(conflict)) return members[0]?.reject(conflict);
    if (tries >= TRIES_MAX) {
      return members[0]?.reject(new Unconfirmed());
    }
    await delay(Math.random() * 2 ** Math.min(tries, 6));
    return again(members, true, tries + 1);
  }

  /**
   * One transaction; conflicts and unknown commits are retried here. Until the commit is sent, a
   * member whose caller leaves aborts it, however long MongoDB takes to answer.
   * @param isLast whether nothing else is written under the lock: the next holder need not wait until
   *   a majority has confirmed this transaction, because its own can only be confirmed later
   * @returns the refusal of the batch; null when it is written
   * @throws when MongoDB is unavailable, or no majority confirms the transaction in time
   */
  private async write(
    planned: readonly Planned[],
    others: readonly OfferedBatch[] = [],
    isLast = true,
  ): Promise<Error | null> {
    const own = planned.map(({ writes }) => writes);
    const batch = [...own, ...others.flatMap((other) => other.batch)];
    const check = () => {
      checkAllWait(planned);
      if (others.length > 0 && !this.lock.holdsOthers()) throw new OthersLate();
    };
    const session = this.client.startSession();
    const stripe = this.stripes.take();
    const ctx = { database: this.database, session };
    let tries = 0;
    const write = async () => {
      if (tries++ > 0) {
        this.meter.commitConflicted('aborted');
        if (stripe.hasMet) this.stripes.replace(stripe);
        else await this.queueUp(own, others.length > 0);
      }
      check();
      await applyWrites(ctx, this.collections, batch, stripe);
      check();
    };
    const handOver = () => {
      this.lock.handOver(others);
      this.handedOver.push(this.lock);
      this.lock = NO_LOCK;
    };
    try {
      await inTransaction(session, write, isLast && this.lock !== NO_LOCK ? handOver : undefined);
      this.meter.committed(batch.length);
      return null;
    } catch (err) {
      if (isUnavailable(err)) throw err; // written or not: only a repetition of its members finds out
      if (isRefusal(err as Error)) this.meter.commitConflicted('refused');
      return err as Error;
    } finally {
      this.stripes.release(stripe);
      await session.endSession();
    }
  }

  /** After a conflict with another process, waits for its turn at all rows. */
  private async queueUp(batch: readonly Writes[], isTogether: boolean): Promise<void> {
    this.contended.met(batch);
    const rows = sharedRowsOf(batch);
    if (isTogether || rows.every((row) => this.lock.rows.includes(row))) return;
    this.lock.release();
    const outcome = await this.contended.lock(rows);
    this.lock = outcome.kind === 'held' ? outcome.lock : NO_LOCK;
  }
}

export function answer(planned: readonly Planned[]): void {
  for (const { member, answer: given, onCommitted } of planned) {
    onCommitted?.();
    member.resolve(given);
  }
}

/** Rejects the members that have left: none of their writes is made. */
function stillWaiting(batch: readonly Member[]): readonly Member[] {
  const gone = batch.filter(({ caller }) => hasLeft(caller));
  for (const member of gone) member.reject(new CallerLeft());
  return gone.length > 0 ? batch.filter((member) => !gone.includes(member)) : batch;
}

/** @throws MembersLeft */
function checkAllWait(planned: readonly Planned[]): void {
  if (planned.some(({ member }) => hasLeft(member.caller))) throw new MembersLeft();
}

function isRefusal(err: Error): boolean {
  return err instanceof Refused || isDuplicate(err);
}

/**
 * Plans all requests of each transaction kind together, without those whose caller has left;
 * delivers answers and failures, returns the writes.
 */
export async function planAll(asked: readonly Member[], diagnose: boolean): Promise<Planned[]> {
  const batch = stillWaiting(asked);
  const planned: Planned[] = [];
  for (const transaction of new Set(batch.map((member) => member.transaction))) {
    const members = batch.filter((member) => member.transaction === transaction);
    const steps: Step<unknown>[] = await transaction.plan(
      members.map(({ request }) => request),
      diagnose,
    );
    for (const [index, member] of members.entries()) {
      const step = steps[index]!;
      if (step.kind === 'write') planned.push({ member, ...step });
      else if (step.kind === 'answer') member.resolve(step.answer);
      else member.reject(step.error);
    }
  }
  return planned;
}
