/** What the upkeep keeps in order, and whether it does. */
import { LOT_OVERDUE_MS } from '../../domain/lots';
import type { ReadCollections } from '../collections';

/** Their names among the followers, and in the metric. */
export const LIVING = ['contract-orders', 'lots', 'sellers'] as const;
export type LivingName = (typeof LIVING)[number];

/** Its name among the followers. */
export const UPKEEP = 'upkeep';

export interface MaintenanceState {
  readonly ranAt: Date | null;
  /** Workflows whose tasks fail; null when it is not known. */
  readonly failing: number | null;
  /** What lacked its workflow in the last round, by kind. */
  readonly missing: ReadonlyMap<string, number>;
  /** Lots that are open although their window has ended. */
  readonly overdueLots: number;
}

export async function maintenanceState({
  followers,
  lots,
}: Pick<ReadCollections, 'followers' | 'lots'>): Promise<MaintenanceState> {
  const [known, overdueLots] = await Promise.all([
    followers.find({ _id: { $in: [UPKEEP, ...LIVING] } }).toArray(),
    lots.countDocuments({
      status: 'open',
      endsAt: { $lt: new Date(Date.now() - LOT_OVERDUE_MS) },
    }),
  ]);
  const upkeep = known.find(({ _id }) => _id === UPKEEP);
  const rounds = known.filter(({ missing }) => typeof missing === 'number');
  return {
    ranAt: upkeep?.ranAt ?? null,
    failing: upkeep?.failing ?? null,
    missing: new Map(rounds.map(({ _id, missing }) => [_id, missing!])),
    overdueLots,
  };
}
