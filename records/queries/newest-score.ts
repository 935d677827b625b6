/** The newest scores of sellers. */
import type { ReputationDocument } from '../documents/reputation';
import type { ReadCollection } from '../mongodb/read-collection';

type Reputations = ReadCollection<ReputationDocument>;

const NEWEST = { projection: { snapshots: { $slice: 1 } } } as const;

/** @returns null when none was recorded yet */
export async function newestScore(
  reputations: Reputations,
  sellerId: string,
): Promise<number | null> {
  const found = await reputations.findOne({ _id: sellerId }, NEWEST);
  return found?.snapshots[0]?.score ?? null;
}

/** @returns without the sellers that have none */
export async function newestScores(
  reputations: Reputations,
  sellerIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (sellerIds.length === 0) return new Map();
  const found = await reputations.find({ _id: { $in: [...sellerIds] } }, NEWEST).toArray();
  return new Map(
    found.flatMap(({ _id, snapshots: [newest] }) => (newest ? [[_id, newest.score]] : [])),
  );
}
