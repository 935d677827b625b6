/** What sellers have reported that they can serve, beside what they owe in windows that are open. */
import type { CapacityReportDocument } from '../documents/capacity-report';
import type { ReadCollections } from '../collections';
import { owedLots } from './owed-lots';

export interface ReportedCapacity extends CapacityReportDocument {
  /** Of its open windows, with what requests under way have reserved. */
  readonly owedTokens: number;
}

interface Offered {
  readonly sellerId: string;
  readonly modelId: string;
}

export const reportIdOf = ({ sellerId, modelId }: Offered) => `${sellerId}|${modelId}`;

export const isShort = ({ availableTokens, owedTokens }: ReportedCapacity) =>
  availableTokens < owedTokens;

/** The newest report of each of these, where there is one. */
export async function reportedCapacity(
  { capacityReports, lots }: Pick<ReadCollections, 'capacityReports' | 'lots'>,
  offered: readonly Offered[],
  now: Date,
): Promise<ReportedCapacity[]> {
  const ids = [...new Set(offered.map(reportIdOf))];
  if (ids.length === 0) return [];
  const reports = await capacityReports
    .find({ _id: { $in: ids } })
    .sort({ _id: 1 })
    .limit(ids.length)
    .toArray();
  const sellerIds = [...new Set(reports.map(({ sellerId }) => sellerId))];
  if (sellerIds.length === 0) return [];
  const owed = await lots
    .aggregate<{ _id: Offered; tokens: number }>([
      { $match: { ...owedLots({ $in: sellerIds }, now), opensAt: { $lte: now } } },
      {
        $group: {
          _id: { sellerId: '$sellerId', modelId: '$modelId' },
          tokens: { $sum: { $add: ['$remainingTokens', '$reservedTokens'] } },
        },
      },
    ])
    .toArray();
  const tokensOf = new Map(owed.map(({ _id, tokens }) => [reportIdOf(_id), tokens]));
  return reports.map((report) => ({ ...report, owedTokens: tokensOf.get(report._id) ?? 0 }));
}
