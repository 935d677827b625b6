/** `POST capacity`, the same on both surfaces: what a seller can serve now. It changes no book. */
import type { RequestHandler } from 'express';
import { reportCapacity } from '../../exchange/sellers/capacity-reports';
import type { Records } from '../../records/connect';
import { sellerOf } from '../context';
import { readBody } from '../middleware/body';
import { type CapacitySnapshotBody, capacityReportSchema } from '../schemas/sellers';

export function capacityHandler(records: Records): RequestHandler {
  return async (req, res) => {
    const seller = sellerOf(res);
    const report = readBody(req, capacityReportSchema);
    const reportedAt = await reportCapacity(records, seller, {
      modelId: report.model_id,
      availableTokens: report.available_tokens,
      queuedTokens: report.queued_tokens,
    });
    const body: CapacitySnapshotBody = {
      seller_id: seller._id,
      model_id: report.model_id,
      available_tokens: report.available_tokens,
      queued_tokens: report.queued_tokens,
      reported_at: reportedAt.toISOString(),
    };
    res.json(body);
  };
}
