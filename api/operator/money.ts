/** `GET /money`: what each closed day of the ledger moved. */
import { formatScale8 } from '../../domain/money';
import type { Records } from '../../records/connect';
import type { DayMoneyDocument } from '../../records/documents/day-money';
import { type Cursors, pageEnd } from '../cursor';
import type { RouteHandler } from '../routes/declared-route';
import type { operatorRecordRoutes } from '../routes/operator-records';

export function moneyHandler(
  { dayMoney }: Pick<Records, 'dayMoney'>,
  cursors: Cursors,
): RouteHandler<typeof operatorRecordRoutes.listMoney> {
  return async (_req, res, { query }) => {
    const page = await cursors.page('money', query, (behind, count) =>
      dayMoney
        .find(behind === null ? {} : { _id: { $lt: behind } })
        .sort({ _id: -1 })
        .limit(count)
        .toArray(),
    );
    res.json({ days: page.items.map(dayBody), ...pageEnd(page) });
  };
}

function dayBody(day: DayMoneyDocument) {
  return {
    day: day._id,
    volume: formatScale8(day.chargedScale8 + day.soldAheadScale8),
    charged: formatScale8(day.chargedScale8),
    sold_ahead: formatScale8(day.soldAheadScale8),
    fees: formatScale8(day.feesScale8),
    earned: formatScale8(day.earnedScale8),
    refunds: formatScale8(day.refundsScale8),
    held: formatScale8(day.heldScale8),
    deposits: formatScale8(day.depositsScale8),
    payouts: formatScale8(day.payoutsScale8),
    corrections: formatScale8(day.correctionsScale8),
  };
}
