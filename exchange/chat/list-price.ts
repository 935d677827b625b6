/**
 * The list price of an instrument at fill time (PRICE-7): the operator's price; without one the
 * volume-weighted median of the last 24 hours; without trades the fill's own price.
 */
import type { ExchangeDeps } from '../deps';

export async function listPriceScale8(
  { catalog, records }: Pick<ExchangeDeps, 'catalog' | 'records'>,
  modelId: string,
  fillPriceScale8: bigint,
): Promise<bigint> {
  const listed = catalog.instrument(modelId)?.listPriceScale8;
  if (listed != null) return listed;
  const market = await records.marketPrices.of({ modelId, tenor: 'spot' });
  return market?.medianScale8 ?? fillPriceScale8;
}
