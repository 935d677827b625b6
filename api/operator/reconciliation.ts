/** The invariants of the records: the newest results, by schedule or on demand. */
import type { Records } from '../../records/connect';
import { INVARIANTS } from '../../records/invariants/check-invariants';
import { countsOf, reconcile } from '../../exchange/reconcile';
import { NEWEST_RUN, type ReconciliationDocument } from '../../records/reconciliation';
import type { RouteHandler } from '../routes/declared-route';
import type { administrationRoutes } from '../routes/operator';

export class ReconciliationRoutes {
  constructor(private readonly records: Records) {}

  readonly status: RouteHandler<typeof administrationRoutes.getReconciliation> = async (
    _req,
    res,
  ) => {
    res.json(report(await this.records.reconciliation.findOne({ _id: NEWEST_RUN })));
  };

  /** Answers when the check is complete. */
  readonly run: RouteHandler<typeof administrationRoutes.runReconciliation> = async (_req, res) => {
    res.json(report(await reconcile(this.records)));
  };
}

function report(run: ReconciliationDocument | null) {
  const results = run?.results ?? [];
  const ranAt = run?.ranAt.toISOString() ?? null;
  return {
    as_of: ranAt,
    ...countsOf(results),
    invariants: results.map(({ id, name, status, violations, samples, durationMs, error }) => ({
      id,
      name,
      status,
      violations,
      samples: [...samples],
      samples_of: INVARIANTS.find((known) => known.id === id)?.violator ?? 'record',
      error,
      last_run_at: ranAt,
      duration_ms: durationMs,
    })),
  };
}
