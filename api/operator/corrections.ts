/** `POST /accounts/{id}/corrections`: a correcting journal, by the operator, with its reason. */
import type { RequestHandler } from 'express';
import { correctAccount } from '../../exchange/accounts/correct-account';
import type { Records } from '../../records/connect';
import { pathParameter } from '../context';
import { accountSummary } from '../market/account';
import { readBody } from '../middleware/body';
import { correctionSchema } from '../schemas/operator';

/** Idempotent by the reference; never more than is available. */
export function correctionHandler(records: Records): RequestHandler {
  return async (req, res) => {
    const accountId = pathParameter(req, 'id');
    const { credit, debit = 0n, reference, reason } = readBody(req, correctionSchema);
    const { status, journal } = await correctAccount(records, {
      accountId,
      amountScale8: credit ?? -debit,
      reference,
      reason,
    });
    req.log.info({ accountId, journal: journal._id, status }, 'an account was corrected');
    res.json(await accountSummary(records, accountId));
  };
}
