/** Pipelines over live and archived records: its archive is added to each collection. */
import type { mongo } from 'mongoose';
import { ARCHIVE_OF, archiveName, type ArchivedName } from './archives';

type Stage = mongo.BSON.Document;

/**
 * MongoDB moves a `$match` that follows before the union, so that each collection uses its indexes.
 * A `$lookup` does not see the archive. Read in one snapshot: records move meanwhile.
 */
export function withArchive(collection: string, pipeline: readonly Stage[]): Stage[] {
  const stages = pipeline.map((stage) => {
    const union = stage['$unionWith'] as { coll: string; pipeline?: Stage[] } | undefined;
    if (!union) return stage;
    const { coll, pipeline: inner = [] } = union;
    return { $unionWith: { coll, pipeline: withArchive(coll, inner) } };
  });
  return Object.hasOwn(ARCHIVE_OF, collection)
    ? [unionWithArchive(collection as ArchivedName), ...stages]
    : stages;
}

/** @param pipeline over the archived records */
export function unionWithArchive(of: ArchivedName, pipeline: readonly Stage[] = []): Stage {
  return { $unionWith: { coll: archiveName(of), pipeline: [...pipeline] } };
}
