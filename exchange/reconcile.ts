/** Checks every invariant and stores the results. It reports and repairs nothing. */
import type { Records } from '../records/connect';
import { checkInvariants } from '../records/invariants/check-invariants';
import {
  type InvariantResult,
  NEWEST_RUN,
  type ReconciliationDocument,
} from '../records/reconciliation';
import { writable } from '../records/writable';

export async function reconcile(records: Records): Promise<ReconciliationDocument> {
  const results = await checkInvariants(records);
  const run = { ranAt: new Date(), results };
  await writable(records.reconciliation).updateOne(
    { _id: NEWEST_RUN },
    { $set: run },
    { upsert: true },
  );
  return { _id: NEWEST_RUN, ...run };
}

export function countsOf(results: readonly InvariantResult[]) {
  return {
    violations: results.reduce((sum, { violations }) => sum + violations, 0),
    unchecked: results.filter(({ status }) => status === 'error').length,
  };
}
