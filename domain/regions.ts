/**
 * Regions of execution and data residency (MATCH-7): one row each. This table defines the values
 * that requests and records accept, the indexes of the book (the loader puts it into the Lua
 * library), the series of market data, the API descriptions and docs/reference/market-rules.md.
 */
import { fail } from './errors';

export interface RegionRule {
  /**
   * Code in the book's records and keys. It is stored: a code is never reused for another region.
   * From 1, without a gap.
   */
  readonly code: number;
  /**
   * Whether a bid that names the region matches its own asks only. A region without pins does not
   * restrict a bid, and its asks never match a pinned bid.
   */
  readonly isPin: boolean;
  readonly meaning: string;
}

const RULES = {
  'us-east': { code: 1, isPin: true, meaning: 'eastern United States' },
  'us-west': { code: 2, isPin: true, meaning: 'western United States' },
  'eu-west': { code: 3, isPin: true, meaning: 'western Europe' },
  apac: { code: 4, isPin: true, meaning: 'Asia and the Pacific' },
  global: { code: 5, isPin: false, meaning: 'anywhere; the place of execution is not promised' },
} as const satisfies Record<string, RegionRule>;

export type Region = keyof typeof RULES;

export const REGION_RULES: Readonly<Record<Region, RegionRule>> = RULES;

export const REGIONS = Object.keys(RULES) as [Region, ...Region[]];

/**
 * @throws Failure `invalid_region` for anything but a region of the table (`any` is not a region)
 */
export function parseRegion(text: string, param: string): Region {
  const region = REGIONS.find((known) => known === text);
  if (!region) {
    throw fail('invalid_region', {
      param,
      message: `${param} must be one of ${REGIONS.join(', ')}`,
    });
  }
  return region;
}

/**
 * The pin of a bid. `global`, like no region, is no restriction; any other region matches its own
 * asks only, never a `global` one (data residency).
 */
export function pinOf(region: Region | null | undefined): Region | null {
  return region && REGION_RULES[region].isPin ? region : null;
}
