/** I18: what was chained is what is there. The same comparison as `tokenbook verify`. */
import { resultOf } from '../invariants/result';
import { chosenOf, type Sample, withSeed } from '../invariants/sample';
import type { InvariantResult } from '../reconciliation';
import { verifyDay, type VerifySources } from './verify-day';

/** The digests of years of days are many megabytes: of a sample only its own are read. */
interface DayOfChain {
  readonly _id: string;
  readonly isChained: boolean;
}

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
    const days = await sources.closedDays
      .find({})
      .project<DayOfChain>({ isChained: { $gt: ['$chain', null] } })
      .sort({ _id: 1 })
      .toArray();
    const chained = [...days.entries()].filter(([, { isChained }]) => isChained);
    const violators = skippedOf(days);
    for (const [index, { _id }] of chosenOf(chained, sample)) {
      const day = await sources.closedDays.findOne({ _id });
      const before =
        index > 0 ? await sources.closedDays.findOne({ _id: days[index - 1]!._id }) : null;
      const isSame = day && (await verifyDay(sources, day, before)).differences.length === 0;
      if (!isSame) violators.push(_id);
    }
    return violators;
  });
}

/** Days are chained one after the other: before a day with a digest all have one. */
function skippedOf(days: readonly DayOfChain[]): string[] {
  const last = days.findLastIndex(({ isChained }) => isChained);
  return days.slice(0, Math.max(0, last)).flatMap(({ _id, isChained }) => (isChained ? [] : [_id]));
}
