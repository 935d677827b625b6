/** The capacity that sellers report. It changes no book. */
import { fail } from '../../domain/errors';
import type { CapacityReportDocument } from '../../records/documents/capacity-report';
import { asDouble } from '../../records/collections';
import type { Records } from '../../records/connect';
import { reportIdOf } from '../../records/queries/reported-capacity';
import type { SellerDocument } from '../../records/documents/seller';
import { writable } from '../../records/mongodb/writable';

type NewReport = Pick<CapacityReportDocument, 'modelId' | 'availableTokens' | 'queuedTokens'>;

/**
 * Replaces the seller's report for this model.
 * @returns when it was reported
 * @throws Failure `not_found` for a model that the seller does not support
 */
export async function reportCapacity(
  { capacityReports }: Pick<Records, 'capacityReports'>,
  seller: SellerDocument,
  { modelId, availableTokens, queuedTokens }: NewReport,
): Promise<Date> {
  if (!seller.supportedModels.includes(modelId)) {
    throw fail('not_found', {
      param: 'model_id',
      message: `${modelId} is not among the supported models of this seller.`,
    });
  }
  const reportedAt = new Date();
  await writable(capacityReports).replaceOne(
    { _id: reportIdOf({ sellerId: seller._id, modelId }) },
    {
      sellerId: seller._id,
      modelId,
      availableTokens: asDouble(availableTokens),
      queuedTokens: asDouble(queuedTokens),
      reportedAt,
    },
    { upsert: true },
  );
  return reportedAt;
}
