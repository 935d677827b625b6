/** Reads of a statement, all of them at the snapshot of its first page. */
import { mongo } from 'mongoose';
import type { Records } from '../connect';
import { SCAN_MAX_MS } from '../mongodb/read-limits';

/** The snapshot of the first page is no longer available. */
export class StatementTooOld extends Error {
  override readonly name = 'StatementTooOld';
}

/** MongoDB's SnapshotTooOld and SnapshotUnavailable. */
const GONE = new Set<unknown>([239, 246]);

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
