/** `GET /audit`: the changes that operators asked for, newest first. */
import { lowestUuidV7At } from '../../domain/ids';
import type { Records } from '../../records/connect';
import type { OperatorActionDocument } from '../../records/documents/operator-action';
import { type Cursors, pageEnd } from '../cursor';
import { namesOf } from './names';
import type { RouteHandler } from '../routes/declared-route';
import type { operatorRecordRoutes } from '../routes/operator-records';

export function auditHandler(
  records: Pick<Records, 'accounts' | 'operatorActions' | 'sellers'>,
  cursors: Cursors,
): RouteHandler<typeof operatorRecordRoutes.listActions> {
  return async (_req, res, { query }) => {
    const { action, target, from, to } = query;
    const list = ['audit', action, target, from?.getTime(), to?.getTime()].join('\n');
    const page = await cursors.page(list, query, (behind, count) => {
      const before = behind ?? (to ? lowestUuidV7At(to.getTime()) : null);
      const ids = {
        ...(before === null ? {} : { $lt: before }),
        ...(from ? { $gte: lowestUuidV7At(from.getTime()) } : {}),
      };
      return records.operatorActions
        .find({
          ...(action === undefined ? {} : { action }),
          ...(target === undefined ? {} : { target }),
          ...(Object.keys(ids).length === 0 ? {} : { _id: ids }),
        })
        .sort({ _id: -1 })
        .limit(count)
        .toArray();
    });
    const names = await namesOf(
      records,
      page.items.map((found) => found.target),
    );
    res.json({ actions: page.items.map(actionBody), names, ...pageEnd(page) });
  };
}

function actionBody(document: OperatorActionDocument) {
  return {
    action_id: document._id,
    action: document.action,
    method: document.method,
    path: document.path,
    target: document.target,
    reason: document.reason,
    details: document.details,
    actor: document.actor,
    address: document.address,
    request_id: document.requestId,
    outcome: outcomeOf(document),
    status: document.status,
    code: document.code,
    at: document.at.toISOString(),
    ended_at: document.endedAt?.toISOString() ?? null,
  };
}

function outcomeOf({ status }: OperatorActionDocument) {
  if (status === null) return 'unknown' as const;
  return status < 400 ? ('done' as const) : ('refused' as const);
}
