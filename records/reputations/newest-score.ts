/** The newest score of a seller; null when none was recorded yet. */
import type { ReputationDocument } from '../reputation';
import type { ReadCollection } from '../read-collection';

export async function newestScore(
  reputations: ReadCollection<ReputationDocument>,
  sellerId: string,
): Promise<number | null> {
  const found = await reputations.findOne(
    { _id: sellerId },
    { projection: { snapshots: { $slice: 1 } } },
  );
  return found?.snapshots[0]?.score ?? null;
}
