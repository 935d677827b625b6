/** The closings of a day beside the sums of its journals and the closings before them. */
import { createHash } from 'node:crypto';
import type { ClosingDocument, JournalSums } from '../closing';
import type { Records } from '../connect';
import { previousTotal } from '../invariants/closings';
import { SCAN_MAX_MS } from '../read-limits';
import { closingText } from './canonical';
import { type DayTotals, noSums } from './day-totals';
import { ofDayId } from './digest-day';

type Found = ClosingDocument & { previous: ClosingDocument[] };

const SUMS = {
  postedScale8: 'posted',
  heldScale8: 'held',
  earnedScale8: 'earned',
  journals: 'number of journals',
} as const satisfies Record<keyof JournalSums, string>;

/**
 * @param totals of its journals
 * @param tell receives each difference
 * @returns the digest of the closings
 */
export async function compareClosings(
  { closings }: Pick<Records, 'closings'>,
  day: string,
  totals: DayTotals,
  tell: (difference: string) => void,
): Promise<string> {
  const hash = createHash('sha256');
  const missing = new Set(totals.accounts.keys());
  const stages = [
    { $match: { _id: ofDayId(day) } },
    { $sort: { _id: 1 } },
    previousTotal(closings.collectionName),
  ];
  for await (const found of closings.aggregate<Found>(stages, { maxTimeMS: SCAN_MAX_MS })) {
    const { previous, ...closing } = found;
    hash.update(`${closingText(closing)}\n`);
    missing.delete(closing.account);
    const sums = totals.accounts.get(closing.account) ?? noSums();
    compareSums(closing, sums, previous[0]?.total ?? noSums(), tell);
  }
  for (const account of missing) tell(`${account} has journals and no closing`);
  return hash.digest('hex');
}

function compareSums(
  { account, day, total }: ClosingDocument,
  sums: JournalSums,
  before: JournalSums,
  tell: (difference: string) => void,
): void {
  for (const [field, name] of Object.entries(SUMS) as [keyof JournalSums, string][]) {
    if (BigInt(day[field]) !== BigInt(sums[field])) {
      const both = `the closing says ${day[field]}, its journals give ${sums[field]}`;
      tell(`${account}, ${name} of the day: ${both}`);
    }
    const continued = BigInt(before[field]) + BigInt(day[field]);
    if (BigInt(total[field]) !== continued) {
      const both = `the closing says ${total[field]}, the one before it and the day give ${continued}`;
      tell(`${account}, ${name} until the end of the day: ${both}`);
    }
  }
}
