/**
 * Group commit: requests of one process that arrive during a commit share the next one, so that a
 * hot account or ask is written once for all of them. A batch commits atomically; when it is
 * refused, each member still gets its own outcome (batch-commit.ts). A member whose caller has left
 * is dropped (caller.ts).
 *
 * A row that other processes write too has a queue of its own: its batches wait for their turn among
 * the processes, and are committed with theirs (row-locks.ts). Other requests do not wait with them.
 */
import type { mongo } from 'mongoose';
import type { Collections } from '../collections';
import { answer, BatchCommit, type Member, planAll } from './batch-commit';
import { currentCaller } from './caller';
import { type CommitMeter, UNMEASURED } from './commit-meter';
import { CommitQueue } from './commit-queue';
import { ContendedRows } from './contended-rows';
import { FenceStripes } from './fence-stripes';
import { NO_LOCK, NO_LOCKS, type RowLock, type RowLocks, sharedRowsOf } from './row-locks';
import type { Transaction } from './writes';

/** The queue of the requests without a contended row. */
const UNCONTENDED = '';

export interface CommitOptions {
  readonly meter?: CommitMeter | undefined;
  readonly locks?: RowLocks | undefined;
}

export class GroupCommit {
  /** By the most contended row of their members. A queue exists while it has members. */
  private readonly queues = new Map<string, CommitQueue>();
  private readonly contended: ContendedRows;
  private readonly meter: CommitMeter;
  private readonly stripes = new FenceStripes();

  constructor(
    private readonly client: mongo.MongoClient,
    private readonly collections: Collections,
    { meter = UNMEASURED, locks = NO_LOCKS }: CommitOptions = {},
  ) {
    this.meter = meter;
    this.contended = new ContendedRows(locks);
  }

  /**
   * @param participant the requester: an account, a seller
   * @throws errors of the transaction's plan; CallerLeft when the caller left before the commit;
   *   errors that `isUnavailable` knows, after which it is unknown whether it was written
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
      this.enqueue(asked as unknown as Member);
    });
  }

  private enqueue(member: Member): void {
    const [row = UNCONTENDED] = this.contendedRowsOf([member]);
    const known = this.queues.get(row);
    const queue = known ?? new CommitQueue();
    queue.push(member);
    if (known) return;
    this.queues.set(row, queue);
    void this.run(row, queue);
  }

  private async run(row: string, queue: CommitQueue): Promise<void> {
    while (!queue.isEmpty) await this.commitNext(queue);
    this.queues.delete(row);
  }

  private async commitNext(queue: CommitQueue): Promise<void> {
    const batch = queue.fill([]);
    try {
      if (this.contendedRowsOf(batch).length > 0) return await this.commitInTurn(batch, queue);
      this.begins(batch);
      await this.withCommit(NO_LOCK, (commit) => commit.commit(batch));
    } catch (err) {
      // A late rejection does not affect members that already have their answer.
      for (const member of batch) member.reject(err);
    }
  }

  /** Waits for the lock of the contended rows, unless another process commits the batch before. */
  private async commitInTurn(batch: Member[], queue: CommitQueue): Promise<void> {
    const planned = await planAll(batch, false);
    const writes = planned.map((one) => one.writes);
    const rows = this.contended.among(sharedRowsOf(writes));
    const callers = planned.flatMap(({ member }) => member.caller ?? []);
    const outcome = await this.contended.lock(rows, {
      batch: writes,
      left: AbortSignal.any(callers.map(({ signal }) => signal)),
      deadlineAtMs: Math.min(Infinity, ...callers.map(({ deadlineAtMs }) => deadlineAtMs)),
    });
    if (outcome.kind === 'committed') {
      this.begins(batch);
      return answer(planned);
    }
    if (outcome.kind === 'left') {
      return this.commitInTurn(
        planned.map(({ member }) => member),
        queue,
      );
    }
    const { lock } = outcome;
    await this.withCommit(lock, async (commit) => {
      const known = batch.length;
      queue.fill(batch, (member) => this.isCovered(member, lock));
      this.begins(batch);
      const joined = await planAll(batch.slice(known), false);
      await commit.commitTogether([...planned, ...joined]);
    });
  }

  /** The time until the lock was held counts as waited. */
  private begins(batch: readonly Member[]): void {
    const nowMs = performance.now();
    for (const { submittedAtMs } of batch) this.meter.commitWaited(nowMs - submittedAtMs);
  }

  private async withCommit(
    lock: RowLock,
    run: (commit: BatchCommit) => Promise<void>,
  ): Promise<void> {
    const { client, collections, contended, meter, stripes } = this;
    const commit = new BatchCommit(client, collections, contended, meter, stripes, lock);
    try {
      await run(commit);
    } finally {
      commit.release();
    }
  }

  private contendedRowsOf(members: readonly Member[]): string[] {
    const rows = members.flatMap(({ transaction, request }) => transaction.rows?.(request) ?? []);
    return this.contended.among([...new Set(rows)]);
  }

  /** A member joins a batch that waited for its lock when it needs no other lock. */
  private isCovered({ transaction, request }: Member, lock: RowLock): boolean {
    const rows = transaction.rows?.(request) ?? [];
    return rows.length > 0 && this.contended.among(rows).every((row) => lock.rows.includes(row));
  }
}
