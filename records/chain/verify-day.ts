/** Compares one closed day with its journals, its closings, its digest and the day before it. */
import { type PastSources, pastJournals } from '../archive/past';
import type { Records } from '../connect';
import type { ClosedDayDocument } from '../documents/closed-day';
import type { JournalDocument } from '../documents/journal';
import { compareClosings } from '../invariants/closings';
import { isBalanced } from './balance';
import { isJournal } from './canonical';
import { CHAINED } from './chain-days';
import { digestDay } from './digest-day';

export type VerifySources = PastSources & Pick<Records, 'connection' | 'closings' | 'closedDays'>;

export interface VerifiedDay {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly journals: number;
  /** As it is recorded; null for a day that is not chained. */
  readonly digest: string | null;
  /** The first ones, in sentences without an end; empty when all agree. */
  readonly differences: readonly string[];
}

/** A changed day may differ in every account. */
const DIFFERENCES_MAX = 5;

/** @param expected its digest, if it was written down elsewhere */
export async function verifyDay(
  sources: VerifySources,
  day: ClosedDayDocument,
  expected?: string,
): Promise<VerifiedDay> {
  const differences: string[] = [];
  const differs = (difference: string) => {
    if (differences.length < DIFFERENCES_MAX) differences.push(difference);
  };
  const { closedDays } = sources;
  const recorded = day.chain?.digest ?? null;
  if (expected !== undefined && expected !== recorded) {
    differs(`its digest is ${recorded ?? 'missing'}, and ${expected} was expected`);
  }
  if (recorded === null && (await closedDays.findOne({ _id: { $gt: day._id }, ...CHAINED }))) {
    differs('it has no digest, and a later day has one');
  }
  const earlier = closedDays.find({ _id: { $lt: day._id } }).sort({ _id: -1 });
  const before = await earlier.limit(1).next();
  const [unclosed] = await journalsBetween(sources, before, day);
  if (unclosed) {
    const { _id, createdAt } = unclosed;
    differs(`journal ${_id} is of ${createdAt.toISOString()}, a day before it that has no record`);
  }
  let journals = 0;
  const digest = await digestDay(sources, day, before, (journal) => {
    journals += 1;
    if (!isJournal(journal))
      differs(`journal ${String(journal._id)} does not have the fields of a journal`);
    else if (!isBalanced(journal)) differs(`journal ${journal._id} does not balance`);
  });
  const { isSame, accounts } = await compareClosings(sources, day);
  for (const account of accounts) {
    differs(`the closing of ${account} does not add up its journals and the closing before it`);
  }
  if (!isSame) {
    const counts = `there are ${journals}, and were ${day.journals}`;
    differs(`its journals are not those that it was closed with: ${counts}`);
  }
  if (recorded !== null && digest !== recorded) {
    differs(
      'its digest is not that of its journals, its closings, its record and the day before it',
    );
  }
  return { day: day._id, journals, digest: recorded, differences };
}

/** The first one: a day with journals is closed before a later one. */
function journalsBetween(
  sources: VerifySources,
  before: ClosedDayDocument | null,
  { from: until }: ClosedDayDocument,
): Promise<JournalDocument[]> {
  const filter = { createdAt: { $gte: before?.until ?? new Date(0), $lt: until } };
  return pastJournals(sources).page({ filter, sorting: 'oldest', limit: 1 });
}
