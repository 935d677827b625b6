/**
 * Sellers that nobody uses sleep: nobody looks at their endpoint, and their workflow has ended. An
 * ask, a registration or a change of the standing wakes them.
 */
import type { ReadCollections } from '../collections';
import type { SellerDocument } from '../seller';
import { writable } from '../writable';

type Sources = Pick<ReadCollections, 'sellers' | 'asks' | 'lots' | 'fills'>;

/** When the endpoint of one who sleeps is looked at next. */
export const NEVER = new Date('9999-01-01T00:00:00Z');

/** Whether it has had nothing on offer, nothing to deliver and nothing to answer for so long. */
export async function isUnused(
  { asks, lots, fills }: Sources,
  { _id: sellerId, updatedAt, suspendedUntil }: SellerDocument,
  forMs: number,
): Promise<boolean> {
  const now = Date.now();
  const isOld = (at: Date | undefined) => !at || at.getTime() <= now - forMs;
  if (!isOld(updatedAt) || suspendedUntil) return false;
  const projection = { _id: 1 } as const;
  const [ask, lot, fill] = await Promise.all([
    asks.findOne({ sellerId, status: 'active', expiresAt: { $gt: new Date() } }, { projection }),
    lots.findOne({ sellerId, status: 'open' }, { projection }),
    fills.findOne({ sellerId }, { projection: { createdAt: 1 }, sort: { _id: -1 } }),
  ]);
  return !ask && !lot && isOld(fill?.createdAt);
}

/** @returns false when it was woken meanwhile */
export async function fallAsleep(
  { sellers }: Pick<Sources, 'sellers'>,
  { _id, offers }: SellerDocument,
): Promise<boolean> {
  const result = await writable(sellers).updateOne({ _id, offers: offers ?? null } as never, {
    $set: { asleepSince: new Date(), nextProbeAt: NEVER },
  });
  return result.modifiedCount === 1;
}

/** Its endpoint is looked at again from the next tick on. */
export async function wake({ sellers }: Pick<Sources, 'sellers'>, sellerId: string): Promise<void> {
  await writable(sellers).updateOne(
    { _id: sellerId, asleepSince: { $ne: null } },
    { $set: { asleepSince: null } },
  );
}
