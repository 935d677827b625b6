/** Checks every invariant and stores the results. It reports and repairs nothing. */
import { randomInt } from 'node:crypto';
import { newId } from '../../domain/new-id';
import type { Records } from '../../records/connect';
import { checkInvariants, type Extent } from '../../records/invariants/check-invariants';
import {
  type InvariantResult,
  NEWEST_FULL_RUN,
  NEWEST_RUN,
  type ReconciliationDocument,
  type ReconciliationRunDocument,
  RUNS_KEPT,
} from '../../records/documents/reconciliation';
import { READ_MAX_MS } from '../../records/mongodb/read-limits';
import { writable } from '../../records/mongodb/writable';

const SAMPLED_DAYS = 2;
const SEEDS = 2 ** 31;
const HOUR_MS = 3_600_000;

/** What changed since the newest closed day, and a random sample of the closed ones. */
export function recentExtent(): Extent {
  return { recent: { days: SAMPLED_DAYS, seed: randomInt(SEEDS) } };
}

/** @param others results of checks that read more than the records */
export async function reconcile(
  records: Records,
  trigger: ReconciliationRunDocument['trigger'] = 'schedule',
  extent = recentExtent(),
  others: () => Promise<readonly InvariantResult[]> = () => Promise.resolve([]),
): Promise<ReconciliationDocument> {
  const startedMs = performance.now();
  const results = [...(await checkInvariants(records, extent)), ...(await others())];
  const isFull = extent === 'all';
  const run = {
    ranAt: new Date(),
    extent: isFull ? ('all' as const) : ('recent' as const),
    durationMs: Math.round(performance.now() - startedMs),
    journals: isFull ? await countJournals(records) : null,
    results,
  };
  const places = [NEWEST_RUN, NEWEST_FULL_RUN] as const;
  for (const _id of places.slice(0, isFull ? 2 : 1)) {
    await writable(records.reconciliation).updateOne({ _id }, { $set: run }, { upsert: true });
  }
  await keepRun(records, { _id: newId(), trigger, ...run });
  return { _id: NEWEST_RUN, ...run };
}

async function countJournals({ journals, archivedJournals }: Records): Promise<number> {
  const [live, archived] = await Promise.all(
    [journals, archivedJournals].map((each) =>
      each.estimatedDocumentCount({ maxTimeMS: READ_MAX_MS }),
    ),
  );
  return live! + archived!;
}

/** Whether all records have not been checked for this long. @param intervalHours 0 for never */
export async function isFullCheckDue(
  { reconciliation }: Pick<Records, 'reconciliation'>,
  intervalHours: number,
  now = new Date(),
): Promise<boolean> {
  if (intervalHours === 0) return false;
  const last = await reconciliation.findOne({ _id: NEWEST_FULL_RUN });
  return !last || now.getTime() >= last.ranAt.getTime() + intervalHours * HOUR_MS;
}

/** Adds a run to the history, which contains the newest ones. */
export async function keepRun(
  { reconciliationRuns }: Pick<Records, 'reconciliationRuns'>,
  run: ReconciliationRunDocument,
  kept = RUNS_KEPT,
): Promise<void> {
  const runs = writable(reconciliationRuns);
  await runs.insertOne(run);
  const [surplus] = await runs
    .find({}, { projection: { _id: 1 } })
    .sort({ _id: -1 })
    .skip(kept)
    .limit(1)
    .toArray();
  if (surplus) await runs.deleteMany({ _id: { $lte: surplus._id } });
}

export function countsOf(results: readonly InvariantResult[]) {
  return {
    violations: results.reduce((sum, { violations }) => sum + violations, 0),
    unchecked: results.filter(({ status }) => status === 'error').length,
  };
}
