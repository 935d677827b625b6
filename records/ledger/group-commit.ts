/**
 * Group commit: one queue per process. Requests that arrive during a commit share the next one, so
 * that a hot account or ask is written once for all of them without contention. A batch commits
 * atomically; when it is refused, each member still gets its own outcome. A member whose caller has
 * left is dropped (caller.ts).
 *
 * Participants take turns in a batch, and a batch of several participants is small: a participant
 * with many requests waits for its own, others wait for one short commit. Within one participant,
 * requests that end an order go first: they release resources that others wait for.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { mongo } from 'mongoose';
import { fail } from '../../domain/errors';
import { FairQueue } from '../../domain/fair-queue';
import type { Collections } from '../collections';
import { applyWrites } from './apply-writes';
import { type Caller, CallerLeft, currentCaller, hasLeft } from './caller';
import { type CommitMeter, UNMEASURED } from './commit-meter';
import { Refused } from './write-commands';
import type { Step, Transaction, Writes } from './writes';

const BATCH_MAX = 64;
/** Maximum size of a batch of several participants; each has at least one member. */
const MIXED_BATCH_MAX = 12;
const DUPLICATE_KEY = 11_000;
/** Limit for a request that is refused repeatedly without an actual conflict. */
const TRIES_MAX = 12;

const TRANSACTION_OPTIONS: mongo.TransactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
};

interface Member {
  readonly participant: string;
  readonly caller: Caller | null;
  readonly transaction: Transaction<unknown, unknown>;
  readonly request: unknown;
  readonly submittedAtMs: number;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

interface Planned {
  readonly member: Member;
  readonly writes: Writes;
  readonly answer: unknown;
  readonly onCommitted?: (() => void) | undefined;
}

/** Members of the batch have left: it is written without them. */
class MembersLeft extends Error {
  override readonly name = 'MembersLeft';
}

export class GroupCommit {
  private readonly waiting = new FairQueue<Member>({ perOwner: Infinity, all: Infinity });
  private running = false;
  private readonly database: mongo.Db;

  constructor(
    private readonly client: mongo.MongoClient,
    private readonly collections: Collections,
    private readonly meter: CommitMeter = UNMEASURED,
  ) {
    this.database = client.db(collections.fills.dbName);
  }

  /**
   * @param participant the requester: an account, a seller
   * @throws errors of the transaction's plan, Failure `service_unavailable`, or CallerLeft when the
   *   caller left before the commit
   */
  submit<Request, Answer>(
    transaction: Transaction<Request, Answer>,
    request: Request,
    participant: string,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const caller = currentCaller();
      const submittedAtMs = performance.now();
      const asked = { participant, caller, transaction, request, submittedAtMs, resolve, reject };
      const member = asked as unknown as Member;
      const goesBefore = (other: Member) => !other.transaction.endsOrder;
      this.waiting.push(participant, member, transaction.endsOrder ? goesBefore : undefined);
      caller?.signal.addEventListener('abort', () => this.drop(member), { once: true });
      if (!this.running) void this.run();
    });
  }

  /** A member that is already in a batch is left to that batch. */
  private drop(member: Member): void {
    if (this.waiting.remove(member.participant, member)) member.reject(new CallerLeft());
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiting.size > 0) {
      const batch = this.nextBatch();
      try {
        await this.commit(batch, false, 0);
      } catch (err) {
        // A late rejection does not affect members that already have their answer.
        for (const member of batch) member.reject(err);
      }
    }
    this.running = false;
  }

  private nextBatch(): Member[] {
    const { owners } = this.waiting;
    const most = owners === 1 ? BATCH_MAX : Math.min(BATCH_MAX, Math.max(MIXED_BATCH_MAX, owners));
    const batch: Member[] = [];
    const nowMs = performance.now();
    while (batch.length < most) {
      const next = this.waiting.next();
      if (!next) break;
      this.meter.commitWaited(nowMs - next.entry.submittedAtMs);
      batch.push(next.entry);
    }
    return batch;
  }

  /**
   * Plans first without conflict checks; plans a refused batch again with them, which answers most
   * conflicting members; halves a batch that still does not commit.
   */
  private async commit(batch: readonly Member[], diagnose: boolean, tries: number): Promise<void> {
    const planned = await planAll(stillWaiting(batch), diagnose);
    const conflict = planned.length > 0 ? await this.write(planned) : null;
    if (!conflict) {
      for (const { member, answer, onCommitted } of planned) {
        onCommitted?.();
        member.resolve(answer);
      }
      return;
    }
    const members = planned.map(({ member }) => member);
    if (conflict instanceof MembersLeft) return this.commit(members, diagnose, tries);
    if (!diagnose) return this.commit(members, true, tries);
    if (members.length > 1) {
      const middle = Math.ceil(members.length / 2);
      await this.commit(members.slice(0, middle), true, 0);
      return this.commit(members.slice(middle), true, 0);
    }
    if (!isRefusal(conflict)) return members[0]?.reject(conflict);
    if (tries >= TRIES_MAX) {
      return members[0]?.reject(fail('service_unavailable'));
    }
    await delay(Math.random() * 2 ** Math.min(tries, 6));
    return this.commit(members, true, tries + 1);
  }

  /**
   * One transaction; conflicts and unknown commits are retried here. Until the commit is sent, a
   * member whose caller leaves aborts it, however long MongoDB takes to answer.
   * @returns the refusal of the batch; null when it is written
   * @throws when MongoDB is unavailable
   */
  private async write(planned: readonly Planned[]): Promise<Error | null> {
    const batch = planned.map(({ writes }) => writes);
    const session = this.client.startSession();
    let tries = 0;
    try {
      await session.withTransaction(async () => {
        if (tries++ > 0) this.meter.commitConflicted('aborted');
        checkAllWait(planned);
        await applyWrites({ database: this.database, session }, this.collections, batch);
        checkAllWait(planned);
      }, TRANSACTION_OPTIONS);
      this.meter.committed(planned.length);
      return null;
    } catch (err) {
      if (isUnreachable(err)) throw err;
      if (isRefusal(err as Error)) this.meter.commitConflicted('refused');
      return err as Error;
    } finally {
      await session.endSession();
    }
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
  return err instanceof Refused || (err as { code?: unknown }).code === DUPLICATE_KEY;
}

/** The error concerns no single member: the whole batch receives it. */
function isUnreachable(err: unknown): boolean {
  return (
    err instanceof mongo.MongoError &&
    (err instanceof mongo.MongoNetworkError ||
      err instanceof mongo.MongoServerSelectionError ||
      err.hasErrorLabel(mongo.MongoErrorLabel.TransientTransactionError))
  );
}

/**
 * Plans all requests of each transaction kind together; delivers answers and failures, returns the
 * writes.
 */
async function planAll(batch: readonly Member[], diagnose: boolean): Promise<Planned[]> {
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
