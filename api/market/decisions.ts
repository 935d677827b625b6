/** `POST decisions`, the same on both surfaces: what a seller decided and why. It changes no book. */
import type { Request, RequestHandler } from 'express';
import { fail } from '../../domain/errors';
import { DecisionService } from '../../exchange/sellers/decisions';
import type { Records } from '../../records/connect';
import type { Decision } from '../../records/decision-log';
import { sellerOf } from '../context';
import { readBody } from '../middleware/body';
import { refuseTooMany } from '../middleware/turns';
import {
  DECISIONS_MAX,
  type Decisions,
  REASON_LENGTH_MAX,
  type RecordedBody,
  decisionsSchema,
} from '../schemas/seller-records';

/** For both surfaces together. */
export function decisionsHandler(records: Records): RequestHandler {
  const service = new DecisionService(records);
  return async (req, res) => {
    const { _id: sellerId } = sellerOf(res);
    checkSize(req);
    const { decisions } = readBody(req, decisionsSchema);
    for (const [index, { reason }] of decisions.entries()) checkReason(reason, index);
    await service.record(sellerId, decisions.map(decision)).catch(refuseTooMany);
    const body: RecordedBody = { seller_id: sellerId, recorded: decisions.length };
    res.json(body);
  };
}

/** Before anything in it: a batch of a wrong size has a code of its own. */
function checkSize(req: Request): void {
  const { decisions } = (req.body ?? {}) as { decisions?: unknown };
  if (!Array.isArray(decisions)) return;
  if (decisions.length < 1 || decisions.length > DECISIONS_MAX) {
    throw fail('invalid_decisions', { param: 'decisions' });
  }
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
