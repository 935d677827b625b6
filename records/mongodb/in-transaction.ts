/**
 * One transaction in MongoDB: repeated after a conflict, and confirmed by a majority within a time
 * limit. The driver's own `withTransaction` has no such limit: it sends an unconfirmed commit again
 * and again for two minutes.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import { CONFIRMED_WITHIN_MS } from './write-limits';

/** One commit command waits so long for the majority; then it is sent again, or given up. */
const COMMIT_WAIT_MS = CONFIRMED_WITHIN_MS / 2;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 500;

const OPTIONS = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: COMMIT_WAIT_MS },
  readPreference: 'primary',
} as const satisfies mongo.TransactionOptions;

/** The first of two commits. The driver sends the second one with a majority, which journals. */
const APPLIED_FIRST = {
  ...OPTIONS,
  writeConcern: { w: 1, wtimeoutMS: COMMIT_WAIT_MS },
} as const satisfies mongo.TransactionOptions;

/**
 * @param write all of its commands use the session
 * @param onApplied called when the primary has applied the transaction, and other transactions can
 *   write the same documents; whether a majority confirms it is open. It costs a second command
 * @throws the error of `write`; an error that `isUnavailable` knows, after which the transaction may
 *   have been committed: only a repetition by business keys finds out
 */
export async function inTransaction<Answer>(
  session: mongo.ClientSession,
  write: () => Promise<Answer>,
  onApplied?: () => void,
): Promise<Answer> {
  const untilMs = performance.now() + CONFIRMED_WITHIN_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(1.5 * pauseMs, LONGEST_PAUSE_MS)) {
    session.startTransaction(onApplied ? APPLIED_FIRST : OPTIONS);
    try {
      const answer = await write();
      if (onApplied) {
        await commit(session, untilMs);
        onApplied();
      }
      await commit(session, untilMs);
      return answer;
    } catch (err) {
      if (session.inTransaction()) await session.abortTransaction();
      if (!hasLabel(err, 'TransientTransactionError')) throw err;
      const waitMs = Math.random() * pauseMs;
      if (performance.now() + waitMs >= untilMs) throw err;
      await delay(waitMs);
    }
  }
}

async function commit(session: mongo.ClientSession, untilMs: number): Promise<void> {
  for (;;) {
    try {
      return await session.commitTransaction();
    } catch (err) {
      if (!hasLabel(err, 'UnknownTransactionCommitResult')) throw err;
      if (performance.now() >= untilMs) throw err;
    }
  }
}

function hasLabel(err: unknown, label: string): boolean {
  const { errorLabels = [] } = (err ?? {}) as { readonly errorLabels?: readonly string[] };
  return errorLabels.includes(label);
}
