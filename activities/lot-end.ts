/** How a lot ended, as its workflow reports it: where its tokens went, and why it defaulted. */
import type { LotEnd } from '../domain/contract-orders';
import { formatScale8 } from '../domain/money';
import type { Records } from '../records/connect';
import type { LotDocument } from '../records/lot';

export async function lotEndOf(
  { fills }: Pick<Records, 'fills'>,
  lot: LotDocument,
): Promise<LotEnd> {
  if (lot.status === 'open') throw new Error(`Lot ${lot._id} has not ended`);
  const { _id: lotId, status, drawnTokens, paidTokens, refundedTokens, refundedScale8 } = lot;
  const failed =
    status === 'defaulted'
      ? await fills.findOne({ lotId, releaseReason: 'seller_default' }, { sort: { _id: 1 } })
      : null;
  const last = failed?.attempts.at(-1);
  return {
    lotId,
    status,
    drawnTokens,
    paidTokens,
    refundedTokens,
    refund: refundedScale8 > 0n ? formatScale8(refundedScale8) : null,
    reason: failed
      ? `The seller failed request ${failed._id} of order ${failed.orderId} in all its ` +
        `${failed.attempts.length} attempts; the last one: ${last?.detail ?? 'no answer'}.`
      : null,
  };
}
