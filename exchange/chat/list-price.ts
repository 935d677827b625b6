/**
 * The list price of an instrument at fill time (PRICE-7): the operator's price; without one the
 * volume-weighted price of the last 24 hours; without trades the fill's own price.
 */
import { LRUCache } from 'lru-cache';
import { averagePriceScale8 } from '../../domain/money';
import type { Records } from '../../records/connect';
import type { ExchangeDeps } from '../deps';

const DAY_MS = 24 * 3_600_000;

/**
 * An average over this many trades is cached: one more trade hardly changes it, and computing it is
 * expensive.
 */
const MANY_TRADES = 1_000;
const REMEMBERED_MS = 5_000;
const INSTRUMENTS_MAX = 1_000;

const averages = new LRUCache<string, bigint>({ max: INSTRUMENTS_MAX, ttl: REMEMBERED_MS });

export async function listPriceScale8(
  { catalog, records }: Pick<ExchangeDeps, 'catalog' | 'records'>,
  modelId: string,
  fillPriceScale8: bigint,
): Promise<bigint> {
  const listed = catalog.instrument(modelId)?.listPriceScale8;
  if (listed != null) return listed;
  return (await dailyAverage(records, modelId)) ?? fillPriceScale8;
}

/** Whole numbers, so that their product is one: a double has digits behind the point. */
function exact(field: string) {
  return { $toDecimal: { $toLong: field } };
}

async function dailyAverage(records: Records, modelId: string): Promise<bigint | null> {
  const known = averages.get(modelId);
  if (known !== undefined) return known;
  const [volume] = await records.trades
    .aggregate<{ total: { toString(): string }; tokens: number; trades: number }>([
      {
        $match: {
          modelId,
          tenor: 'spot',
          executedAt: { $gte: new Date(Date.now() - DAY_MS) },
          status: { $ne: 'voided' },
        },
      },
      {
        $group: {
          _id: null,
          total: { $sum: { $multiply: [exact('$priceScale8'), exact('$quantityTokens')] } },
          tokens: { $sum: '$quantityTokens' },
          trades: { $sum: 1 },
        },
      },
    ])
    .toArray();
  if (!volume || volume.tokens === 0) return null;
  const priceScale8 = averagePriceScale8(BigInt(volume.total.toString()), volume.tokens);
  if (volume.trades >= MANY_TRADES) averages.set(modelId, priceScale8);
  return priceScale8;
}
