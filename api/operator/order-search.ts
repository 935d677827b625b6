/** `GET /orders`: chats and contract orders by state, age, account, seller and instrument. */
import type { Settings } from '../../config/settings';
import { formatPrice } from '../../domain/money';
import type { Records } from '../../records/connect';
import { type FoundOrder, findOrders } from '../../records/queries/find-orders';
import { type Cursors, pageEnd } from '../cursor';
import type { RouteHandler } from '../routes/declared-route';
import type { operatorRecordRoutes } from '../routes/operator-records';
import { namesOf } from './names';
import { workflowUrl } from './order-bodies';

export function orderSearchHandler(
  records: Records,
  cursors: Cursors,
  settings: Settings,
): RouteHandler<typeof operatorRecordRoutes.listOrders> {
  return async (_req, res, { query }) => {
    const { cursor, limit, older_than: olderThan, ...filter } = query;
    const { kind, status, account_id: accountId, seller_id: sellerId, model_id: modelId } = filter;
    const { request_id: requestId, sort: sorting } = filter;
    const asked = [kind, status, accountId, sellerId, modelId, requestId, olderThan, sorting];
    const list = ['orders of all accounts', ...asked].join('\n');
    const behindId = cursor === undefined ? null : cursors.decode(list, cursor);
    const before = olderThan === undefined ? null : new Date(Date.now() - olderThan * 1_000);
    const { orders, nextId } = await findOrders(
      records,
      { kind, status, accountId, sellerId, modelId, requestId, before, behindId, sorting },
      limit,
    );
    const nextCursor = nextId === null ? null : cursors.encode(list, nextId);
    res.json({
      orders: orders.map((found) => rowBody(settings, found)),
      names: await namesOf(
        records,
        orders.map(({ order }) => order.accountId),
      ),
      ...pageEnd({ items: orders, nextCursor }),
    });
  };
}

function rowBody(settings: Settings, found: FoundOrder) {
  const { order } = found;
  return {
    order_id: order._id,
    kind: found.kind,
    status: order.status,
    account_id: order.accountId,
    model_id: order.modelId,
    region: order.region,
    ...termsOf(found),
    request_id: order.requestId,
    workflow_id: order.workflowId,
    workflow_url: order.workflowId === null ? null : workflowUrl(settings, order.workflowId),
    created_at: order.createdAt.toISOString(),
    updated_at: order.updatedAt.toISOString(),
  };
}

function termsOf(found: FoundOrder) {
  const [priceScale8, quantity, reason] =
    found.kind === 'chat'
      ? [
          found.order.ceilingScale8,
          found.order.quantityMaxTokens,
          found.order.refusal?.code ?? null,
        ]
      : [found.order.limitPriceScale8, found.order.quantityTokens, found.order.reason];
  return { limit_price: formatPrice(priceScale8, 'perThousand'), quantity, reason };
}
