/** The invariants of the records: the newest results, by schedule or on demand. */
import type { Records } from '../../records/connect';
import { INVARIANTS } from '../../records/invariants/check-invariants';
import { CHAIN_ID } from '../../records/chain/check-chain';
import { BOOKS_ID } from '../../exchange/books/compare-books';
import { RESERVATIONS_ID } from '../../exchange/books/compare-reservations';
import { countsOf, reconcile, recentExtent } from '../../exchange/maintenance/reconcile';
import { fail } from '../../domain/errors';
import {
  NEWEST_FULL_RUN,
  NEWEST_RUN,
  type ReconciliationDocument,
  type ReconciliationRunDocument,
} from '../../records/documents/reconciliation';
import { pathParameter } from '../context';
import { type Cursors, pageEnd } from '../cursor';
import type { RouteHandler } from '../routes/declared-route';
import type { operatorRecordRoutes } from '../routes/operator-records';

const VIOLATORS: ReadonlyMap<string, string> = new Map([
  ...INVARIANTS.map(({ id, violator }) => [id, violator] as const),
  [BOOKS_ID, 'ask'],
  [RESERVATIONS_ID, 'fill'],
  [CHAIN_ID, 'closed day'],
]);

export class ReconciliationRoutes {
  constructor(
    private readonly records: Records,
    private readonly cursors: Cursors,
  ) {}

  readonly status: RouteHandler<typeof operatorRecordRoutes.getReconciliation> = async (
    _req,
    res,
  ) => {
    const { reconciliation } = this.records;
    const [newest, full] = await Promise.all(
      ([NEWEST_RUN, NEWEST_FULL_RUN] as const).map((_id) => reconciliation.findOne({ _id })),
    );
    res.json({ ...report(newest ?? null), full: full ? fullCheck(full) : null });
  };

  /** Answers when the check is complete. */
  readonly run: RouteHandler<typeof operatorRecordRoutes.runReconciliation> = async (
    _req,
    res,
    { query },
  ) => {
    const extent = query.extent === 'all' ? 'all' : recentExtent();
    res.json(report(await reconcile(this.records, 'operator', extent)));
  };

  readonly runs: RouteHandler<typeof operatorRecordRoutes.listReconciliationRuns> = async (
    _req,
    res,
    { query },
  ) => {
    const page = await this.cursors.page('reconciliation runs', query, (behind, count) =>
      this.records.reconciliationRuns
        .find(behind === null ? {} : { _id: { $lt: behind } })
        .sort({ _id: -1 })
        .limit(count)
        .toArray(),
    );
    res.json({ runs: page.items.map((run) => runBody(run, query.invariant)), ...pageEnd(page) });
  };

  readonly showRun: RouteHandler<typeof operatorRecordRoutes.getReconciliationRun> = async (
    req,
    res,
  ) => {
    const run = await this.records.reconciliationRuns.findOne({ _id: pathParameter(req, 'id') });
    if (!run) throw fail('not_found', { message: 'There is no such run.' });
    res.json(report(run));
  };
}

/** Without names and samples, which `GET .../runs/{id}` has. */
function runBody(run: ReconciliationRunDocument, only?: string) {
  const { _id, trigger, ranAt, results } = run;
  const shown = only === undefined ? results : results.filter(({ id }) => id === only);
  return {
    run_id: _id,
    as_of: ranAt.toISOString(),
    trigger,
    ...readingBody(run),
    ...countsOf(results),
    invariants: shown.map(({ id, status, violations, durationMs }) => ({
      id,
      status,
      violations,
      duration_ms: durationMs,
    })),
  };
}

function readingBody(run: Omit<ReconciliationDocument, '_id'> | null) {
  const { extent = null, durationMs = null, journals = null } = run ?? {};
  return { extent, duration_ms: durationMs, journals };
}

function fullCheck(run: ReconciliationDocument) {
  const { duration_ms, journals } = readingBody(run);
  return { as_of: run.ranAt.toISOString(), duration_ms, journals, ...countsOf(run.results) };
}

function report(run: Omit<ReconciliationDocument, '_id'> | null) {
  const results = run?.results ?? [];
  const ranAt = run?.ranAt.toISOString() ?? null;
  return {
    as_of: ranAt,
    ...readingBody(run),
    ...countsOf(results),
    invariants: results.map(({ id, name, status, violations, samples, durationMs, error }) => ({
      id,
      name,
      status,
      violations,
      samples: [...samples],
      samples_of: VIOLATORS.get(id) ?? 'record',
      error,
      last_run_at: ranAt,
      duration_ms: durationMs,
    })),
  };
}
