/**
 * Off-market prints: trades far from the market price. They count as volume, and move neither the
 * last price nor candles (PRICE-10).
 */

/** Fewer trades make no market: any price may be right. */
export const TRADES_OF_A_MARKET = 20;
/** Further above or below the median is off-market. */
const TIMES_MAX = 10n;

export interface MarketPrice {
  /** Weighted by volume, of the last 24 hours; per 1,000 tokens. */
  readonly medianScale8: bigint;
  readonly trades: number;
}

export function isOffMarket(priceScale8: bigint, market: MarketPrice | null): boolean {
  if (!market || market.trades < TRADES_OF_A_MARKET) return false;
  const { medianScale8 } = market;
  return priceScale8 > TIMES_MAX * medianScale8 || TIMES_MAX * priceScale8 < medianScale8;
}
