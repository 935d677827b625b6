/** Compares one closed day with its journals, its closings, its digest and the day before it. */
import { createHash } from 'node:crypto';
import { type PastSources, pastJournals } from '../archive/past';
import type { ClosedDayDocument } from '../documents/closed-day';
import type { Records } from '../connect';
import { imbalanceOf, isBalanced } from './balance';
import { isJournal, journalText } from './canonical';
import { compareClosings } from '../invariants/closings';
import { digestClosings, digestDay } from './digest-day';
import { journalsOfDay } from './journals-of-day';

export type VerifySources = PastSources & Pick<Records, 'closings' | 'closedDays'>;

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

/** @param before the closed day before it, if any */
export async function verifyDay(
  sources: VerifySources,
  day: ClosedDayDocument,
  before: ClosedDayDocument | null,
): Promise<VerifiedDay> {
  const differences: string[] = [];
  const tell = (difference: string) => {
    if (differences.length < DIFFERENCES_MAX) differences.push(difference);
  };
  await findUnclosed(sources, day, before, tell);
  const { totals, journals } = await readJournals(sources, day, tell);
  for (const account of (await compareClosings(sources, day)).accounts)
    tell(`the closing of ${account} does not add up its journals and the closing before it`);
  const closings = await digestClosings(sources, day._id);
  compareRecord(day, before, totals, tell);
  compareChain(day, before, { journals, closings }, tell);
  const digest = day.chain?.digest ?? null;
  return { day: day._id, journals: totals.journals, digest, differences };
}

/** Of its journals; debits minus credits, by phase. */
interface DayTotals {
  journals: number;
  lastJournalId: string;
  posted: bigint;
  pending: bigint;
}

type Tell = (difference: string) => void;

/** A day with journals is closed before a later one. */
async function findUnclosed(
  sources: VerifySources,
  { from: until }: ClosedDayDocument,
  before: ClosedDayDocument | null,
  tell: Tell,
): Promise<void> {
  const from = before?.until ?? new Date(0);
  const [journal] = await pastJournals(sources).page({
    filter: {
      createdAt: {
        $gte: from,
        $lt: until,
      },
    },
    sorting: 'oldest',
    limit: 1,
  });
  if (!journal) return;
  const { _id, createdAt } = journal;
  tell(`journal ${_id} is of ${createdAt.toISOString()}, a day before it that has no record`);
}

async function readJournals(sources: VerifySources, day: ClosedDayDocument, tell: Tell) {
  const totals: DayTotals = { journals: 0, lastJournalId: '', posted: 0n, pending: 0n };
  const hash = createHash('sha256');
  for await (const page of journalsOfDay(sources, day)) {
    for (const journal of page) {
      hash.update(`${journalText(journal)}\n`);
      if (!isJournal(journal)) {
        tell(`journal ${String(journal._id)} does not have the fields of a journal`);
        continue;
      }
      if (!isBalanced(journal)) tell(`journal ${journal._id} does not balance`);
      totals.journals += 1;
      totals.lastJournalId = journal._id;
      totals.posted += imbalanceOf(journal, 'posted');
      totals.pending += imbalanceOf(journal, 'pending');
    }
  }
  return { totals, journals: hash.digest('hex') };
}

function compareRecord(
  day: ClosedDayDocument,
  before: ClosedDayDocument | null,
  totals: DayTotals,
  tell: Tell,
): void {
  if (totals.journals !== day.journals) {
    tell(`it has ${totals.journals} journals, and was closed with ${day.journals}`);
  }
  if (totals.lastJournalId !== day.lastJournalId) {
    tell(`its last journal is ${totals.lastJournalId}, and was ${day.lastJournalId}`);
  }
  const { posted, pending } = totals;
  const isPosted = (before?.postedImbalanceScale8 ?? 0n) + posted === day.postedImbalanceScale8;
  const isPending = (before?.pendingImbalanceScale8 ?? 0n) + pending === day.pendingImbalanceScale8;
  if (!isPosted || !isPending) tell('debits and credits until its end are not those of its record');
}

function compareChain(
  day: ClosedDayDocument,
  before: ClosedDayDocument | null,
  found: { readonly journals: string; readonly closings: string },
  tell: Tell,
): void {
  const { chain } = day;
  if (!chain) return;
  if (found.journals !== chain.journals) tell('its journals are not those that were chained');
  if (found.closings !== chain.closings) tell('its closings are not those that were chained');
  if (digestDay(day, chain) !== chain.digest) tell('its record is not the one that was chained');
  const { previous } = chain;
  const [is, was] = [before?._id ?? 'none', previous?.day ?? 'none'];
  if (is !== was) tell(`the closed day before it is ${is}, and was ${was} when it was chained`);
  else if ((before?.chain?.digest ?? null) !== (previous?.digest ?? null)) {
    tell(`the digest of ${is} is not the one that it was chained to`);
  }
}
