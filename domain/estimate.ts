/**
 * Estimates the result of an order: from the current book, and for the remainder from the recent
 * arrival rate of capacity. It reserves and guarantees nothing.
 */
import { averagePriceScale8 } from './money';

/** Tokens on offer, or newly offered, at one price per 1,000 tokens. */
export interface PricedTokens {
  readonly priceScale8: bigint;
  readonly quantityTokens: number;
}

export interface Arrivals extends PricedTokens {
  /** The number of their asks. */
  readonly asks: number;
}

export interface EstimateQuestion {
  readonly quantityTokens: bigint;
  /** Per 1,000 tokens; null for any price. */
  readonly limitPriceScale8: bigint | null;
  readonly horizonHours: bigint;
}

export interface Market {
  /** Levels of eligible asks, best price first. */
  readonly asks: readonly PricedTokens[];
  /** Eligible asks placed in the lookback period, by price. */
  readonly arrivals: readonly Arrivals[];
  readonly lookbackHours: number;
}

export interface Estimate {
  readonly fillableTokens: bigint;
  readonly remainingTokens: bigint;
  /** Volume-weighted, rounded half up; null when nothing is fillable. */
  readonly averagePriceScale8: bigint | null;
  readonly worstPriceScale8: bigint | null;
  /**
   * Until the remainder has arrived; 0 without a remainder. Null when unknown, and for zero tokens.
   */
  readonly waitSeconds: number | null;
  /** The lowest limit at which book and arrivals cover the quantity within the horizon. */
  readonly suggestedPriceScale8: bigint | null;
  /** The number of asks that the wait is estimated from. */
  readonly sampleSize: number;
  /** 0 to 1. */
  readonly confidence: number;
}

/** A book changes between the estimate and the order, so even a complete fill is not certain. */
const SURE = 0.95;
/** The number of asks at which the confidence in an observed rate is one half. */
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
  const averageScale8 = fillableTokens === 0n ? null : averagePriceScale8(weighted, fillableTokens);
  return { fillableTokens, averagePriceScale8: averageScale8, worstPriceScale8 };
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

/**
 * Uses the book first, then the expected arrivals within the horizon at the observed rate: cheapest
 * first.
 */
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
  let wanted = quantityTokens;
  for (const { priceScale8, quantityTokens: supplied } of supply) {
    if (supplied === 0) continue;
    wanted -= BigInt(supplied);
    if (wanted <= 0n) return priceScale8;
  }
  return null;
}

/**
 * An immediate fill is nearly certain. The confidence in the remainder grows with the sample, and
 * decreases as the wait exceeds the lookback period.
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
