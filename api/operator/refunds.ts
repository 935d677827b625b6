/** `GET /sellers/{id}/refunds`: lots of a seller whose tokens went back to the buyer, and why. */
import { fail } from '../../domain/errors';
import { formatScale8 } from '../../domain/money';
import type { Records } from '../../records/connect';
import type { LotDocument } from '../../records/documents/lot';
import { NEWEST_CLOSED, closedBehind, closedPosition } from '../../records/queries/newest-closed';
import { type Cursors, pageEnd } from '../cursor';
import { refundReasons } from '../market/refunded-lots';
import { namesOf } from './names';
import type { RouteHandler } from '../routes/declared-route';
import type { operatorSellerRoutes } from '../routes/operator-sellers';

export function refundsHandler(
  records: Pick<Records, 'accounts' | 'lots' | 'journals' | 'sellers'>,
  cursors: Cursors,
): RouteHandler<typeof operatorSellerRoutes.listSellerRefunds> {
  return async (_req, res, { params: { id: sellerId }, query }) => {
    const seller = await records.sellers.findOne({ _id: sellerId }, { projection: { _id: 1 } });
    if (!seller) throw fail('not_found');
    const page = await cursors.page(
      `refunds:${sellerId}`,
      query,
      (behind, count) =>
        records.lots
          .find({
            sellerId,
            refundedTokens: { $gt: 0 },
            ...closedBehind(behind),
          })
          .sort(NEWEST_CLOSED)
          .limit(count)
          .toArray(),
      closedPosition,
    );
    const reasons = await refundReasons(records, page.items);
    res.json({
      refunds: page.items.map((lot) => refundBody(lot, reasons.get(lot._id) ?? null)),
      names: await namesOf(
        records,
        page.items.map(({ accountId }) => accountId),
      ),
      ...pageEnd(page),
    });
  };
}

function refundBody(lot: LotDocument, reason: string | null) {
  return {
    lot_id: lot._id,
    contract_id: lot.contractId,
    order_id: lot.orderId,
    account_id: lot.accountId,
    model_id: lot.modelId,
    status: lot.status,
    quantity: lot.quantityTokens,
    refunded_tokens: lot.refundedTokens,
    amount: formatScale8(lot.refundedScale8),
    reason,
    closed_at: (lot.closedAt ?? lot.endsAt).toISOString(),
  };
}
