/** I18: what was chained is what is there. The same comparison as `tokenbook verify`. */
import type { InvariantResult } from '../documents/reconciliation';
import { resultOf } from '../invariants/result';
import { chosenDays, type Sample, withSeed } from '../invariants/sample';
import { CHAINED } from './chain-days';
import { verifyDay, type VerifySources } from './verify-day';

export const CHAIN_ID = 'I18';
const STATEMENT =
  'The journals, closings and record of a closed day are those of its digest, which continues that of the day before it.';

/**
 * Days without a digest are left to I29, unless a later day has one.
 * @param sample null for every day with a digest
 */
export function checkChain(
  sources: VerifySources,
  sample: Sample | null,
): Promise<InvariantResult> {
  return resultOf({ id: CHAIN_ID, name: withSeed(STATEMENT, sample) }, async () => {
    const violators = await skippedDays(sources);
    for (const _id of await chosenDays(sources.closedDays, CHAINED, sample)) {
      const day = await sources.closedDays.findOne({ _id });
      const isSame = day && (await verifyDay(sources, day)).differences.length === 0;
      if (!isSame) violators.push(_id);
    }
    return violators;
  });
}

/** Days are chained one after the other: before a day with a digest all have one. */
async function skippedDays({ closedDays }: VerifySources): Promise<string[]> {
  const last = await closedDays.find(CHAINED).sort({ _id: -1 }).limit(1).next();
  if (!last) return [];
  const skipped = closedDays.find({ chain: null, until: { $lt: last.until } }).sort({ until: 1 });
  return (await skipped.toArray()).map(({ _id }) => _id);
}
