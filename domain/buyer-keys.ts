/** What a buyer's key may do. */
import type { Region } from './regions';

/** `manage`: issues and changes the keys of its account, and sends no requests. */
export const KEY_KINDS = ['inference', 'manage'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** When the use of a key counts from zero again: at the start of the UTC day, week (Monday) or month. */
export const LIMIT_RESETS = ['daily', 'weekly', 'monthly'] as const;
export type LimitReset = (typeof LIMIT_RESETS)[number];

/** Plain JSON, because gateways keep it for a while: money is the text of the scale-8 integer. */
export interface KeyTerms {
  readonly kind: KeyKind;
  /** Whether its spend is limited: by its record, which the reservation reads. */
  readonly isCapped: boolean;
  /** The only instruments that it may ask for; null for any. */
  readonly models: readonly string[] | null;
  /** The only regions that it may ask for; null for any. */
  readonly regions: readonly Region[] | null;
  /** Its highest price per 1,000 tokens. */
  readonly maxPriceScale8: string | null;
  readonly expiresAtMs: number | null;
}

/** Of a key that says nothing else. */
export const FREE_TERMS: KeyTerms = {
  kind: 'inference',
  isCapped: false,
  models: null,
  regions: null,
  maxPriceScale8: null,
  expiresAtMs: null,
};

/** Whether the key is limited to requests: it reads and changes nothing else of its account (ACCESS-10). */
export function isLimited({ isCapped, models, regions, maxPriceScale8 }: KeyTerms): boolean {
  return isCapped || models !== null || regions !== null || maxPriceScale8 !== null;
}

export function isExpired({ expiresAtMs }: KeyTerms, nowMs: number): boolean {
  return expiresAtMs !== null && expiresAtMs <= nowMs;
}
