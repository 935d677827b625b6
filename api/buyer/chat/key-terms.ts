/** What the key of a request lets it ask for (ACCESS-11). */
import type { KeyTerms } from '../../../domain/buyer-keys';
import { fail } from '../../../domain/errors';
import { type Region, parseRegion, pinOf } from '../../../domain/regions';

/** @throws Failure `key_restricted` */
export function checkModel({ models }: KeyTerms, modelId: string): void {
  if (models === null || models.includes(modelId)) return;
  const message = `This key may ask for ${models.join(', ')}, and not for ${modelId}.`;
  throw fail('key_restricted', { param: 'model', message });
}

/**
 * The region to match in; null for any. A key for one region pins each of its requests there.
 * @throws Failure `invalid_region`, `key_restricted`
 */
export function regionFor({ regions }: KeyTerms, asked: string | null | undefined): Region | null {
  const region = asked == null ? null : parseRegion(asked, 'region');
  if (regions === null) return pinOf(region);
  const [only, ...others] = regions;
  const wanted = region ?? (others.length === 0 ? only : null);
  if (wanted != null && regions.includes(wanted)) return pinOf(wanted);
  const message = `This key may ask in ${regions.join(', ')}: name one of them as region.`;
  throw fail('key_restricted', { param: 'region', message });
}

/**
 * The lower one of the ceiling that the request or its account states and the key's.
 * @returns null without any
 */
export function ceilingFor({ maxPriceScale8 }: KeyTerms, statedScale8: bigint | null) {
  if (maxPriceScale8 === null) return statedScale8;
  const ofKey = BigInt(maxPriceScale8);
  return statedScale8 !== null && statedScale8 < ofKey ? statedScale8 : ofKey;
}
