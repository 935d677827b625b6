/** `GET /search`: whatever an operator has an id or a name of. */
import type { Records } from '../../records/connect';
import { type FoundRecord, searchEverything } from '../../records/queries/search-everything';
import type { RouteHandler } from '../routes/declared-route';
import type { operatorRecordRoutes } from '../routes/operator-records';
import { namesOf } from './names';

export function searchHandler(records: Records): RouteHandler<typeof operatorRecordRoutes.search> {
  return async (_req, res, { query }) => {
    const found = await searchEverything(records, query.q);
    const owners = found.flatMap(({ accountId, sellerId }) => [accountId, sellerId]);
    res.json({ found: found.map(bodyOf), names: await namesOf(records, owners) });
  };
}

function bodyOf({ kind, id, title, status, accountId, sellerId }: FoundRecord) {
  return { kind, id, title, status, account_id: accountId, seller_id: sellerId };
}
