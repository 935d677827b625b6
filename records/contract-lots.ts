/** The lots of several contracts, as many as one page may show. */
import type { mongo } from 'mongoose';
import type { ReadCollections } from './collections';
import type { LotDocument } from './lot';

/** Maximum number of lots on one page: beyond it the page ends early, after a complete contract. */
export const LOTS_PER_PAGE = 5_000;

export type LotsByContract = ReadonlyMap<string, readonly LotDocument[]>;

/**
 * The lots of complete contracts, those with the highest ids first, and always those of the first
 * one.
 */
export async function readLots(
  { lots }: Pick<ReadCollections, 'lots'>,
  contractIds: readonly string[],
  session: mongo.ClientSession,
): Promise<LotsByContract> {
  const found = await lots
    .find({ contractId: { $in: [...contractIds] } }, { session })
    .sort({ contractId: -1, _id: -1 })
    .limit(LOTS_PER_PAGE + 1)
    .toArray();
  const groups = new Map<string, LotDocument[]>();
  for (const lot of found.toReversed()) {
    const group = groups.get(lot.contractId);
    if (group) group.push(lot);
    else groups.set(lot.contractId, [lot]);
  }
  const cut = found.length > LOTS_PER_PAGE ? found.at(-1)?.contractId : undefined;
  if (cut === undefined) return groups;
  if (groups.size > 1) groups.delete(cut);
  else groups.set(cut, await lotsOf({ lots }, cut, session));
  return groups;
}

export function lotsOf(
  { lots }: Pick<ReadCollections, 'lots'>,
  contractId: string,
  session: mongo.ClientSession,
): Promise<LotDocument[]> {
  return lots.find({ contractId }, { session }).sort({ _id: 1 }).toArray();
}
