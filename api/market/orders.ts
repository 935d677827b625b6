/** The buyer's orders for capacity: search, look-up, cancellation. */
import type { Request, RequestHandler } from 'express';
import type { mongo } from 'mongoose';
import { fail } from '../../domain/errors';
import type { Records } from '../../records/connect';
import type { ContractOrderDocument } from '../../records/contract-order';
import { buyerOf, pathParameter } from '../context';
import { type Cursors, pageEnd } from '../cursor';
import { readQuery } from '../middleware/body';
import { type OrderQuery, orderQuerySchema } from '../schemas/contracts';
import { orderBody } from './contract-bodies';
import type { OrderDesk } from './contracts';

export class OrderRoutes {
  constructor(
    private readonly records: Records,
    private readonly desk: Pick<OrderDesk, 'cancel'>,
    private readonly cursors: Cursors,
  ) {}

  readonly list: RequestHandler = async (req, res) => {
    const { accountId } = buyerOf(res);
    const query = readQuery(req, orderQuerySchema);
    const filter = { accountId, ...filterOf(query) };
    const page = await this.cursors.page(`orders:${accountId}`, query, (behind, count) =>
      this.records.contractOrders
        .find({ ...filter, ...(behind === null ? {} : { _id: { $lt: behind } }) })
        .sort({ _id: -1 })
        .limit(count)
        .toArray(),
    );
    res.json({ orders: page.items.map(orderBody), ...pageEnd(page) });
  };

  readonly show: RequestHandler = async (req, res) => {
    res.json(orderBody(await this.own(req, buyerOf(res).accountId)));
  };

  /** 204 when a remainder was taken off the market; an order that was filled first is none any more. */
  readonly cancel: RequestHandler = async (req, res) => {
    const order = await this.own(req, buyerOf(res).accountId);
    const message = 'There is no such open order.';
    if (order.status !== 'open') throw fail('not_found', { message });
    if (!(await this.desk.cancel(order._id))) throw fail('not_found', { message });
    res.status(204).end();
  };

  private async own(req: Request, accountId: string): Promise<ContractOrderDocument> {
    const order = await this.records.contractOrders.findOne({ _id: pathParameter(req, 'id') });
    if (!order) throw fail('not_found');
    if (order.accountId !== accountId) throw fail('forbidden');
    return order;
  }
}

type Filter = mongo.Filter<ContractOrderDocument>;

function filterOf({ q, model_id: modelId, region, status }: OrderQuery): Filter {
  return {
    ...(q === undefined || q.trim() === '' ? {} : searched(q)),
    ...(modelId === undefined ? {} : { modelId }),
    ...(region === undefined ? {} : { region }),
    ...(status === undefined ? {} : ofStatus(status)),
  };
}

function ofStatus(status: NonNullable<OrderQuery['status']>): Filter {
  if (status === 'partially_filled') return { status: 'open', filledTokens: { $gt: 0 } };
  if (status === 'open') return { status, filledTokens: 0 };
  return { status };
}

/** Taken literally: no sign of it means anything to the search. */
function searched(q: string): Filter {
  const literal = q
    .trim()
    .toLowerCase()
    .replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
  const part = { $regex: literal };
  return { $or: [{ _id: part }, { ticketId: part }, { modelId: part }] } as Filter;
}
