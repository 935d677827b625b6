/** `GET /v1/account`: what the exchange owes the seller, its standing with reasons, its reports. */
import { spellingOf } from '../../domain/instruments';
import { formatScale8 } from '../../domain/money';
import type { Records } from '../../records/connect';
import { capacityReports } from '../capacity-reports';
import { sellerOf } from '../context';
import type { RouteHandler } from '../routes/declared-route';
import type { sellerRoutes } from '../routes/seller';
import type { SellerAccountBody } from '../schemas/sellers';

const CHANGES_SHOWN = 100;

export function sellerAccountHandler(
  records: Records,
): RouteHandler<typeof sellerRoutes.getSellerAccount> {
  return async (_req, res) => {
    const seller = sellerOf(res);
    const { _id: sellerId, standing, suspendedUntil, supportedModels } = seller;
    const [payableScale8, standings, reports] = await Promise.all([
      records.ledger.sellerPayableScale8(sellerId),
      standingHistory(records, sellerId),
      capacityReports(records, seller),
    ]);
    res.json({
      seller_id: sellerId,
      models: supportedModels.map((modelId) => ({
        model_id: modelId,
        name: spellingOf(seller.modelSpellings ?? [], modelId),
      })),
      payable: formatScale8(payableScale8),
      standing,
      suspended_until: suspendedUntil?.toISOString() ?? null,
      standing_history: standings,
      capacity_reports: reports,
    });
  };
}

async function standingHistory(
  { sellerChanges }: Records,
  sellerId: string,
): Promise<SellerAccountBody['standing_history']> {
  const found = await sellerChanges
    .find({ sellerId, standing: { $ne: null } })
    .sort({ _id: -1 })
    .limit(CHANGES_SHOWN)
    .toArray();
  return found.flatMap(({ standing, reason, actor, at }) =>
    standing === null ? [] : [{ standing, reason, actor, at: at.toISOString() }],
  );
}
