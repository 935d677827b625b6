/**
 * The list price of an instrument at fill time: the operator's; without one the volume-weighted
 * price of the last 24 hours; without trades the fill's own price (decisions section 1).
 */
import { averagePriceScale8 } from '../domain/money';
import type { ActivityDeps } from './deps';

const DAY_MS = 24 * 3_600_000;

export async function listPriceScale8(
  { catalog, records }: Pick<ActivityDeps, 'catalog' | 'records'>,
  modelId: string,
  fillPriceScale8: bigint,
): Promise<bigint> {
  const listed = catalog.instrument(modelId)?.listPriceScale8;
  if (listed != null) return listed;
  const [volume] = await records.trades
    .aggregate<{ gross: bigint; tokens: number }>([
      { $match: { modelId, executedAt: { $gte: new Date(Date.now() - DAY_MS) } } },
      {
        $group: { _id: null, gross: { $sum: '$grossScale8' }, tokens: { $sum: '$quantityTokens' } },
      },
    ])
    .toArray();
  return volume && volume.tokens > 0
    ? averagePriceScale8(volume.gross, volume.tokens)
    : fillPriceScale8;
}
