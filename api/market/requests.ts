/** The buyer's chat requests: the newest first, and one with its attempts. */
import { fail } from '../../domain/errors';
import { pastFills, pastOrders } from '../../records/archive/past';
import type { Records } from '../../records/connect';
import type { FillDocument } from '../../records/documents/fill';
import type { OrderDocument } from '../../records/documents/order';
import { newestScores } from '../../records/queries/newest-score';
import { searchRequests } from '../../records/queries/search-requests';
import { buyerOf, pathParameter } from '../context';
import { type Cursors, pageEnd } from '../cursor';
import type { accountRoutes } from '../routes/account';
import type { RouteHandler } from '../routes/declared-route';
import { requestBody, requestDetails } from './request-bodies';

const WITHOUT_PROMPT = { 'bid.request': 0 };
/** A request meets few sellers before its deadline. */
const FILLS_MAX = 100;

export class RequestRoutes {
  constructor(
    private readonly records: Records,
    private readonly cursors: Cursors,
  ) {}

  readonly list: RouteHandler<typeof accountRoutes.listRequests> = async (_req, res, { query }) => {
    const { accountId } = buyerOf(res);
    const { model_id: modelId, status, request_id: requestId, from, to } = query;
    const list = `requests:${accountId}`;
    const page = await this.cursors.searchPage(list, query, (behindId, count) => {
      const search = { accountId, modelId, status, requestId, from, to, behindId };
      return searchRequests(this.records, search, count);
    });
    const fillIds = page.items.flatMap(({ fillId }) => fillId ?? []);
    const fills = await pastFills(this.records).byIds(fillIds);
    const byId = new Map(fills.map((fill) => [fill._id, fill]));
    const scores = await this.scoresOf(fills);
    res.json({
      requests: page.items.map((order) => requestBody(order, byId.get(order.fillId ?? ''), scores)),
      ...pageEnd(page),
    });
  };

  readonly show: RouteHandler<typeof accountRoutes.getRequest> = async (req, res) => {
    const order = await this.find(pathParameter(req, 'id'));
    if (order.accountId !== buyerOf(res).accountId) throw fail('forbidden');
    const fills = (await pastFills(this.records).ofOrder(order._id)).slice(0, FILLS_MAX);
    res.json(requestDetails(order, fills.filter(isReservation), await this.scoresOf(fills)));
  };

  /** By its own id, or by that of a fill, which the answer names. */
  private async find(id: string): Promise<OrderDocument> {
    const [orders, fills] = [pastOrders(this.records), pastFills(this.records)];
    const order = await orders.byId(id, WITHOUT_PROMPT);
    if (order) return order;
    const fill = await fills.byId(id, { orderId: 1 });
    const byFill = fill && (await orders.byId(fill.orderId, WITHOUT_PROMPT));
    if (!byFill) throw fail('not_found', { message: 'There is no such request.' });
    return byFill;
  }

  private scoresOf(fills: readonly FillDocument[]) {
    const sellerIds = new Set(fills.flatMap(({ sellerId }) => sellerId ?? []));
    return newestScores(this.records.reputations, [...sellerIds]);
  }
}

/** A tombstone has no seller. */
function isReservation({ status }: FillDocument): boolean {
  return status !== 'abandoned';
}
