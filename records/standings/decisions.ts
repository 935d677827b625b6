/** Decisions of the operator about standings: each is done once, whatever is repeated. */
import { type DecisionStamp, isDone, stampOf } from '../../domain/decision-stamp';
import type { StandingOverride } from '../../domain/standing';
import type { Records } from '../connect';
import type { SellerDocument } from '../documents/seller';
import { writable } from '../mongodb/writable';

/** One of an earlier release is known by the request that it came with. */
export async function isDoneOverride(
  { sellerChanges }: Pick<Records, 'sellerChanges'>,
  { _id: sellerId, standingDecision }: SellerDocument,
  override: StandingOverride,
): Promise<boolean> {
  if (stampOf(override)) return isDone(override, standingDecision);
  const { requestId } = override;
  const done = { sellerId, kind: 'standing', actor: 'operator', causes: requestId } as const;
  return (await sellerChanges.findOne(done)) !== null;
}

/** A decision that changes nothing is done too. */
export async function noteDecision(
  { sellers }: Pick<Records, 'sellers'>,
  sellerId: string,
  standingDecision: DecisionStamp,
): Promise<void> {
  await writable(sellers).updateOne({ _id: sellerId }, { $set: { standingDecision } });
}
