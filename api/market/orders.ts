/** The buyer's contract orders: search, read, cancel. */
import { cancelOrder, ownOrder } from '../../exchange/orders/cancel-order';
import type { OrderWorkflows } from '../../exchange/deps';
import type { Records } from '../../records/connect';
import { type OrderSearch, searchOrders } from '../../records/queries/search-orders';
import { buyerOf, pathParameter } from '../context';
import { type Cursors, pageEnd } from '../cursor';
import type { OrderQuery } from '../schemas/contracts';
import { orderBody } from './contract-bodies';
import { orderDetails } from './order-details';
import type { RouteHandler } from '../routes/declared-route';
import type { contractRoutes } from '../routes/contracts';

export class OrderRoutes {
  constructor(
    private readonly records: Records,
    private readonly workflows: Pick<OrderWorkflows, 'cancel'>,
    private readonly cursors: Cursors,
  ) {}

  readonly list: RouteHandler<typeof contractRoutes.listOrders> = async (_req, res, { query }) => {
    const { accountId } = buyerOf(res);
    const list = `orders:${accountId}`;
    const page = await this.cursors.searchPage(list, query, (behindId, count) => {
      const search = { ...searchOf(accountId, query), behindId };
      return searchOrders(this.records.contractOrders, search, count);
    });
    res.json({ orders: page.items.map(orderBody), ...pageEnd(page) });
  };

  readonly show: RouteHandler<typeof contractRoutes.getOrder> = async (req, res) => {
    const { accountId } = buyerOf(res);
    const order = await ownOrder(this.records, pathParameter(req, 'id'), accountId);
    res.json(await orderDetails(this.records, order));
  };

  /** 204 when a remainder was withdrawn; 404 also for an order that was filled first. */
  readonly cancel: RouteHandler<typeof contractRoutes.cancelOrder> = async (req, res) => {
    const { accountId } = buyerOf(res);
    await cancelOrder(this.records, this.workflows, pathParameter(req, 'id'), accountId);
    res.status(204).end();
  };
}

function searchOf(
  accountId: string,
  { q, model_id: modelId, region, status }: OrderQuery,
): Omit<OrderSearch, 'behindId'> {
  return { accountId, modelId, region, status, text: (q ?? '').trim().toLowerCase() };
}
