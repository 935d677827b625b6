/**
 * The end of a lot. After the window has ended by MongoDB's clock, undrawn tokens are paid to the
 * seller (take-or-pay). Draws in progress end on their own, later. Repetition: the second call finds
 * the lot closed.
 */
import type { LotEnd, LotEnding } from '../../domain/contract-orders';
import { formatScale8 } from '../../domain/money';
import { type PastSources, pastLots } from '../../records/archive/past';
import type { Records } from '../../records/connect';
import type { FillDocument } from '../../records/documents/fill';
import { WINDOW_OVER } from '../../records/ledger/close-lot';
import type { LotDocument } from '../../records/documents/lot';
import { writableLedger } from '../../records/mongodb/writable';

export async function endLot(
  records: PastSources & Pick<Records, 'ledger'>,
  lotId: string,
): Promise<LotEnding> {
  const { capacity } = writableLedger(records.ledger);
  const now = await capacity.now();
  const result = await capacity.closeLot({ lotId, ...WINDOW_OVER, now });
  if (result.status === 'unknown') {
    const archived = await pastLots(records).byId(lotId);
    if (!archived) throw new Error(`Lot ${lotId} not found`);
    return { kind: 'ended', end: await lotEndOf(records, archived) };
  }
  const { lot } = result;
  if (result.status === 'too_early' || result.status === 'too_late') {
    return { kind: 'too_early', waitMs: lot.endsAt.getTime() - now.getTime() };
  }
  return { kind: 'ended', end: await lotEndOf(records, lot) };
}

function probesText({ failedProbes }: FillDocument): string {
  const newest = failedProbes?.[0];
  if (!newest) return '';
  return ` Of our probes ${failedProbes.length} failed as well; the last one: ${newest.detail}.`;
}

/**
 * How a lot ended, as its workflow reports it: where its tokens went, and why they were refunded.
 * Those that were refunded are not archived.
 */
export async function lotEndOf(
  { fills, journals }: Pick<Records, 'fills' | 'journals'>,
  lot: LotDocument,
): Promise<LotEnd> {
  if (lot.status === 'open') throw new Error(`Lot ${lot._id} has not ended`);
  const { _id: lotId, status, drawnTokens, paidTokens, refundedTokens, refundedScale8 } = lot;
  const failed =
    status === 'defaulted'
      ? await fills.findOne({ lotId, releaseReason: 'seller_default' }, { sort: { _id: 1 } })
      : null;
  const last = failed?.attempts.at(-1);
  const byOperator = failed ? null : await journals.findOne({ _id: `refund:${lotId}` });
  return {
    lotId,
    status,
    drawnTokens,
    paidTokens,
    refundedTokens,
    refund: refundedScale8 > 0n ? formatScale8(refundedScale8) : null,
    reason: failed
      ? `The seller failed request ${failed._id} of order ${failed.orderId} in all its ` +
        `${failed.attempts.length} attempts; the last one: ${last?.detail ?? 'no answer'}.${probesText(failed)}`
      : (byOperator?.reason ?? null),
    cause: failed ? (last?.detail ?? 'no answer') : (byOperator?.reason ?? null),
  };
}
