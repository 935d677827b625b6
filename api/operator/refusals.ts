/** `GET /refusals`: how often requests were refused, by code, surface and hour or day. */
import type { Records } from '../../records/connect';
import type { RouteHandler } from '../routes/declared-route';
import type { operatorRecordRoutes } from '../routes/operator-records';
import { REFUSAL_ROWS_MAX } from '../schemas/operator-days';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer times are counted by day. */
const DAYS_BY_HOUR = 2;

interface Row {
  readonly _id: { readonly at: Date; readonly surface: string; readonly code: string };
  readonly count: number;
}

export function refusalsHandler({
  refusalCounts,
}: Pick<Records, 'refusalCounts'>): RouteHandler<typeof operatorRecordRoutes.listRefusals> {
  return async (_req, res, { query: { days } }) => {
    const by = days <= DAYS_BY_HOUR ? 'hour' : 'day';
    const stepMs = by === 'hour' ? HOUR_MS : DAY_MS;
    const nowMs = Date.now();
    const since = new Date(nowMs - (nowMs % stepMs) - days * DAY_MS + stepMs);
    const rows = await refusalCounts
      .aggregate<Row>([
        { $match: { hour: { $gte: since } } },
        {
          $group: {
            _id: {
              at: { $dateTrunc: { date: '$hour', unit: by } },
              surface: '$surface',
              code: '$code',
            },
            count: { $sum: '$count' },
          },
        },
        { $sort: { '_id.at': -1, count: -1, '_id.code': 1, '_id.surface': 1 } },
        { $limit: REFUSAL_ROWS_MAX },
      ])
      .toArray();
    res.json({
      since: since.toISOString(),
      by,
      refusals: rows.map(({ _id: { at, surface, code }, count }) => ({
        at: at.toISOString(),
        surface,
        code,
        count,
      })),
    });
  };
}
