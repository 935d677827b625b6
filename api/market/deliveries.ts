/** What a seller owes: its lots whose window is not over, less what was drawn (specification, Delivery row). */
import type { RequestHandler } from 'express';
import { owedTokens } from '../../domain/contract-standing';
import type { Records } from '../../records/connect';
import { sellerOf } from '../context';

/** A bound of the answer, not of what a seller may owe. */
const LISTED_MAX = 10_000;

export function deliveriesHandler(records: Records): RequestHandler {
  return async (_req, res) => {
    const now = await records.ledger.capacity.now();
    const lots = await records.lots
      .find({ sellerId: sellerOf(res)._id, status: 'open', endsAt: { $gt: now } })
      .sort({ _id: 1 })
      .limit(LISTED_MAX)
      .toArray();
    res.json({
      deliveries: lots.map((lot) => ({
        contract_id: lot.contractId,
        lot_id: lot._id,
        buyer_id: lot.accountId,
        instrument: lot.modelId,
        remaining: owedTokens(lot, now),
        delivery_start: lot.opensAt.toISOString(),
        expires_at: lot.endsAt.toISOString(),
      })),
    });
  };
}
