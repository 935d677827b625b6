/** Whether a failure at a seller is attributed to the seller or to the buyer's request. */
import type { AccountDocument } from '../documents/account';
import type { AttemptDocument } from '../documents/fill';
import type { JudgingPauseDocument } from '../documents/judging-pause';
import type { EndedFill } from '../reputations/end-of-fill';
import type { SellerProbesDocument } from '../documents/seller-probes';
import { pausesSince } from '../queries/judging-pauses';
import type { ReadCollection } from '../mongodb/read-collection';

/** The attempt by which a fill is judged. */
export function judgedAttempt({ status, attempts }: EndedFill): AttemptDocument | undefined {
  return status === 'settled'
    ? attempts.find(({ state }) => state === 'delivered')
    : attempts.at(-1);
}

export function endOfAttempt({ endedAt, startedAt }: AttemptDocument): Date {
  return endedAt ?? startedAt;
}

/** Whether the request may have provoked the failure of the attempt. */
export function mayBeProvoked(
  attempt: AttemptDocument,
  probes: SellerProbesDocument | null,
): boolean {
  return attempt.reason !== 'unreachable' && !isLostForGood(attempt, probes);
}

/**
 * A connection that was lost after a request: when our probe failed too, the request cannot be the
 * cause.
 */
function isLostForGood(attempt: AttemptDocument, probes: SellerProbesDocument | null): boolean {
  const probe = probes?.failed[0];
  if (attempt.reason !== 'lost' || !probe) return false;
  const at = endOfAttempt(attempt);
  return probe.at >= at && (probes.answeredAt ?? new Date(0)) < at;
}

/** Accounts of one owner are one buyer; one without an owner is its own. */
export async function ownersOf(
  accounts: ReadCollection<AccountDocument>,
  accountIds: readonly string[],
): Promise<(accountId: string) => string> {
  const known = { _id: { $in: [...new Set(accountIds)] } };
  const found =
    accountIds.length === 0
      ? []
      : await accounts.find(known, { projection: { owner: 1 } }).toArray();
  const owners = new Map(found.map(({ _id, owner }) => [_id, owner ? `owner ${owner}` : _id]));
  return (accountId) => owners.get(accountId) ?? accountId;
}

/**
 * The periods since a time in which unrelated sellers failed together: their failures do not count.
 */
export async function voidTimes(
  judgingPauses: ReadCollection<JudgingPauseDocument>,
  since: Date,
): Promise<(at: Date) => boolean> {
  const pauses = await pausesSince(judgingPauses, since);
  return (at) => pauses.some(({ startedAt, endsAt }) => startedAt <= at && at <= endsAt);
}
