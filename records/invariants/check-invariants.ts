/** Checks every invariant against the current records; safe while the exchange works. */
import { setTimeout as delay } from 'node:timers/promises';
import { withArchive } from '../archive/with-archive';
import { newestClosedDay } from '../closings/close-days';
import type { Records } from '../connect';
import { atOneMoment } from '../mongodb/at-one-moment';
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
import { resultOf, SAMPLES } from './result';
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
function check(
  records: Records,
  { id, name, collection, pipeline }: Invariant,
  since: Since,
): Promise<InvariantResult> {
  const { collectionName } = records[collection];
  const stages = since ? pipeline(since) : withArchive(collectionName, pipeline(since));
  const samples = { $firstN: { input: '$_id', n: SAMPLES } };
  const counted = { $group: { _id: null, violations: { $sum: 1 }, samples } };
  return resultOf({ id, name }, () =>
    atOneMoment(records.connection, async (session) => {
      const [found] = await records[collection]
        .aggregate<{ violations: number; samples: unknown[] }>([...stages, counted], {
          session,
          allowDiskUse: true,
          maxTimeMS: SCAN_MAX_MS,
          comment: `invariant ${id}`,
        })
        .toArray();
      return found ? { ...found, samples: found.samples.map(String) } : [];
    }),
  );
}
