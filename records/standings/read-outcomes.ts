/**
 * The outcomes that a seller's standing is judged by, read from its fills: they are written with
 * every settlement and every release anyway, so counting them costs a dispatch nothing.
 */
import type { mongo } from 'mongoose';
import { type DispatchOutcome, STANDING_WINDOW } from '../../domain/standing';
import type { AttemptDocument, FillDocument } from '../fill';
import type { SellerDocument } from '../seller';
import { type EndedFill, endOf } from '../reputations/end-of-fill';

/** What does not count stands between what does: looked through up to here. */
const FILLS_READ = 200;
const READ_MS = 5_000;

/**
 * Newest first. Only what the seller answers for: neither throttles nor requests at fault nor
 * buyers who left (decisions section 3 rule 10, section 6).
 */
export async function readOutcomes(
  fills: mongo.Collection<FillDocument>,
  { _id: sellerId, countedSince }: Pick<SellerDocument, '_id' | 'countedSince'>,
): Promise<DispatchOutcome[]> {
  const sinceMs = countedSince?.getTime() ?? 0;
  const newest = await fills
    .find({
      sellerId,
      status: { $in: ['settled', 'released'] },
      kind: { $ne: 'capacity' },
    })
    .project<EndedFill>({ status: 1, attempts: 1, usedTokens: 1, usageFlag: 1 })
    .sort({ _id: -1 })
    .limit(FILLS_READ)
    .maxTimeMS(READ_MS)
    .toArray();
  return newest
    .filter((fill) => (endedAt(fill)?.getTime() ?? 0) > sinceMs)
    .flatMap((fill): DispatchOutcome[] => {
      const end = endOf(fill);
      if (!end || end.kind === 'excused') return [];
      return [{ fillId: fill._id, isFailure: end.kind !== 'answered' }];
    })
    .slice(0, STANDING_WINDOW);
}

function endedAt({ status, attempts }: EndedFill): Date | null {
  const delivered = attempts.find(({ state }) => state === 'delivered');
  const last: AttemptDocument | undefined = status === 'settled' ? delivered : attempts.at(-1);
  return last ? (last.endedAt ?? last.startedAt) : null;
}
