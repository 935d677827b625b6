/** `GET /v1/account`: a buyer's balance, its held amount, and the holds. */
import { fail } from '../../domain/errors';
import { formatPrice, formatScale8 } from '../../domain/money';
import { atOneMoment } from '../../records/mongodb/at-one-moment';
import type { Records } from '../../records/connect';
import type { FillDocument } from '../../records/documents/fill';
import type { HoldDocument } from '../../records/documents/hold';
import { buyerOf } from '../context';
import type { RouteHandler } from '../routes/declared-route';
import type { accountRoutes } from '../routes/account';
import type { AccountSummaryBody } from '../schemas/market';

/** Maximum number of listed reservations, newest first. */
const RESERVATIONS_MAX = 1_000;

export function accountHandler(records: Records): RouteHandler<typeof accountRoutes.getAccount> {
  return async (_req, res) => {
    res.json(await accountSummary(records, buyerOf(res).accountId));
  };
}

/** @throws Failure `not_found` */
export async function accountSummary(
  records: Records,
  accountId: string,
): Promise<AccountSummaryBody> {
  const { account, balance, reservations } = await readStanding(records, accountId);
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
    reservations: reservations.map(({ id, openScale8, reason, referenceId, createdAt }) => ({
      reservation_id: id,
      amount: formatScale8(openScale8),
      reason,
      reference_id: referenceId,
      created_at: createdAt.toISOString(),
    })),
    updated_at: (balance?.updatedAt ?? account.updatedAt).toISOString(),
  };
}

/** Held money: for a chat's fill, or for a contract order. */
interface Reservation extends Pick<HoldDocument, 'reason' | 'referenceId' | 'createdAt'> {
  readonly id: string;
  readonly openScale8: bigint;
}

function ofHold({
  _id: id,
  openScale8,
  reason,
  referenceId,
  createdAt,
}: HoldDocument): Reservation {
  return { id, openScale8, reason, referenceId, createdAt };
}

function ofFill({ _id: id, hold, orderId, createdAt }: FillDocument): Reservation {
  return {
    id,
    openScale8: hold?.openScale8 ?? 0n,
    reason: 'chat',
    referenceId: orderId,
    createdAt,
  };
}

/** One snapshot: the held balance and the holds change together. */
function readStanding(records: Records, accountId: string) {
  return atOneMoment(records.connection, async (session) => {
    const account = await records.accounts.findOne({ _id: accountId }, { session });
    const newest = { session, sort: { createdAt: -1 }, limit: RESERVATIONS_MAX } as const;
    const [balance, holds, fills] = await Promise.all([
      records.balances.findOne({ _id: accountId }, { session }),
      records.holds.find({ accountId, status: 'open' }, newest).toArray(),
      records.fills.find({ accountId, 'hold.status': 'open' }, newest).toArray(),
    ]);
    const reservations = [...holds.map(ofHold), ...fills.map(ofFill)]
      .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
      .slice(0, RESERVATIONS_MAX);
    return { account, balance, reservations };
  });
}
