/** Tenors: spot, or capacity delivered in a window that starts at the next boundary. */
import { fail } from './errors';

export const TENORS = ['spot', '1h', '1d', '7d', '30d'] as const;
export type Tenor = (typeof TENORS)[number];

/** @throws Failure `invalid_tenor` */
export function parseTenor(text: string | undefined, param = 'tenor'): Tenor {
  if (text === undefined) return 'spot';
  const tenor = TENORS.find((known) => known === text);
  if (!tenor)
    throw fail('invalid_tenor', { param, message: `${param} must be one of ${TENORS.join(', ')}` });
  return tenor;
}

/** When capacity is delivered, in milliseconds since the Unix epoch: from the start, up to the end. */
export interface DeliveryWindow {
  readonly opensAtMs: number;
  readonly endsAtMs: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Where windows begin, and how long they are. */
const FORWARD_WINDOWS: Readonly<Record<Exclude<Tenor, 'spot'>, { step: number; length: number }>> =
  {
    '1h': { step: HOUR_MS, length: HOUR_MS },
    '1d': { step: DAY_MS, length: DAY_MS },
    '7d': { step: DAY_MS, length: 7 * DAY_MS },
    '30d': { step: DAY_MS, length: 30 * DAY_MS },
  };

/**
 * The window of capacity that is matched at a time. Spot: from the match, for its own lifetime. A
 * forward: of the tenor's length, from the next whole hour or UTC day, which is never the present
 * one (CONTRACT-5).
 */
export function deliveryWindow(
  tenor: Tenor,
  matchedAtMs: number,
  spotLifetimeMs: number,
): DeliveryWindow {
  if (tenor === 'spot') return { opensAtMs: matchedAtMs, endsAtMs: matchedAtMs + spotLifetimeMs };
  const { step, length } = FORWARD_WINDOWS[tenor];
  const opensAtMs = (Math.floor(matchedAtMs / step) + 1) * step;
  return { opensAtMs, endsAtMs: opensAtMs + length };
}
