/** The lots of several contracts, live and archived, as many as one page may show. */
import type { mongo } from 'mongoose';
import { isOld } from '../archive/archives';
import { onlyOnce } from '../archive/past';
import type { ReadCollections } from '../collections';
import type { LotDocument } from '../documents/lot';
import type { ReadCollection } from '../mongodb/read-collection';

/** Maximum number of lots on one page: beyond it the page ends early, after a complete contract. */
export const LOTS_PER_PAGE = 5_000;

export type LotsByContract = ReadonlyMap<string, readonly LotDocument[]>;
type Sources = Pick<ReadCollections, 'lots' | 'archivedLots'>;

/**
 * The lots of complete contracts, those with the highest ids first, and always those of the first
 * one.
 */
export async function readLots(
  records: Sources,
  contractIds: readonly string[],
  session: mongo.ClientSession,
): Promise<LotsByContract> {
  const newest = { contractId: -1, _id: -1 } as const;
  const found = await read(records, contractIds, newest, session, LOTS_PER_PAGE + 1);
  const groups = new Map<string, LotDocument[]>();
  for (const lot of found.toReversed()) {
    const group = groups.get(lot.contractId);
    if (group) group.push(lot);
    else groups.set(lot.contractId, [lot]);
  }
  const cut = found.length > LOTS_PER_PAGE ? found.at(-1)?.contractId : undefined;
  if (cut === undefined) return groups;
  if (groups.size > 1) groups.delete(cut);
  else groups.set(cut, await lotsOf(records, cut, session));
  return groups;
}

export function lotsOf(
  records: Sources,
  contractId: string,
  session: mongo.ClientSession,
): Promise<LotDocument[]> {
  return read(records, [contractId], { contractId: 1, _id: 1 }, session);
}

type Order = { readonly contractId: 1 | -1; readonly _id: 1 | -1 };

/** @param limit 0 for none */
async function read(
  records: Sources,
  contractIds: readonly string[],
  sort: Order,
  session: mongo.ClientSession,
  limit = 0,
): Promise<LotDocument[]> {
  const filter = { contractId: { $in: [...contractIds] } };
  const find = (lots: ReadCollection<LotDocument>) =>
    lots.find(filter, { session }).sort(sort).limit(limit).toArray();
  const live = await find(records.lots);
  if (!contractIds.some(isOld)) return live;
  const archived = await find(records.archivedLots);
  const all = onlyOnce([...live, ...archived]).sort(
    (one, other) =>
      sort._id * (compare(one.contractId, other.contractId) || compare(one._id, other._id)),
  );
  return limit === 0 ? all : all.slice(0, limit);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
