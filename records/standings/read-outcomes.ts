/**
 * The outcomes that a seller's standing depends on, read from its fills: every settlement and
 * release writes them anyway, so counting them costs a dispatch nothing. Failed probes are
 * included.
 */
import type { DispatchOutcome } from '../../domain/standing';
import { type PastSources, pastFills } from '../archive/past';
import type { ReadCollections } from '../collections';
import type { FillDocument } from '../documents/fill';
import { type EndedFill, endOf } from '../reputations/end-of-fill';
import type { SellerDocument } from '../documents/seller';
import type { SellerProbesDocument } from '../documents/seller-probes';
import { endOfAttempt, judgedAttempt, mayBeProvoked, ownersOf, voidTimes } from './blame';

/** Outcomes that do not count lie between those that do: this many fills are read. */
const FILLS_READ = 200;

type Sources = PastSources & Pick<ReadCollections, 'accounts' | 'sellerProbes' | 'judgingPauses'>;
type JudgedFill = EndedFill & Pick<FillDocument, 'accountId'>;

interface Outcome extends DispatchOutcome {
  readonly at: Date;
}

/**
 * Newest first. Only outcomes that the seller is responsible for: no throttles, invalid requests,
 * disconnected buyers or failures of the exchange, and none from joint failures of unrelated
 * sellers.
 * @param settledBefore younger failures are left out: whether others fail too is not known yet
 */
export async function readOutcomes(
  sources: Sources,
  seller: Pick<SellerDocument, '_id' | 'countedSince' | 'registeredAt'>,
  settledBefore: Date,
): Promise<DispatchOutcome[]> {
  const [fills, probes] = await Promise.all([
    newestFills(sources, seller),
    sources.sellerProbes.findOne({ _id: seller._id }),
  ]);
  const outcomes = [...fills.flatMap((fill) => outcomeOf(fill, probes)), ...failedProbes(probes)]
    .filter(({ at }) => at.getTime() > (seller.countedSince?.getTime() ?? 0))
    .filter(({ at, isFailure }) => !isFailure || at <= settledBefore)
    .sort((a, b) => b.at.getTime() - a.at.getTime());
  const judged = await withoutPauses(sources, outcomes);
  return byOwners(sources, judged.slice(0, FILLS_READ));
}

/** Archived ones too: a seller that is asked rarely is judged by what happened long ago. */
function newestFills(
  sources: Sources,
  { _id: sellerId }: Pick<SellerDocument, '_id'>,
): Promise<JudgedFill[]> {
  return pastFills(sources).page({
    filter: { sellerId, status: { $in: ['settled', 'released'] }, kind: { $ne: 'capacity' } },
    sorting: 'newest',
    limit: FILLS_READ,
    projection: { status: 1, attempts: 1, usedTokens: 1, usageFlag: 1, accountId: 1 },
  });
}

function outcomeOf(fill: JudgedFill, probes: SellerProbesDocument | null): Outcome[] {
  const end = endOf(fill);
  const attempt = judgedAttempt(fill);
  if (!end || end.kind === 'excused' || !attempt) return [];
  const at = endOfAttempt(attempt);
  const isFailure = end.kind !== 'answered';
  const provokedBy = isFailure && mayBeProvoked(attempt, probes) ? fill.accountId : null;
  return [{ fillId: fill._id, isFailure, provokedBy, at }];
}

function failedProbes(probes: SellerProbesDocument | null): Outcome[] {
  return (probes?.failed ?? []).map(({ probeId, at }) => ({
    fillId: probeId,
    isFailure: true,
    provokedBy: null,
    at,
  }));
}

async function withoutPauses(sources: Sources, outcomes: Outcome[]): Promise<Outcome[]> {
  const oldest = outcomes.findLast(({ isFailure }) => isFailure);
  if (!oldest) return outcomes;
  const isVoid = await voidTimes(sources.judgingPauses, oldest.at);
  return outcomes.filter(({ at, isFailure }) => !isFailure || !isVoid(at));
}

async function byOwners(
  { accounts }: Sources,
  outcomes: readonly Outcome[],
): Promise<DispatchOutcome[]> {
  const ownerOf = await ownersOf(
    accounts,
    outcomes.flatMap(({ provokedBy }) => provokedBy ?? []),
  );
  return outcomes.map(({ at: _at, provokedBy, ...outcome }) => ({
    ...outcome,
    provokedBy: provokedBy ? ownerOf(provokedBy) : null,
  }));
}
