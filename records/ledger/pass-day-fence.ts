/**
 * Dates the journals of a transaction: by MongoDB's clock, and never within a closed day, whatever
 * that clock says (day-fence.ts; the proof is in docs/internals/ledger.md).
 */
import type { mongo } from 'mongoose';
import { asDouble, type Collections } from '../collections';
import { dayStripeId } from '../day-fence';
import type { JournalDocument } from '../journal';
import type { Stripe } from './fence-stripes';
import type { WriteContext } from './write-commands';

const PASSED = [
  {
    $set: {
      journalsAt: { $max: ['$$NOW', '$closedUntil'] },
      writes: { $add: [{ $ifNull: ['$writes', asDouble(0)] }, asDouble(1)] },
    },
  },
];

/** Changes the journals. */
export async function passDayFence(
  { database, session }: WriteContext,
  { dayFences }: Pick<Collections, 'dayFences'>,
  stripe: Stripe,
  journals: readonly mongo.AnyBulkWriteOperation<JournalDocument>[],
): Promise<void> {
  if (journals.length === 0) return;
  const pass = {
    findAndModify: dayFences.collectionName,
    query: { _id: dayStripeId(stripe.number) },
    ...{ update: PASSED, upsert: true, new: true },
  };
  const { value } = await database.command(pass, { session }).catch((err: unknown) => {
    stripe.hasMet = true;
    throw err;
  });
  for (const write of journals) {
    if ('insertOne' in write) write.insertOne.document.createdAt = value.journalsAt;
  }
}
