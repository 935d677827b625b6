/** `GET /v1/account`: what a buyer has, what is held of it, and for what. */
import type { RequestHandler } from 'express';
import { fail } from '../../domain/errors';
import { formatPrice, formatScale8 } from '../../domain/money';
import { atOneMoment } from '../../records/at-one-moment';
import type { Records } from '../../records/connect';
import { buyerOf } from '../context';
import type { AccountSummaryBody } from '../schemas/market';

/** Newest reservations that a summary names. */
const RESERVATIONS_MAX = 1_000;

export function accountHandler(records: Records): RequestHandler {
  return async (_req, res) => {
    res.json(await accountSummary(records, buyerOf(res).accountId));
  };
}

/** @throws Failure `not_found` */
export async function accountSummary(
  records: Records,
  accountId: string,
): Promise<AccountSummaryBody> {
  const { account, balance, holds } = await readStanding(records, accountId);
  if (!account) throw fail('not_found', { message: 'There is no such account.' });
  const posted = balance?.postedScale8 ?? 0n;
  const held = balance?.heldScale8 ?? 0n;
  return {
    account_id: accountId,
    currency: 'USD',
    balance: formatScale8(posted),
    reserved: formatScale8(held),
    available: formatScale8(posted - held),
    price_ceiling:
      account.priceCeilingScale8 === null
        ? null
        : formatPrice(account.priceCeilingScale8, 'perThousand'),
    reservations: holds.map((hold) => ({
      reservation_id: hold._id,
      amount: formatScale8(hold.openScale8),
      reason: hold.reason,
      reference_id: hold.referenceId,
      created_at: hold.createdAt.toISOString(),
    })),
    updated_at: (balance?.updatedAt ?? account.updatedAt).toISOString(),
  };
}

/** At one moment: what is held and the holds are changed together. */
function readStanding(records: Records, accountId: string) {
  return atOneMoment(records.connection, async (session) => {
    const account = await records.accounts.findOne({ _id: accountId }, { session });
    const [balance, holds] = await Promise.all([
      records.balances.findOne({ _id: accountId }, { session }),
      records.holds
        .find({ accountId, status: 'open' }, { session, sort: { createdAt: -1 } })
        .limit(RESERVATIONS_MAX)
        .toArray(),
    ]);
    return { account, balance, holds };
  });
}
