/** Tiers of sellers by their reputation score, 0 to 100 (decisions section 1, `venue_class`). */

export type VenueClass = 'prime' | 'standard' | 'basic' | 'unrated';

/** @param score the newest score; null when none was recorded yet */
export function venueClassOf(score: number | null): VenueClass {
  if (score === null) return 'unrated';
  if (score >= 90) return 'prime';
  return score >= 70 ? 'standard' : 'basic';
}
