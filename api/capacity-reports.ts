/** The newest capacity report of each model of a seller, as the seller and the operator read it. */
import type { Records } from '../records/connect';
import { reportedCapacity } from '../records/queries/reported-capacity';
import type { SellerDocument } from '../records/documents/seller';
import type { SellerAccountBody } from './schemas/sellers';

export async function capacityReports(
  records: Records,
  { _id: sellerId, supportedModels }: Pick<SellerDocument, '_id' | 'supportedModels'>,
): Promise<SellerAccountBody['capacity_reports']> {
  const offered = supportedModels.map((modelId) => ({ sellerId, modelId }));
  const reports = await reportedCapacity(records, offered, await records.ledger.capacity.now());
  return reports.map((report) => ({
    model_id: report.modelId,
    available_tokens: report.availableTokens,
    queued_tokens: report.queuedTokens,
    owed_tokens: report.owedTokens,
    reported_at: report.reportedAt.toISOString(),
  }));
}
