/** A seller's obligations: its lots whose window has not ended, minus draws (CONTRACT-11). */
import { owedAt } from '../../domain/contract-standing';
import { atOneMoment } from '../../records/at-one-moment';
import type { Records } from '../../records/connect';
import type { LotDocument } from '../../records/lot';
import { owedLots } from '../../records/owed-lots';
import { sellerOf } from '../context';
import { type Cursors, pageEnd } from '../cursor';
import type { RouteHandler } from '../routes/declared-route';
import type { deliveries } from '../routes/sellers-on-both';

export function deliveriesHandler(
  records: Records,
  cursors: Cursors,
): RouteHandler<typeof deliveries> {
  return async (_req, res, { query }) => {
    const now = await records.ledger.capacity.now();
    const sellerId = sellerOf(res)._id;
    const page = await atOneMoment(records.connection, (session) =>
      cursors.page(`deliveries:${sellerId}`, query, (behind, count) => {
        const owed = owedLots(sellerId, now);
        return records.lots
          .find({ ...owed, ...(behind === null ? {} : { _id: { $gt: behind } }) }, { session })
          .sort({ _id: 1 })
          .limit(count)
          .toArray();
      }),
    );
    res.json({
      deliveries: page.items.map((lot) => deliveryBody(lot, now)),
      ...pageEnd(page),
    });
  };
}

function deliveryBody(lot: LotDocument, now: Date) {
  const { remainingTokens, reservedTokens } = owedAt(lot, now);
  return {
    contract_id: lot.contractId,
    lot_id: lot._id,
    buyer_id: lot.accountId,
    instrument: lot.modelId,
    remaining: remainingTokens,
    reserved_tokens: reservedTokens,
    delivery_start: lot.opensAt.toISOString(),
    expires_at: lot.endsAt.toISOString(),
  };
}
