/**
 * Unused sellers are dormant: their endpoint is not probed, and their workflow has ended. An ask, a
 * registration or a change of the standing reactivates them.
 */
import { type PastSources, pastFills } from '../../records/archive/past';
import type { ReadCollections } from '../../records/collections';
import type { SellerDocument } from '../../records/documents/seller';
import { writable } from '../../records/mongodb/writable';

type Sources = PastSources & Pick<ReadCollections, 'sellers' | 'asks' | 'lots'>;

/** The next probe of a dormant seller's endpoint. */
export const NEVER = new Date('9999-01-01T00:00:00Z');

/** Whether it has had no asks, open lots or fills for this long. */
export async function isUnused(
  sources: Sources,
  { _id: sellerId, updatedAt, suspendedUntil }: SellerDocument,
  forMs: number,
): Promise<boolean> {
  const { asks, lots } = sources;
  const now = Date.now();
  const isOld = (at: Date | undefined) => !at || at.getTime() <= now - forMs;
  if (!isOld(updatedAt) || suspendedUntil) return false;
  const projection = { _id: 1 } as const;
  const [ask, lot, [fill]] = await Promise.all([
    asks.findOne({ sellerId, status: 'active', expiresAt: { $gt: new Date() } }, { projection }),
    lots.findOne({ sellerId, status: 'open' }, { projection }),
    pastFills(sources).page({
      filter: { sellerId },
      sorting: 'newest',
      limit: 1,
      projection: { createdAt: 1 },
    }),
  ]);
  return !ask && !lot && isOld(fill?.createdAt);
}

/** @returns false when it was reactivated meanwhile */
export async function fallAsleep(
  { sellers }: Pick<Sources, 'sellers'>,
  { _id, offers }: SellerDocument,
): Promise<boolean> {
  const result = await writable(sellers).updateOne({ _id, offers: offers ?? null } as never, {
    $set: { asleepSince: new Date(), nextProbeAt: NEVER },
  });
  return result.modifiedCount === 1;
}

/** Probes of its endpoint resume with the next tick. */
export async function wake({ sellers }: Pick<Sources, 'sellers'>, sellerId: string): Promise<void> {
  await writable(sellers).updateOne(
    { _id: sellerId, asleepSince: { $ne: null } },
    { $set: { asleepSince: null } },
  );
}
