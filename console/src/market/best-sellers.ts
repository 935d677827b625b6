/** Sellers of every instrument, each once. */
import type { ActiveSeller } from '../client/market';

/** The median of the sellers' medians; null while none is measured. */
export function firstByteMsOf(sellers: readonly ActiveSeller[]): number | null {
  const medians = sellers
    .flatMap(({ day }) => day.first_byte_ms?.p50 ?? [])
    .toSorted((one, other) => one - other);
  const middle = medians[Math.floor((medians.length - 1) / 2)];
  return middle === undefined ? null : Math.round(middle);
}

export function byScore(sellers: readonly ActiveSeller[]): ActiveSeller[] {
  return sellers
    .filter(({ score }) => score !== null)
    .toSorted((one, other) => other.score! - one.score! || other.day.answered - one.day.answered);
}

export function bySpeed(sellers: readonly ActiveSeller[]): ActiveSeller[] {
  const speedOf = ({ day }: ActiveSeller) => day.tokens_per_second?.p50 ?? 0;
  return sellers
    .filter((seller) => speedOf(seller) > 0)
    .toSorted((one, other) => speedOf(other) - speedOf(one));
}
