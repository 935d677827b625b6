/** Sellers across instruments, each once. */
import type { InstrumentSeller } from '../client/market';

/** A seller of several instruments is shown with the one that it answers most. */
export function sellersById(all: readonly InstrumentSeller[]): InstrumentSeller[] {
  const byId = new Map<string, InstrumentSeller>();
  for (const seller of all) {
    const known = byId.get(seller.seller_id);
    if (!known || known.day.answered < seller.day.answered) byId.set(seller.seller_id, seller);
  }
  return [...byId.values()];
}

/** The median of the sellers' medians; null while none is measured. */
export function firstByteMsOf(sellers: readonly InstrumentSeller[]): number | null {
  const medians = sellers
    .flatMap(({ day }) => day.first_byte_ms?.p50 ?? [])
    .toSorted((one, other) => one - other);
  const middle = medians[Math.floor((medians.length - 1) / 2)];
  return middle === undefined ? null : Math.round(middle);
}

export function byScore(sellers: readonly InstrumentSeller[]): InstrumentSeller[] {
  return sellers
    .filter(({ score }) => score !== null)
    .toSorted((one, other) => other.score! - one.score! || other.day.answered - one.day.answered);
}

export function bySpeed(sellers: readonly InstrumentSeller[]): InstrumentSeller[] {
  const speedOf = ({ day }: InstrumentSeller) => day.tokens_per_second?.p50 ?? 0;
  return sellers
    .filter((seller) => speedOf(seller) > 0)
    .toSorted((one, other) => speedOf(other) - speedOf(one));
}
