/** Pipelines over live and archived records: the months of the archive are added to each collection. */
import type { mongo } from 'mongoose';
import type { Records } from '../connect';
import type { ArchivedName } from './months';

type Stage = mongo.BSON.Document;
/** Names of the archive's collections, by that of the live ones. */
export type Months = ReadonlyMap<string, readonly string[]>;

export const NO_MONTHS: Months = new Map();

/** @param within a period that contains the times of all records that are read */
export async function archivedMonths(
  { archiveMonths }: Pick<Records, 'archiveMonths'>,
  of?: ArchivedName,
  within: { readonly from?: Date | null; readonly until?: Date | null } = {},
): Promise<Months> {
  const found = await archiveMonths
    .find({
      ...(of ? { of } : {}),
      ...(within.from ? { until: { $gt: within.from } } : {}),
      ...(within.until ? { from: { $lte: within.until } } : {}),
    })
    .sort({ _id: 1 })
    .toArray();
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
