/** The change of a standing that is due according to the records. */
import { type StandingStep, nextStanding } from '../../domain/standing';
import type { PastSources } from '../../records/archive/past';
import type { Records } from '../../records/connect';
import type { SellerDocument } from '../../records/documents/seller';
import { currentPause } from '../../records/queries/judging-pauses';
import { readOutcomes } from '../../records/standings/read-outcomes';

type Sources = PastSources & Pick<Records, 'accounts' | 'sellerProbes' | 'judgingPauses'>;

/**
 * Null when none is due. No seller is judged during a pause; suspensions
 * still end on time.
 * @param windowMs how old a failure must be to be judged
 */
export async function dueStep(
  records: Sources,
  seller: SellerDocument,
  now: Date,
  windowMs: number,
): Promise<StandingStep | null> {
  const { standing } = seller;
  const facts = { standing, suspendedUntilMs: seller.suspendedUntil?.getTime() ?? null };
  if (standing === 'Suspended' || standing === 'Banned') {
    return nextStanding({ ...facts, outcomes: [] }, now.getTime());
  }
  const outcomes = await readOutcomes(records, seller, new Date(now.getTime() - windowMs));
  const step = nextStanding({ ...facts, outcomes }, now.getTime());
  return step && (await currentPause(records.judgingPauses)) ? null : step;
}
