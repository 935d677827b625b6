/**
 * `POST decisions`, the same on both surfaces: a seller's decisions and their reasons. It changes
 * no book.
 */
import type { Request } from 'express';
import { fail } from '../../domain/errors';
import { DecisionService } from '../../exchange/sellers/decisions';
import type { Records } from '../../records/connect';
import type { Decision } from '../../records/documents/decision-log';
import { sellerOf } from '../context';
import { invalidDecisions } from '../middleware/guards';
import { refuseTooMany } from '../middleware/turns';
import type { HandlerWithChecks, RouteHandler } from '../routes/declared-route';
import type { decisions as reported } from '../routes/sellers-on-both';
import { type Decisions, REASON_LENGTH_MAX } from '../schemas/seller-records';

export type DecisionsRoute = typeof reported;

/** For both surfaces together. */
export function reportDecisions(records: Records): HandlerWithChecks<DecisionsRoute> {
  const service = new DecisionService(records);
  const handler: RouteHandler<DecisionsRoute> = async (_req, res, { body: { decisions } }) => {
    const { _id: sellerId } = sellerOf(res);
    for (const [index, { reason }] of decisions.entries()) checkReason(reason, index);
    await service.record(sellerId, decisions.map(decision)).catch(refuseTooMany);
    res.json({ seller_id: sellerId, recorded: decisions.length });
  };
  return { beforeSchema: refuseEmpty, handler };
}

/** An empty batch has the code of a long one, which is refused as it arrives. */
function refuseEmpty(req: Request): void {
  const { decisions } = (req.body ?? {}) as { decisions?: unknown };
  if (Array.isArray(decisions) && decisions.length === 0) throw invalidDecisions();
}

/** Counted in code points, as people count characters. */
function checkReason(reason: string, index: number): void {
  if ([...reason].length > REASON_LENGTH_MAX) {
    throw fail('invalid_reason', { param: `decisions[${index}].reason` });
  }
}

function decision(given: Decisions['decisions'][number]): Decision {
  return {
    at: given.at,
    modelId: given.model_id ?? null,
    sold: given.sold,
    reason: given.reason,
    quantityTokens: given.tokens ?? null,
    priceScale8: given.price_per_million ?? null,
  };
}
