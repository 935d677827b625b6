/**
 * Tenors: when traded capacity is delivered (CONTRACT-5, CONTRACT-6), one row each. Every
 * instrument has one book per tenor (MATCH-2). This table defines the values that requests and
 * records accept, the windows of lots, the API descriptions and docs/reference/market-rules.md.
 */
import { fail } from './errors';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface TenorRule {
  /**
   * For a forward: windows start at multiples of the step, in UTC. Null: delivered from the match.
   */
  readonly window: { readonly stepMs: number; readonly lengthMs: number } | null;
}

const RULES = {
  spot: { window: null },
  '1h': { window: { stepMs: HOUR_MS, lengthMs: HOUR_MS } },
  '1d': { window: { stepMs: DAY_MS, lengthMs: DAY_MS } },
  '7d': { window: { stepMs: DAY_MS, lengthMs: 7 * DAY_MS } },
  '30d': { window: { stepMs: DAY_MS, lengthMs: 30 * DAY_MS } },
} as const satisfies Record<string, TenorRule>;

export type Tenor = keyof typeof RULES;

export const TENOR_RULES: Readonly<Record<Tenor, TenorRule>> = RULES;

export const TENORS = Object.keys(RULES) as [Tenor, ...Tenor[]];

/** @throws Failure `invalid_tenor` */
export function parseTenor(text: string | undefined, param = 'tenor'): Tenor {
  if (text === undefined) return 'spot';
  const tenor = TENORS.find((known) => known === text);
  if (!tenor)
    throw fail('invalid_tenor', { param, message: `${param} must be one of ${TENORS.join(', ')}` });
  return tenor;
}

/** Whether capacity is delivered in a window that begins after its match. */
export function isForward(tenor: Tenor): boolean {
  return TENOR_RULES[tenor].window !== null;
}

/** The delivery period, in milliseconds since the Unix epoch: start inclusive, end exclusive. */
export interface DeliveryWindow {
  readonly opensAtMs: number;
  readonly endsAtMs: number;
}

/**
 * The window of capacity matched at a given time. Spot: from that time, for its own lifetime.
 * Forward: of the tenor's length, from the next whole hour or UTC day, never the current one
 * (CONTRACT-5).
 */
export function deliveryWindow(
  tenor: Tenor,
  matchedAtMs: number,
  spotLifetimeMs: number,
): DeliveryWindow {
  const { window } = TENOR_RULES[tenor];
  if (!window) return { opensAtMs: matchedAtMs, endsAtMs: matchedAtMs + spotLifetimeMs };
  const opensAtMs = (Math.floor(matchedAtMs / window.stepMs) + 1) * window.stepMs;
  return { opensAtMs, endsAtMs: opensAtMs + window.lengthMs };
}
