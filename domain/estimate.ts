/**
 * What an order of some quantity would meet: what the book holds now, and, for the rest, how soon
 * capacity has been arriving. It reserves nothing and promises nothing.
 */

/** Tokens on offer, or that came on offer, at one price per 1,000 tokens. */
export interface PricedTokens {
  readonly priceScale8: bigint;
  readonly quantityTokens: number;
}

export interface Arrivals extends PricedTokens {
  /** Asks that brought them. */
  readonly asks: number;
}

export interface EstimateQuestion {
  readonly quantityTokens: bigint;
  /** Per 1,000 tokens; null for whatever the market asks. */
  readonly limitPriceScale8: bigint | null;
  readonly horizonHours: bigint;
}

export interface Market {
  /** Levels of eligible asks, best price first. */
  readonly asks: readonly PricedTokens[];
  /** Eligible asks that were placed in the lookback, by price. */
  readonly arrivals: readonly Arrivals[];
  readonly lookbackHours: number;
}

export interface Estimate {
  readonly fillableTokens: bigint;
  readonly remainingTokens: bigint;
  /** Volume-weighted, rounded half up; null when nothing is fillable. */
  readonly averagePriceScale8: bigint | null;
  readonly worstPriceScale8: bigint | null;
  /** Until the rest has arrived; 0 without a rest. Null when nothing is known, also for no tokens at all. */
  readonly waitSeconds: number | null;
  /** The lowest limit at which book and arrivals cover the quantity within the horizon. */
  readonly suggestedPriceScale8: bigint | null;
  /** Asks that the wait is estimated from. */
  readonly sampleSize: number;
  /** 0 to 1. */
  readonly confidence: number;
}

/** A book moves between the estimate and the order, so even a whole fill is not certain. */
const SURE = 0.95;
/** As many asks as make an observed rate half believable. */
const HALF_SURE_ASKS = 10;
const HOUR_SECONDS = 3_600;

export function estimateFill(question: EstimateQuestion, market: Market): Estimate {
  const { quantityTokens, limitPriceScale8: limit } = question;
  const isWithin = ({ priceScale8 }: PricedTokens) => limit === null || priceScale8 <= limit;
  const walk = walkBook(quantityTokens, market.asks.filter(isWithin));
  const remainingTokens = quantityTokens - walk.fillableTokens;
  const arrivals = market.arrivals.filter(isWithin);
  const sampleSize = arrivals.reduce((sum, { asks }) => sum + asks, 0);
  const isKnown = market.asks.length > 0 || market.arrivals.length > 0;
  const waitSeconds = isKnown ? waitFor(remainingTokens, arrivals, market.lookbackHours) : null;
  return {
    ...walk,
    remainingTokens,
    waitSeconds,
    suggestedPriceScale8: suggestPrice(question, market),
    sampleSize,
    confidence: isKnown
      ? confidenceOf({ quantityTokens, ...walk, waitSeconds, sampleSize }, market.lookbackHours)
      : 0,
  };
}

function walkBook(
  quantityTokens: bigint,
  asks: readonly PricedTokens[],
): Pick<Estimate, 'fillableTokens' | 'averagePriceScale8' | 'worstPriceScale8'> {
  let fillableTokens = 0n;
  let weighted = 0n;
  let worstPriceScale8: bigint | null = null;
  for (const { priceScale8, quantityTokens: offered } of asks) {
    const wanted = quantityTokens - fillableTokens;
    if (wanted === 0n) break;
    const taken = BigInt(offered) < wanted ? BigInt(offered) : wanted;
    fillableTokens += taken;
    weighted += taken * priceScale8;
    worstPriceScale8 = priceScale8;
  }
  const averagePriceScale8 =
    fillableTokens === 0n ? null : (weighted * 2n + fillableTokens) / (fillableTokens * 2n);
  return { fillableTokens, averagePriceScale8, worstPriceScale8 };
}

function waitFor(
  remainingTokens: bigint,
  arrivals: readonly Arrivals[],
  lookbackHours: number,
): number | null {
  if (remainingTokens === 0n) return 0;
  const arrived = arrivals.reduce((sum, { quantityTokens }) => sum + quantityTokens, 0);
  if (arrived === 0) return null;
  const seconds = (Number(remainingTokens) / arrived) * lookbackHours * HOUR_SECONDS;
  return Math.min(Math.ceil(seconds), Number.MAX_SAFE_INTEGER);
}

/** Book first, then what the horizon will bring if it goes on as in the lookback: cheapest first. */
function suggestPrice(
  { quantityTokens, horizonHours }: EstimateQuestion,
  { asks, arrivals, lookbackHours }: Market,
): bigint | null {
  const share = Number(horizonHours) / lookbackHours;
  const expected = arrivals.map(({ priceScale8, quantityTokens: arrived }) => ({
    priceScale8,
    quantityTokens: Math.floor(arrived * share),
  }));
  const supply = [...asks, ...expected].sort((a, b) => (a.priceScale8 < b.priceScale8 ? -1 : 1));
  let wanted = Number(quantityTokens);
  for (const { priceScale8, quantityTokens: supplied } of supply) {
    if (supplied === 0) continue;
    wanted -= supplied;
    if (wanted <= 0) return priceScale8;
  }
  return null;
}

/**
 * What fills at once is nearly sure. The rest is as sure as its sample is large, and the less, the
 * further the wait reaches beyond the time that was looked at.
 */
function confidenceOf(
  of: {
    quantityTokens: bigint;
    fillableTokens: bigint;
    waitSeconds: number | null;
    sampleSize: number;
  },
  lookbackHours: number,
): number {
  const share =
    of.quantityTokens === 0n ? 1 : Number(of.fillableTokens) / Number(of.quantityTokens);
  const reach = of.waitSeconds === null ? 0 : (lookbackHours * HOUR_SECONDS) / of.waitSeconds;
  const sample = of.sampleSize / (of.sampleSize + HALF_SURE_ASKS);
  const rest = share === 1 ? 0 : (1 - share) * sample * Math.min(1, reach);
  return Math.round(SURE * (share + rest) * 100) / 100;
}
