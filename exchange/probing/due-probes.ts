/** Probes of sellers: claiming the next one, and the results of the newest. */
import {
  FAILED_PROBES_KEPT,
  type SellerProbesDocument,
} from '../../records/documents/seller-probes';
import type { ReadCollection } from '../../records/mongodb/read-collection';
import { writable } from '../../records/mongodb/writable';

type Probes = ReadCollection<SellerProbesDocument>;

export type ProbeClaim =
  | { readonly kind: 'claimed' }
  | {
      readonly kind: 'wait';
      readonly waitMs: number;
      /** Since the last answer; Infinity without one. */
      readonly answeredAgoMs: number;
    };

/** Claims one probe of a seller per interval, across processes, by MongoDB's clock. */
export async function claimProbe(
  probes: Probes,
  sellerId: string,
  intervalMs: number,
): Promise<ProbeClaim> {
  const isDue = { $lte: ['$claimedAt', { $subtract: ['$$NOW', intervalMs] }] };
  const claimed = await writable(probes).updateOne({ _id: sellerId, $expr: isDue } as never, [
    { $set: { claimedAt: '$$NOW' } },
  ]);
  if (claimed.matchedCount === 1) return { kind: 'claimed' };
  const isFirst = await writable(probes).updateOne(
    { _id: sellerId },
    [
      {
        $set: {
          claimedAt: { $ifNull: ['$claimedAt', '$$NOW'] },
          failed: { $ifNull: ['$failed', []] },
        },
      },
    ],
    { upsert: true },
  );
  if (isFirst.upsertedCount === 1) return { kind: 'claimed' };
  const dueAt = { $add: ['$claimedAt', intervalMs] };
  const [known] = await probes
    .aggregate<{ readonly agoMs: bigint | null; readonly dueMs: bigint }>([
      { $match: { _id: sellerId } },
      {
        $project: {
          agoMs: { $subtract: ['$$NOW', '$answeredAt'] },
          dueMs: { $subtract: [dueAt, '$$NOW'] },
        },
      },
    ])
    .toArray();
  const waitMs = Math.min(Math.max(Number(known?.dueMs ?? 0n), 10), intervalMs);
  return { kind: 'wait', waitMs, answeredAgoMs: Number(known?.agoMs ?? Infinity) };
}

/**
 * Records a result, by MongoDB's clock.
 * @param failed null for an answered probe
 */
export async function noteProbe(
  probes: Probes,
  sellerId: string,
  failed: { readonly probeId: string; readonly detail: string } | null,
): Promise<void> {
  const before = { $ifNull: ['$failed', []] };
  const newest = failed && { $literal: failed };
  const all = { $concatArrays: [[{ $mergeObjects: [newest, { at: '$$NOW' }] }], before] };
  const result = failed
    ? { failed: { $slice: [all, FAILED_PROBES_KEPT] } }
    : { failed: before, answeredAt: '$$NOW' };
  await writable(probes).updateOne(
    { _id: sellerId },
    [{ $set: { ...result, claimedAt: { $ifNull: ['$claimedAt', '$$NOW'] } } }],
    { upsert: true },
  );
}
