/**
 * `POST capacity`, the same on both surfaces: the capacity that a seller can serve now. It changes
 * no book.
 */
import { reportCapacity } from '../../exchange/sellers/capacity-reports';
import type { Records } from '../../records/connect';
import { isShort, reportedCapacity } from '../../records/queries/reported-capacity';
import { sellerOf } from '../context';
import type { RouteHandler } from '../routes/declared-route';
import type { capacityReport } from '../routes/sellers-on-both';

export function capacityHandler(records: Records): RouteHandler<typeof capacityReport> {
  return async (_req, res, { body: report }) => {
    const seller = sellerOf(res);
    const reportedAt = await reportCapacity(records, seller, {
      modelId: report.model_id,
      availableTokens: report.available_tokens,
      queuedTokens: report.queued_tokens,
    });
    const own = { sellerId: seller._id, modelId: report.model_id };
    const [reported] = await reportedCapacity(records, [own], await records.ledger.capacity.now());
    const owedTokens = reported?.owedTokens ?? 0;
    res.json({
      seller_id: seller._id,
      model_id: report.model_id,
      available_tokens: report.available_tokens,
      queued_tokens: report.queued_tokens,
      reported_at: reportedAt.toISOString(),
      owed_tokens: owedTokens,
      warning:
        reported && isShort(reported)
          ? `You owe ${owedTokens} tokens of ${report.model_id} in open windows, which is more than you report.`
          : null,
    });
  };
}
