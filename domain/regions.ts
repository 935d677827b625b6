/** Regions of execution and data residency, and which asks a region pin may match. */
import { fail } from './errors';

export const REGIONS = ['us-east', 'us-west', 'eu-west', 'apac', 'global'] as const;
export type Region = (typeof REGIONS)[number];

/** @throws Failure `invalid_region` for anything but the five regions (`any` is no region) */
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
 * The pin of a bid. `global`, like no region at all, is no restriction; any other region matches
 * its own asks only, never a `global` one (data residency).
 */
export function pinOf(region: Region | null | undefined): Region | null {
  return region && region !== 'global' ? region : null;
}
