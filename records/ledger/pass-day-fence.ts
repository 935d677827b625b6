/**
 * Dates the journals of a transaction, and the expiry of its answers: by MongoDB's clock, and never within a closed day, whatever
 * that clock says (day-fence.ts; the proof is in docs/internals/ledger.md).
 */
import { asDouble, type Collections } from '../collections';
import { dayStripeId } from '../documents/day-fence';
import type { Stripe } from './fence-stripes';
import type { WriteContext } from './write-commands';
import type { Writes } from './writes';

const PASSED = [
  {
    $set: {
      journalsAt: { $max: ['$$NOW', '$closedUntil'] },
      writes: { $add: [{ $ifNull: ['$writes', asDouble(0)] }, asDouble(1)] },
    },
  },
];

/** Changes the journals and the answers. */
export async function passDayFence(
  { database, session }: WriteContext,
  { dayFences }: Pick<Collections, 'dayFences'>,
  stripe: Stripe,
  batch: readonly Writes[],
): Promise<void> {
  const dated = batch.filter(({ journals, answers }) => journals?.length || answers?.length);
  if (dated.length === 0) return;
  const pass = {
    findAndModify: dayFences.collectionName,
    query: { _id: dayStripeId(stripe.number) },
    update: PASSED,
    upsert: true,
    new: true,
  };
  const { value } = await database.command(pass, { session }).catch((err: unknown) => {
    stripe.hasMet = true;
    throw err;
  });
  for (const writes of dated) date(writes, value.journalsAt);
}

function date({ journals = [], answers = [], answersKeptMs }: Writes, at: Date): void {
  for (const write of journals) {
    if ('insertOne' in write) write.insertOne.document.createdAt = at;
  }
  if (answersKeptMs === undefined) return; // of a process of an earlier release
  for (const write of answers) {
    if ('insertOne' in write)
      write.insertOne.document.expiresAt = new Date(at.getTime() + answersKeptMs);
  }
}
