/** Closings equal the journals of their days, and continue each other. */
import { atOneMoment } from '../mongodb/at-one-moment';
import type { Records } from '../connect';
import type { ClosedDayDocument } from '../documents/closed-day';
import { closingsOf, type Digest, digestSums, NO_JOURNALS, ofDay } from '../closings/day-sums';
import { SCAN_MAX_MS } from '../mongodb/read-limits';
import type { InvariantResult } from '../documents/reconciliation';
import { union, unless } from './invariant';
import { resultOf } from './result';
import { chosenDays, type Sample, withSeed } from './sample';

type Sources = Pick<Records, 'connection' | 'journals' | 'closings' | 'closedDays'>;

export const CLOSINGS_ID = 'I29';
const STATEMENT =
  'Every closing equals the sums of the journals of its day, and its total that of the previous closing and its day; the journals of a closed day are those that it was closed with.';
const SCAN = { allowDiskUse: true, maxTimeMS: SCAN_MAX_MS } as const;

/** @param sample null for every closed day */
export function checkClosings(records: Sources, sample: Sample | null): Promise<InvariantResult> {
  return resultOf({ id: CLOSINGS_ID, name: withSeed(STATEMENT, sample) }, async () => {
    const violators: string[] = [];
    for (const _id of await chosenDays(records.closedDays, {}, sample)) {
      const day = await records.closedDays.findOne({ _id });
      violators.push(...(day ? await violatorsOf(records, day) : [_id]));
    }
    return violators;
  });
}

async function violatorsOf(records: Sources, day: ClosedDayDocument): Promise<string[]> {
  const { isSame, accounts } = await compareClosings(records, day);
  return [...(isSame ? [] : [day._id]), ...accounts.map((account) => `${day._id} ${account}`)];
}

/**
 * A journal that moves to the archive meanwhile counts once.
 * @returns whether the journals are those that the day was closed with, and the accounts whose closing is wrong
 */
export async function compareClosings(
  { connection, journals, closings }: Sources,
  day: ClosedDayDocument,
): Promise<{ readonly isSame: boolean; readonly accounts: readonly string[] }> {
  const closedWith = { $match: { _id: { $gte: `${day._id} `, $lt: `${day._id}!` } } };
  const sums = { until: '$until', day: '$day', total: '$total' };
  const wrong = [
    ...closingsOf(day),
    union(closings.collectionName, closedWith),
    { $group: { _id: '$account', found: { $sum: 1 }, different: { $addToSet: sums } } },
    unless({ $eq: ['$found', 2] }, { $eq: [{ $size: '$different' }, 1] }),
  ];
  return atOneMoment(connection, async (session) => {
    const options = { ...SCAN, session };
    const counted = journals.aggregate<Digest>([...ofDay(day), ...digestSums()], options);
    const { journals: count, digest, lastJournalId } = (await counted.next()) ?? NO_JOURNALS;
    const accounts = await journals.aggregate<{ _id: string }>(wrong, options).toArray();
    return {
      isSame:
        count === day.journals && digest === day.digest && lastJournalId === day.lastJournalId,
      accounts: accounts.map(({ _id }) => _id),
    };
  });
}
