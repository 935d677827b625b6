/** I18: what was chained is what is there. The same comparison as `tokenbook verify`. */
import type { ClosedDayDocument } from '../closed-day';
import { resultOf } from '../invariants/result';
import { chosenOf, type Sample, withSeed } from '../invariants/sample';
import type { InvariantResult } from '../reconciliation';
import { verifyDay, type VerifySources } from './verify-day';

export const CHAIN_ID = 'I18';
const STATEMENT =
  'The journals, closings and record of a closed day are those of its digest, which continues that of the day before it.';

/**
 * Days without a digest are left to I29.
 * @param sample null for every day with a digest
 */
export function checkChain(
  sources: VerifySources,
  sample: Sample | null,
): Promise<InvariantResult> {
  return resultOf({ id: CHAIN_ID, name: withSeed(STATEMENT, sample) }, async () => {
    const days = await sources.closedDays.find({}).sort({ _id: 1 }).toArray();
    const chained = [...days.entries()].filter(([, { chain }]) => chain);
    const violators = skippedOf(days);
    for (const [index, day] of chosenOf(chained, sample)) {
      const { differences } = await verifyDay(sources, day, days[index - 1] ?? null);
      if (differences.length > 0) violators.push(day._id);
    }
    return violators;
  });
}

/** Days are chained one after the other: before a day with a digest all have one. */
function skippedOf(days: readonly ClosedDayDocument[]): string[] {
  const last = days.findLastIndex(({ chain }) => chain);
  return days.slice(0, Math.max(0, last)).flatMap(({ _id, chain }) => (chain ? [] : [_id]));
}
