/**
 * The outcomes that a seller's standing is judged by, read from its fills: they are written with
 * every settlement and every release anyway, so counting them costs a dispatch nothing. Probes that
 * failed stand among them.
 */
import type { DispatchOutcome } from '../../domain/standing';
import type { Collections } from '../collections';
import type { AttemptDocument, FillDocument } from '../fill';
import { type EndedFill, endOf } from '../reputations/end-of-fill';
import type { SellerDocument } from '../seller';
import type { SellerProbesDocument } from '../seller-probes';
import { pausesSince } from './judging-pauses';

/** What does not count stands between what does: looked through up to here. */
const FILLS_READ = 200;
const READ_MS = 5_000;

type Sources = Pick<Collections, 'fills' | 'accounts' | 'sellerProbes' | 'judgingPauses'>;
type JudgedFill = EndedFill & Pick<FillDocument, 'accountId'>;

interface Outcome extends DispatchOutcome {
  readonly at: Date;
}

/**
 * Newest first. Only what the seller answers for: neither throttles nor requests at fault nor
 * buyers who left nor failures of ours, and none of the time in which unrelated sellers failed
 * together.
 * @param settledBefore younger failures are left out: whether others fail too is not known yet
 */
export async function readOutcomes(
  sources: Sources,
  seller: Pick<SellerDocument, '_id' | 'countedSince'>,
  settledBefore: Date,
): Promise<DispatchOutcome[]> {
  const [fills, probes] = await Promise.all([
    newestFills(sources, seller._id),
    sources.sellerProbes.findOne({ _id: seller._id }),
  ]);
  const outcomes = [...fills.flatMap((fill) => outcomeOf(fill, probes)), ...failedProbes(probes)]
    .filter(({ at }) => at.getTime() > (seller.countedSince?.getTime() ?? 0))
    .filter(({ at, isFailure }) => !isFailure || at <= settledBefore)
    .sort((a, b) => b.at.getTime() - a.at.getTime());
  const judged = await withoutPauses(sources, outcomes);
  return byOwners(sources, judged.slice(0, FILLS_READ));
}

function newestFills({ fills }: Sources, sellerId: string): Promise<JudgedFill[]> {
  return fills
    .find({
      sellerId,
      status: { $in: ['settled', 'released'] },
      kind: { $ne: 'capacity' },
    })
    .project<JudgedFill>({ status: 1, attempts: 1, usedTokens: 1, usageFlag: 1, accountId: 1 })
    .sort({ _id: -1 })
    .limit(FILLS_READ)
    .maxTimeMS(READ_MS)
    .toArray();
}

function outcomeOf(fill: JudgedFill, probes: SellerProbesDocument | null): Outcome[] {
  const end = endOf(fill);
  const attempt = lastAttempt(fill);
  if (!end || end.kind === 'excused' || !attempt) return [];
  const at = attempt.endedAt ?? attempt.startedAt;
  const isFailure = end.kind !== 'answered';
  const isProven = attempt.reason === 'unreachable' || isLostForGood(attempt, at, probes);
  const provokedBy = isFailure && !isProven ? fill.accountId : null;
  return [{ fillId: fill._id, isFailure, provokedBy, at }];
}

function lastAttempt({ status, attempts }: EndedFill): AttemptDocument | undefined {
  return status === 'settled'
    ? attempts.find(({ state }) => state === 'delivered')
    : attempts.at(-1);
}

/** A connection that was lost behind a request: no request can have done it when our probe failed too. */
function isLostForGood(
  { reason }: AttemptDocument,
  at: Date,
  probes: SellerProbesDocument | null,
): boolean {
  const probe = probes?.failed[0];
  if (reason !== 'lost' || !probe) return false;
  return probe.at >= at && (probes.answeredAt ?? new Date(0)) < at;
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
  const failures = outcomes.filter(({ isFailure }) => isFailure);
  const oldest = failures.at(-1);
  if (!oldest) return outcomes;
  const pauses = await pausesSince(sources.judgingPauses, oldest.at);
  const isVoid = ({ at }: Outcome) =>
    pauses.some(({ startedAt, endsAt }) => startedAt <= at && at <= endsAt);
  return outcomes.filter((outcome) => !outcome.isFailure || !isVoid(outcome));
}

/** Accounts of one owner are one buyer; one without an owner is its own. */
async function byOwners(
  { accounts }: Sources,
  outcomes: readonly Outcome[],
): Promise<DispatchOutcome[]> {
  const ids = [...new Set(outcomes.flatMap(({ provokedBy }) => provokedBy ?? []))];
  const known = { _id: { $in: ids } };
  const found =
    ids.length === 0 ? [] : await accounts.find(known, { projection: { owner: 1 } }).toArray();
  const owners = new Map(found.map(({ _id, owner }) => [_id, owner ? `owner ${owner}` : _id]));
  return outcomes.map(({ at: _at, provokedBy, ...outcome }) => ({
    ...outcome,
    provokedBy: provokedBy ? (owners.get(provokedBy) ?? provokedBy) : null,
  }));
}
