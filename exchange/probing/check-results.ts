/** The schedule of sellers' endpoint checks, and the newest results. */
import type { Records } from '../../records/connect';
import type { EndpointHealth, SellerDocument } from '../../records/documents/seller';
import { writable } from '../../records/mongodb/writable';
import { NEVER } from '../sellers/sleep';

type Sellers = Pick<Records, 'sellers'>;

/** Schedules the check of new and reactivated endpoints after half to one interval. */
export async function scheduleNewChecks({ sellers }: Sellers, intervalMs: number): Promise<void> {
  const share = { $add: [0.5, { $multiply: [{ $rand: {} }, 0.5] }] };
  const soon = { $add: ['$$NOW', { $multiply: [share, intervalMs] }] };
  for (const nextProbeAt of [null, NEVER]) {
    const isNew = { nextProbeAt: { $eq: nextProbeAt }, asleepSince: { $eq: null } };
    await writable(sellers).updateMany(isNew as never, [{ $set: { nextProbeAt: soon } }]);
  }
}

/**
 * Claims the next check that is due by MongoDB's clock, and schedules its successor after half to
 * one and a half intervals.
 */
export function claimCheck(
  { sellers }: Sellers,
  intervalMs: number,
): Promise<SellerDocument | null> {
  const waitMs = intervalMs * (0.5 + Math.random());
  return writable(sellers).findOneAndUpdate(
    {
      nextProbeAt: { $ne: null },
      $expr: { $lte: ['$nextProbeAt', '$$NOW'] },
      standing: { $ne: 'Banned' },
    },
    [{ $set: { nextProbeAt: { $add: ['$$NOW', waitMs] } } }],
    { sort: { nextProbeAt: 1 } },
  );
}

export async function recordHealth(
  { sellers }: Sellers,
  sellerId: string,
  health: EndpointHealth,
): Promise<void> {
  await writable(sellers).updateOne({ _id: sellerId }, { $set: { health } });
}
