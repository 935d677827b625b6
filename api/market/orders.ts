/** The buyer's orders for capacity: search, look-up, cancellation. */
import type { Request, RequestHandler } from 'express';
import { fail } from '../../domain/errors';
import type { Records } from '../../records/connect';
import type { ContractOrderDocument } from '../../records/contract-order';
import { type OrderSearch, searchOrders } from '../../records/search-orders';
import { buyerOf, pathParameter } from '../context';
import { type Cursors, pageEnd } from '../cursor';
import { readQuery } from '../middleware/body';
import { type OrderQuery, orderQuerySchema } from '../schemas/contracts';
import { orderBody } from './contract-bodies';
import type { OrderService } from './contracts';

export class OrderRoutes {
  constructor(
    private readonly records: Records,
    private readonly service: Pick<OrderService, 'cancel'>,
    private readonly cursors: Cursors,
  ) {}

  readonly list: RequestHandler = async (req, res) => {
    const { accountId } = buyerOf(res);
    const query = readQuery(req, orderQuerySchema);
    const list = `orders:${accountId}`;
    let searchedToId: string | null = null;
    const page = await this.cursors.page(list, query, async (behindId, count) => {
      const search = { ...searchOf(accountId, query), behindId };
      const found = await searchOrders(this.records.contractOrders, search, count);
      searchedToId = found.searchedToId;
      return found.orders;
    });
    const nextCursor =
      page.nextCursor ?? (searchedToId === null ? null : this.cursors.encode(list, searchedToId));
    res.json({ orders: page.items.map(orderBody), ...pageEnd({ ...page, nextCursor }) });
  };

  readonly show: RequestHandler = async (req, res) => {
    res.json(orderBody(await this.own(req, buyerOf(res).accountId)));
  };

  /** 204 when a remainder was taken off the market; an order that was filled first is none any more. */
  readonly cancel: RequestHandler = async (req, res) => {
    const order = await this.own(req, buyerOf(res).accountId);
    const message = 'There is no such open order.';
    if (order.status !== 'open') throw fail('not_found', { message });
    if (!(await this.service.cancel(order._id))) throw fail('not_found', { message });
    res.status(204).end();
  };

  private async own(req: Request, accountId: string): Promise<ContractOrderDocument> {
    const order = await this.records.contractOrders.findOne({ _id: pathParameter(req, 'id') });
    if (!order) throw fail('not_found');
    if (order.accountId !== accountId) throw fail('forbidden');
    return order;
  }
}

function searchOf(
  accountId: string,
  { q, model_id: modelId, region, status }: OrderQuery,
): Omit<OrderSearch, 'behindId'> {
  return { accountId, modelId, region, status, text: (q ?? '').trim().toLowerCase() };
}
