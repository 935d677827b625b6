/** Pipelines over live and archived records: the months of the archive are added to each collection. */
import type { mongo } from 'mongoose';
import type { Records } from '../connect';

type Stage = mongo.BSON.Document;
/** Names of the archive's collections, by that of the live ones. */
export type Months = ReadonlyMap<string, readonly string[]>;

export const NO_MONTHS: Months = new Map();

/**
 * A snapshot cannot read a month that began after it, and needs none of these: what they have now was
 * live then.
 * @param session its snapshot, which the records are read from as well
 * @param within a period that contains the times of all records that are read
 */
export async function archivedMonths(
  { archiveMonths }: Pick<Records, 'archiveMonths'>,
  session: mongo.ClientSession,
  within?: { readonly from: Date; readonly until: Date },
): Promise<Months> {
  const isWithin = within ? { until: { $gt: within.from }, from: { $lte: within.until } } : {};
  const found = await archiveMonths.find(isWithin, { session }).sort({ _id: 1 }).toArray();
  const names = new Map<string, string[]>();
  for (const { _id, of: live } of found) names.set(live, [...(names.get(live) ?? []), _id]);
  return names;
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
