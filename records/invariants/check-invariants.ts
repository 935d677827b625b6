/** Checks every invariant against the current records; safe while the exchange works. */
import { setTimeout as delay } from 'node:timers/promises';
import { withArchive } from '../archive/with-archive';
import { newestClosedDay } from '../closings/close-days';
import type { Records } from '../connect';
import { SCAN_MAX_MS } from '../mongodb/read-limits';
import type { InvariantResult } from '../documents/reconciliation';
import { askInvariants } from './asks';
import { contractInvariants } from './contracts';
import { holdInvariants } from './holds';
import { checkChain } from '../chain/check-chain';
import { checkClosings } from './closings';
import type { Sample } from './sample';
import type { Invariant, Since } from './invariant';
import { followerInvariants } from './followers';
import { moneyInvariants } from './money';
import { orderInvariants } from './orders';
import { tradeInvariants } from './trades';

export const INVARIANTS: readonly Invariant[] = [
  ...moneyInvariants,
  ...holdInvariants,
  ...tradeInvariants,
  ...orderInvariants,
  ...askInvariants,
  ...contractInvariants,
  ...followerInvariants,
];

const SAMPLES = 10;

/**
 * `all` reads every record. `recent` reads those since the end of the newest closed day, the open
 * ones, the closings, and the journals of some closed days, chosen by the seed.
 */
export type Extent = 'all' | { readonly recent: Sample };

export async function checkInvariants(
  records: Records,
  extent: Extent = 'all',
): Promise<InvariantResult[]> {
  const since = extent === 'all' ? null : ((await newestClosedDay(records))?.until ?? null);
  const results: InvariantResult[] = [];
  for (const invariant of INVARIANTS) {
    let result = await check(records, invariant, since);
    if (result.status === 'violated' && invariant.followsWithinMs) {
      await delay(invariant.followsWithinMs);
      result = await check(records, invariant, since);
    }
    results.push(result);
  }
  const sample = extent === 'all' ? null : extent.recent;
  return [...results, await checkClosings(records, sample), await checkChain(records, sample)];
}

/**
 * The whole query reads one snapshot, so that a concurrent commit is seen entirely or not at all.
 */
async function check(
  records: Records,
  invariant: Invariant,
  since: Since,
): Promise<InvariantResult> {
  const startedMs = performance.now();
  const session = records.connection.getClient().startSession({ snapshot: true });
  const done = (found: Pick<InvariantResult, 'status' | 'violations' | 'samples' | 'error'>) => ({
    id: invariant.id,
    name: invariant.name,
    ...found,
    durationMs: Math.round(performance.now() - startedMs),
  });
  try {
    const collection = records[invariant.collection];
    const pipeline = invariant.pipeline(since);
    const [found] = await collection
      .aggregate<{ violations: number; samples: unknown[] }>(
        [
          ...(since ? pipeline : withArchive(collection.collectionName, pipeline)),
          {
            $group: {
              _id: null,
              violations: { $sum: 1 },
              samples: { $firstN: { input: '$_id', n: SAMPLES } },
            },
          },
        ],
        {
          session,
          allowDiskUse: true,
          maxTimeMS: SCAN_MAX_MS,
          comment: `invariant ${invariant.id}`,
        },
      )
      .toArray();
    if (!found) return done({ status: 'ok', violations: 0, samples: [], error: null });
    const samples = found.samples.map(String);
    return done({ status: 'violated', violations: found.violations, samples, error: null });
  } catch (err) {
    return done({ status: 'error', violations: 0, samples: [], error: (err as Error).message });
  } finally {
    await session.endSession();
  }
}
