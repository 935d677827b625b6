/**
 * Counts how a seller's requests ended, in the order of their fills. The same rules apply as for a
 * standing: failures that requests of one buyer's owner may have provoked count only up to a limit,
 * and failures during joint failures of unrelated sellers do not count.
 */
import { timeOfUuidV7, uuidV7At } from '../../domain/ids';
import {
  type CountedEnds,
  EMPTY_TALLY,
  type ReputationTally,
  SCORED_DAYS,
  addTallies,
  countEnd,
  isFlaw,
  tallyOf,
} from '../../domain/reputation';
import type { ReadCollections } from '../collections';
import type { FillDocument } from '../documents/fill';
import type { DayTally, ReputationDocument } from '../documents/reputation';
import type { SellerProbesDocument } from '../documents/seller-probes';
import {
  endOfAttempt,
  judgedAttempt,
  mayBeProvoked,
  ownersOf,
  voidTimes,
} from '../standings/blame';
import { type EndedFill, endOf } from './end-of-fill';

export type CountSources = Pick<
  ReadCollections,
  'fills' | 'accounts' | 'sellerProbes' | 'judgingPauses'
>;

const DAY_MS = 86_400_000;
/**
 * After this time the order of fills is final. Ids have the time of their request: a failover may
 * delay one by as much as a whole answer takes.
 */
const SETTLED_ORDER_MS = 15 * 60_000;
const FILLS_PER_READ = 5_000;
const READS_PER_LOOK = 10;
const NO_DIGITS = '00000000-0000-4000-8000-000000000000';

interface Counted {
  /** The last finally counted fill, the days including it, and the newest ends. */
  readonly fillId: string | null;
  readonly days: readonly DayTally[];
  readonly ends: CountedEnds;
  /** The ends after it. */
  readonly unsettled: ReputationTally;
}

type CountedFill = EndedFill & Pick<FillDocument, 'accountId' | 'releaseReason'>;

/** The contribution of a fill, within the limit of its owner. */
interface End {
  readonly tally: ReputationTally;
  /** The owner whose request may have provoked a failure; empty otherwise. */
  readonly provokedBy: string;
  /** Whether it is still unknown if others failed with it. */
  readonly isTooYoung: boolean;
}

/** @param times failures that are younger than `failuresTo` are left out this time */
export async function countFills(
  sources: CountSources,
  sellerId: string,
  known: ReputationDocument | null,
  times: { readonly now: Date; readonly failuresTo: Date },
): Promise<Counted> {
  const nowMs = times.now.getTime();
  const days = new Map((known?.days ?? []).map((tally) => [tally.day, tally]));
  const start = uuidV7At(nowMs - SCORED_DAYS * DAY_MS, NO_DIGITS);
  const probes = await sources.sellerProbes.findOne({ _id: sellerId });
  let fillId = known?.countedFillId ?? null;
  let ends: CountedEnds = known?.countedEnds ?? [];
  let unsettled = EMPTY_TALLY;
  for (let reads = 0; reads < READS_PER_LOOK; reads += 1) {
    const read = await readFills(
      sources.fills,
      sellerId,
      fillId !== null && fillId > start ? fillId : start,
    );
    const endOfEach = await endsOf(sources, read, probes, times.failuresTo);
    let isInOrder = true;
    let newest = ends;
    for (const fill of read) {
      const madeAtMs = timeOfUuidV7(fill._id);
      const end = endOfEach.get(fill._id);
      const isFinal = fill.status !== 'reserved' && !end?.isTooYoung;
      isInOrder &&= isFinal && madeAtMs < nowMs - SETTLED_ORDER_MS;
      const countedWith = end && isFinal ? countEnd(newest, end.provokedBy) : null;
      const tally = end && countedWith ? end.tally : EMPTY_TALLY;
      newest = countedWith ?? newest;
      if (!isInOrder) unsettled = addTallies(unsettled, tally);
      else {
        const day = dayOf(madeAtMs);
        days.set(day, { day, ...addTallies(days.get(day) ?? EMPTY_TALLY, tally) });
        fillId = fill._id;
        ends = newest;
      }
    }
    if (!isInOrder || read.length < FILLS_PER_READ) break;
  }
  return { fillId, days: [...days.values()], ends, unsettled };
}

function readFills(
  fills: CountSources['fills'],
  sellerId: string,
  behindId: string,
): Promise<CountedFill[]> {
  return fills
    .find({ sellerId, _id: { $gt: behindId } })
    .project<CountedFill>({
      status: 1,
      attempts: 1,
      usedTokens: 1,
      usageFlag: 1,
      accountId: 1,
      releaseReason: 1,
    })
    .sort({ _id: 1 })
    .limit(FILLS_PER_READ)
    .toArray();
}

/** By fill; without those that the seller is not responsible for. */
async function endsOf(
  { accounts, judgingPauses }: CountSources,
  fills: readonly CountedFill[],
  probes: SellerProbesDocument | null,
  failuresTo: Date,
): Promise<Map<string, End>> {
  const ended = fills.flatMap((fill) => endedAs(fill, probes) ?? []);
  const flaws = ended.filter(({ tally }) => isFlaw(tally));
  const oldestMs = flaws.reduce((least, { at }) => Math.min(least, at.getTime()), Infinity);
  const accountIds = flaws.flatMap(({ provokedBy }) => provokedBy || []);
  const [isVoid, ownerOf] = await Promise.all([
    flaws.length === 0 ? () => false : voidTimes(judgingPauses, new Date(oldestMs)),
    ownersOf(accounts, accountIds),
  ]);
  return new Map(
    ended
      .filter(({ tally, at }) => !isFlaw(tally) || !isVoid(at))
      .map(({ fillId, tally, provokedBy, at }) => [
        fillId,
        {
          tally,
          provokedBy: provokedBy && ownerOf(provokedBy),
          isTooYoung: isFlaw(tally) && at > failuresTo,
        },
      ]),
  );
}

/** With the account whose request may have provoked it. */
function endedAs(fill: CountedFill, probes: SellerProbesDocument | null) {
  const end = endOf(fill);
  const attempt = judgedAttempt(fill);
  if (!end || end.kind === 'excused' || !attempt) return null;
  const tally = tallyOf(end);
  // A default of a lot implies that our probes failed as well.
  const isProven = fill.releaseReason === 'seller_default' || !mayBeProvoked(attempt, probes);
  const provokedBy = isFlaw(tally) && !isProven ? fill.accountId : '';
  return { fillId: fill._id, tally, provokedBy, at: endOfAttempt(attempt) };
}

export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
