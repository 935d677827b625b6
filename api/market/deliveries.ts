/** What a seller owes: its lots whose window is not over, less what was drawn (CONTRACT-11). */
import type { RequestHandler } from 'express';
import { owedTokens } from '../../domain/contract-standing';
import { atOneMoment } from '../../records/at-one-moment';
import type { Records } from '../../records/connect';
import { sellerOf } from '../context';
import { type Cursors, pageEnd } from '../cursor';
import { readQuery } from '../middleware/body';
import { deliveriesQuerySchema } from '../schemas/contracts';

export function deliveriesHandler(records: Records, cursors: Cursors): RequestHandler {
  return async (req, res) => {
    const now = await records.ledger.capacity.now();
    const sellerId = sellerOf(res)._id;
    const query = readQuery(req, deliveriesQuerySchema);
    const page = await atOneMoment(records.connection, (session) =>
      cursors.page(`deliveries:${sellerId}`, query, (behind, count) => {
        const owed = { sellerId, status: 'open', endsAt: { $gt: now } } as const;
        return records.lots
          .find({ ...owed, ...(behind === null ? {} : { _id: { $gt: behind } }) }, { session })
          .sort({ _id: 1 })
          .limit(count)
          .toArray();
      }),
    );
    res.json({
      deliveries: page.items.map((lot) => ({
        contract_id: lot.contractId,
        lot_id: lot._id,
        buyer_id: lot.accountId,
        instrument: lot.modelId,
        remaining: owedTokens(lot, now),
        delivery_start: lot.opensAt.toISOString(),
        expires_at: lot.endsAt.toISOString(),
      })),
      ...pageEnd(page),
    });
  };
}
