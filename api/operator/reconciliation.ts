/** The invariants of the records, checked on demand; the newest results are kept. */
import type { Request, Response } from 'express';
import type { Records } from '../../records/connect';
import { checkInvariants } from '../../records/invariants/check-invariants';
import { NEWEST_RUN, type ReconciliationDocument } from '../../records/reconciliation';

export function reconciliationHandlers(records: Records) {
  return {
    async status(_req: Request, res: Response): Promise<void> {
      res.json(report(await records.reconciliation.findOne({ _id: NEWEST_RUN })));
    },

    /** Answered when the run is done. */
    async run(_req: Request, res: Response): Promise<void> {
      const results = await checkInvariants(records);
      const run = { ranAt: new Date(), results };
      await records.reconciliation.updateOne({ _id: NEWEST_RUN }, { $set: run }, { upsert: true });
      res.json(report({ _id: NEWEST_RUN, ...run }));
    },
  };
}

function report(run: ReconciliationDocument | null) {
  const results = run?.results ?? [];
  const ranAt = run?.ranAt.toISOString() ?? null;
  return {
    as_of: ranAt,
    violations: results.reduce((sum, { violations }) => sum + violations, 0),
    invariants: results.map(({ id, name, status, violations, samples, durationMs }) => ({
      id,
      name,
      status,
      violations,
      samples,
      last_run_at: ranAt,
      duration_ms: durationMs,
    })),
  };
}
