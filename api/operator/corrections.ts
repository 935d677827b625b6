/** `POST /accounts/{id}/corrections`: a correcting journal by the operator, with its reason. */
import { correctAccount } from '../../exchange/accounts/correct-account';
import type { Records } from '../../records/connect';
import { pathParameter } from '../context';
import { accountSummary } from '../market/account';
import type { RouteHandler } from '../routes/declared-route';
import type { operatorAccountRoutes } from '../routes/operator-accounts';

/** Idempotent by the reference; never more than the available balance. */
export function correctionHandler(
  records: Records,
): RouteHandler<typeof operatorAccountRoutes.correctAccount> {
  return async (req, res, { body }) => {
    const accountId = pathParameter(req, 'id');
    const { credit, debit = 0n, reference, reason } = body;
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
