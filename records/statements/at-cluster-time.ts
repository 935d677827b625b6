/** Reads of a statement, all of them at the snapshot of its first page. */
import { mongo } from 'mongoose';
import { onlyPlaced } from '../archive/places';
import { isWithin } from '../archive/wanted';
import type { ArchiveMonthDocument } from '../archive-month';
import type { ArchivePlaceDocument } from '../archive-place';
import type { Records } from '../connect';
import { SCAN_MAX_MS } from '../read-limits';

/** The snapshot of the first page is no longer available. */
export class StatementTooOld extends Error {
  override readonly name = 'StatementTooOld';
}

interface JournalsWithin {
  /** Whose journals are read (place-names.ts). */
  readonly place: string;
  /** A period that contains the times of all of them. */
  readonly from: Date | null;
  readonly until: Date | null;
}

/** MongoDB's SnapshotTooOld and SnapshotUnavailable. */
const GONE = new Set<unknown>([239, 246]);

/**
 * The collections of archived journals, oldest first. A month that began after the snapshot cannot be
 * read there, and is not missed: what it has now was live then.
 */
export async function journalMonthsAt(
  records: Pick<Records, 'connection' | 'archiveMonths' | 'archivePlaces'>,
  { place, ...within }: JournalsWithin,
  clusterTime?: bigint,
): Promise<{ readonly names: readonly string[]; readonly clusterTime: bigint }> {
  const wanted = {
    of: 'journals',
    ...isWithin({ from: within.from ?? undefined, until: within.until ?? undefined }),
  };
  const found = await aggregateAt<ArchiveMonthDocument>(
    records,
    records.archiveMonths.collectionName,
    [{ $match: wanted }, { $sort: { until: 1 } }],
    clusterTime,
  );
  const placed = await onlyPlaced(found.batch, [place], async (ids) => {
    const isOf = [{ $match: { _id: { $in: [...ids] } } }];
    const { collectionName } = records.archivePlaces;
    const places = await aggregateAt<ArchivePlaceDocument>(
      records,
      collectionName,
      isOf,
      found.clusterTime,
    );
    return places.batch;
  });
  return { names: placed.map(({ _id }) => _id), clusterTime: found.clusterTime };
}

/**
 * A raw command, because the driver cannot set a snapshot's time otherwise.
 * @param clusterTime absent for the newest snapshot, which the answer names
 * @throws StatementTooOld
 */
export async function aggregateAt<Row>(
  { connection }: Pick<Records, 'connection'>,
  collection: string,
  pipeline: object[],
  clusterTime?: bigint,
): Promise<{ batch: Row[]; clusterTime: bigint }> {
  const at = clusterTime === undefined ? {} : { atClusterTime: new mongo.Timestamp(clusterTime) };
  const command = {
    aggregate: collection,
    pipeline,
    cursor: { batchSize: 10_000 },
    maxTimeMS: SCAN_MAX_MS,
    readConcern: { level: 'snapshot', ...at },
  };
  try {
    const database = connection.getClient().db(connection.name);
    // A raw command does not inherit the client's int64 setting.
    const { cursor } = await database.command(command, { useBigInt64: true });
    return { batch: cursor.firstBatch, clusterTime: cursor.atClusterTime.toBigInt() };
  } catch (err) {
    if (GONE.has((err as { code?: number }).code)) throw new StatementTooOld();
    throw err;
  }
}
