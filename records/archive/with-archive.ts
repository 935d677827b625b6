/** Pipelines over live and archived records: the months of the archive are added to each collection. */
import type { mongo } from 'mongoose';
import type { ArchiveMonthDocument } from '../archive-month';
import type { Records } from '../connect';
import type { ArchivedName } from './months';
import { isWithin } from './wanted';

type Stage = mongo.BSON.Document;
/** Names of the archive's collections, by that of the live ones. */
export type Months = ReadonlyMap<string, readonly string[]>;

export const NO_MONTHS: Months = new Map();

export interface WantedMonths {
  /** By default of every kind. */
  readonly of?: ArchivedName;
  /** A period that contains the times of all records that are read. */
  readonly within?: { readonly from?: Date | undefined; readonly until?: Date | undefined };
  /** Only these, of those that exist. */
  readonly names?: readonly string[];
  /** Which of them may have what is read. */
  readonly only?: (
    months: readonly ArchiveMonthDocument[],
  ) => Promise<readonly ArchiveMonthDocument[]>;
}

/**
 * A snapshot cannot read a month that began after it, and needs none of these: what they have now was
 * live then.
 * @param session its snapshot, which the records are read from as well
 */
export async function archivedMonths(
  { archiveMonths }: Pick<Records, 'archiveMonths'>,
  session: mongo.ClientSession,
  { of, within, names, only }: WantedMonths = {},
): Promise<Months> {
  const filter = {
    ...(of && { of }),
    ...(within && isWithin(within)),
    ...(names && { _id: { $in: [...names] } }),
  };
  const found = await archiveMonths.find(filter, { session }).sort({ of: 1, until: 1 }).toArray();
  const known = new Map<string, string[]>();
  for (const { _id, of: live } of only ? await only(found) : found)
    known.set(live, [...(known.get(live) ?? []), _id]);
  return known;
}

/**
 * MongoDB moves a `$match` that follows before the unions, so that each collection uses its indexes.
 * A `$lookup` does not see the archive.
 */
export function withArchive(
  collection: string,
  pipeline: readonly Stage[],
  months: Months,
): Stage[] {
  const unions = (months.get(collection) ?? []).map((coll) => ({ $unionWith: { coll } }));
  const stages = pipeline.map((stage) => {
    const union = stage['$unionWith'] as { coll: string; pipeline?: Stage[] } | undefined;
    if (!union) return stage;
    const { coll, pipeline: inner = [] } = union;
    return { $unionWith: { coll, pipeline: withArchive(coll, inner, months) } };
  });
  return [...unions, ...stages];
}
