/** Raises the fence between closed days and open ones (ledger/pass-day-fence.ts). */
import type { mongo } from 'mongoose';
import { STRIPES } from '../documents/book-fence';
import { asDouble, type ReadCollections } from '../collections';
import { dayStripeId } from '../documents/day-fence';
import { writable } from '../mongodb/writable';

/**
 * From then on no transaction commits a journal of an earlier time. It waits for those that have
 * written a stripe and have not ended.
 */
export async function raiseDayFence(
  { dayFences }: Pick<ReadCollections, 'dayFences'>,
  closedUntil: Date,
  session: mongo.ClientSession,
): Promise<void> {
  const isNew = { journalsAt: closedUntil, writes: asDouble(0) };
  const raised = Array.from({ length: STRIPES }, (_, stripe) => ({
    updateOne: {
      filter: { _id: dayStripeId(stripe) },
      update: { $max: { closedUntil }, $setOnInsert: isNew },
      upsert: true,
    },
  }));
  await writable(dayFences).bulkWrite(raised, { session, ordered: false });
}
