/**
 * Owner and quotas of a seller, set by the operator: a change and its audit row commit atomically.
 */
import { fail } from '../../domain/errors';
import type { Records } from '../../records/connect';
import type { QuotaDocument } from '../../records/documents/quota';
import type { SellerDocument } from '../../records/documents/seller';
import { changeSeller } from '../../records/standings/change-seller';

/** Attempts: the record may change between the read and the write. */
const TRIES = 8;

type Terms = Pick<SellerDocument, 'owner' | 'quotas'>;

/** Null removes an owner or a quota; undefined leaves it unchanged. */
export interface TermsChange {
  readonly owner: string | null | undefined;
  readonly quotas: Readonly<Partial<Record<'asks' | 'capacity', QuotaDocument | null>>>;
  /** Recorded with the change. */
  readonly reason: string | undefined;
  readonly requestId: string;
}

/**
 * A change without effect writes no row, so a repetition changes nothing.
 * @throws Failure `service_unavailable` when concurrent changes persist
 */
export async function setSellerTerms(
  records: Records,
  sellerId: string,
  change: TermsChange,
): Promise<void> {
  const { reason, requestId } = change;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const found = await records.sellers.findOne({ _id: sellerId });
    if (!found) throw fail('not_found', { message: 'There is no such seller.' });
    const terms = termsAfter(found, change);
    const differences = differencesOf(found, terms);
    if (differences.length === 0) return;
    const given = reason === undefined ? '' : ` ${reason}`;
    const changed = await changeSeller(
      records,
      { _id: sellerId, owner: found.owner, quotas: found.quotas },
      { $set: { ...terms, updatedAt: new Date() } },
      {
        kind: 'updated',
        standing: null,
        reason: `${differences.join('; ')}.${given}`,
        actor: 'operator',
        causes: [requestId],
      },
    );
    if (changed) return;
  }
  throw fail('service_unavailable');
}

function termsAfter({ owner, quotas }: Terms, change: TermsChange): Terms {
  const after: Record<string, QuotaDocument> = {};
  for (const name of ['asks', 'capacity'] as const) {
    const given = change.quotas[name];
    const quota = given === undefined ? quotas[name] : given;
    if (quota) after[name] = quota;
  }
  return { owner: change.owner === undefined ? owner : change.owner, quotas: after };
}

function differencesOf(before: Terms, after: Terms): string[] {
  const differences: string[] = [];
  const compare = (what: string, was: string, is: string) => {
    if (was !== is) differences.push(`${what} ${is} instead of ${was}`);
  };
  compare('Owner', before.owner ?? 'none', after.owner ?? 'none');
  for (const name of ['asks', 'capacity'] as const) {
    compare(`Quota of ${name}`, quotaText(before.quotas[name]), quotaText(after.quotas[name]));
  }
  return differences;
}

function quotaText(quota: QuotaDocument | undefined): string {
  return quota ? `${quota.limit}/${quota.windowSeconds} s` : 'by default';
}
