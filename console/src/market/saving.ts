/** What the market costs against the operator's list prices. */
import { addDecimals, multiplyDecimals, percentChange } from '../client/decimal';
import { wholeText } from '../design/values';
import type { MarketRow } from './quotes';

/**
 * The last prices against list, by the volume of a day; without a trade, the best asks, each once.
 * @returns percent, negative when the market is cheaper; null without a price
 */
export function savingOf(rows: readonly MarketRow[]): string | null {
  const traded = rows.filter(({ volumeTokens, lastPrice }) => volumeTokens > 0 && lastPrice);
  return (
    changeOf(
      traded,
      ({ lastPrice }) => lastPrice,
      (row) => wholeText(row.volumeTokens),
    ) ??
    changeOf(
      rows,
      ({ bestAsk }) => bestAsk,
      () => '1',
    )
  );
}

function changeOf(
  rows: readonly MarketRow[],
  priceOf: (row: MarketRow) => string | null,
  weightOf: (row: MarketRow) => string,
): string | null {
  let list = '0';
  let paid = '0';
  for (const row of rows) {
    const price = priceOf(row);
    if (price === null || row.listPrice === null) continue;
    list = addDecimals(list, multiplyDecimals(row.listPrice, weightOf(row)));
    paid = addDecimals(paid, multiplyDecimals(price, weightOf(row)));
  }
  return percentChange(list, paid);
}
