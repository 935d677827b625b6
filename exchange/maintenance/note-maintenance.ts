/** A run of the upkeep, noted when it has ended, by MongoDB's clock. */
import type { ReadCollections } from '../../records/collections';
import { UPKEEP } from '../../records/documents/maintenance-state';
import { writable } from '../../records/mongodb/writable';

/** @param failing workflows whose tasks fail; null when Temporal did not say */
export async function noteMaintenance(
  { followers }: Pick<ReadCollections, 'followers'>,
  failing: number | null,
): Promise<void> {
  const first = { holder: '', fence: 0, token: null, leaseUntil: '$$NOW' };
  await writable(followers).updateOne(
    { _id: UPKEEP },
    [{ $set: { ...first, ranAt: '$$NOW', failing } }],
    { upsert: true },
  );
}
