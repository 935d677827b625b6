/** `POST capacity`, the same on both surfaces: what a seller can serve now. It changes no book. */
import type { RequestHandler } from 'express';
import { fail } from '../../domain/errors';
import { asDouble } from '../../records/collections';
import type { Records } from '../../records/connect';
import { sellerOf } from '../context';
import { readBody } from '../middleware/body';
import { type CapacitySnapshotBody, capacityReportSchema } from '../schemas/sellers';

export function capacityHandler(records: Records): RequestHandler {
  return async (req, res) => {
    const seller = sellerOf(res);
    const report = readBody(req, capacityReportSchema);
    const { model_id: modelId } = report;
    if (!seller.supportedModels.includes(modelId)) {
      throw fail('not_found', {
        param: 'model_id',
        message: `${modelId} is not among the supported models of this seller.`,
      });
    }
    const reportedAt = new Date();
    await records.capacityReports.replaceOne(
      { _id: `${seller._id}|${modelId}` },
      {
        sellerId: seller._id,
        modelId,
        availableTokens: asDouble(report.available_tokens),
        queuedTokens: asDouble(report.queued_tokens),
        reportedAt,
      },
      { upsert: true },
    );
    const body: CapacitySnapshotBody = {
      seller_id: seller._id,
      model_id: modelId,
      available_tokens: report.available_tokens,
      queued_tokens: report.queued_tokens,
      reported_at: reportedAt.toISOString(),
    };
    res.json(body);
  };
}
