/** `GET /overview`: what runs, what hangs and what is halted, at a glance. */
import { timeOfUuidV7 } from '../../domain/ids';
import { countsOf } from '../../exchange/maintenance/reconcile';
import { type OrderCounts, countOrders } from '../../records/queries/count-orders';
import { NEWEST_RUN } from '../../records/documents/reconciliation';
import { currentPause } from '../../records/queries/judging-pauses';
import { maintenanceState } from '../../records/documents/maintenance-state';
import type { GatewayDeps } from '../gateway-deps';
import type { RouteHandler } from '../routes/declared-route';
import type { operatorRecordRoutes } from '../routes/operator-records';
import { bookBody } from './books';
import { workflowViews } from './workflow-views';

export function overviewHandler({
  records,
  readiness,
  settings,
}: Pick<GatewayDeps, 'records' | 'readiness' | 'settings'>): RouteHandler<
  typeof operatorRecordRoutes.getOverview
> {
  return async (_req, res) => {
    const now = new Date();
    const [{ ready, checks, warnings }, orders, gateways, books, pause, run, maintenance] =
      await Promise.all([
        readiness(),
        countOrders(records, now),
        records.gateways.find({}).sort({ _id: 1 }).toArray(),
        records.books.find({}).sort({ _id: 1 }).toArray(),
        currentPause(records.judgingPauses),
        records.reconciliation.findOne({ _id: NEWEST_RUN }),
        maintenanceState(records),
      ]);
    res.json({
      as_of: now.toISOString(),
      ready,
      checks: { ...checks },
      warnings: [...warnings],
      orders: orders.map(countsBody),
      gateways: await Promise.all(
        gateways.map(async ({ _id: gatewayId }) => ({
          gateway_id: gatewayId,
          unrecorded_since: await unrecordedSince(records, gatewayId),
        })),
      ),
      books: books.length,
      halts: books.filter(({ halt }) => halt).map(bookBody),
      judging: pause ? 'paused' : 'active',
      reconciliation: {
        as_of: run?.ranAt.toISOString() ?? null,
        ...countsOf(run?.results ?? []),
      },
      maintenance: {
        last_run_at: maintenance.ranAt?.toISOString() ?? null,
        workflows_missing: [...maintenance.missing.values()].reduce((sum, count) => sum + count, 0),
        workflows_failing: maintenance.failing,
        lots_overdue: maintenance.overdueLots,
      },
      workflow_views: workflowViews(settings),
    });
  };
}

/** When the oldest of its orders arrived that no workflow is known to record. */
async function unrecordedSince(
  { orders }: Pick<GatewayDeps['records'], 'orders'>,
  gatewayId: string,
): Promise<string | null> {
  const [oldest] = await orders
    .find({ unrecordedBy: gatewayId }, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .limit(1)
    .toArray();
  return oldest ? new Date(timeOfUuidV7(oldest._id)).toISOString() : null;
}

function countsBody({ kind, open, oldestOpenAt, recent }: OrderCounts) {
  return {
    kind,
    open_by_age: [...open],
    oldest_open_at: oldestOpenAt?.toISOString() ?? null,
    recent: recent.map(({ status, count }) => ({ status: status as 'open', count })),
  };
}
