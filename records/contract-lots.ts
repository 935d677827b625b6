/** The lots of several contracts, live and archived, as many as one page may show. */
import type { mongo } from 'mongoose';
import { isUuid, timeOfUuidV7 } from '../domain/ids';
import { archiveName, mayBeArchived, monthsOfContract } from './archive/months';
import { onlyOnce } from './archive/past-records';
import { archivedMonths } from './archive/with-archive';
import type { ReadCollections } from './collections';
import type { LotDocument } from './lot';

/** Maximum number of lots on one page: beyond it the page ends early, after a complete contract. */
export const LOTS_PER_PAGE = 5_000;

export type LotsByContract = ReadonlyMap<string, readonly LotDocument[]>;
type Sources = Pick<ReadCollections, 'lots' | 'archiveMonths'>;

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
  const live = await records.lots.find(filter, { session }).sort(sort).limit(limit).toArray();
  const [first, ...others] = await monthsOf(records, contractIds, session);
  if (first === undefined) return live;
  const part = [{ $match: filter }, { $sort: sort }, ...(limit === 0 ? [] : [{ $limit: limit }])];
  const unions = [first, ...others].map((coll) => ({ $unionWith: { coll, pipeline: part } }));
  const archived = await records.lots
    .aggregate<LotDocument>([{ $match: { _id: { $in: [] } } }, ...unions], { session })
    .toArray();
  const all = [...onlyOnce([...live, ...archived])].sort(
    (one, other) =>
      sort._id * (compare(one.contractId, other.contractId) || compare(one._id, other._id)),
  );
  return limit === 0 ? all : all.slice(0, limit);
}

/** The months that the snapshot of the session has. */
async function monthsOf(
  { archiveMonths }: Sources,
  contractIds: readonly string[],
  session: mongo.ClientSession,
): Promise<string[]> {
  const old = contractIds.filter((id) => isUuid(id) && mayBeArchived(timeOfUuidV7(id)));
  if (old.length === 0) return [];
  const months = new Set(old.flatMap(monthsOfContract));
  const names = [...months].map((month) => archiveName('lots', month));
  return [...((await archivedMonths({ archiveMonths }, session, { names })).get('lots') ?? [])];
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
