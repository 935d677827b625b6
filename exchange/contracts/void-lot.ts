/** An operator ends a lot during its window: what was not drawn is refunded to the buyer. */
import { fail } from '../../domain/errors';
import { type PastSources, pastLots } from '../../records/archive/past';
import type { Records } from '../../records/connect';
import type { LotDocument } from '../../records/documents/lot';
import { writableLedger } from '../../records/mongodb/writable';

export interface VoidLot {
  readonly lotId: string;
  readonly reason: string;
  /** Whether the seller failed to deliver: it stands as a default on its record. */
  readonly isDefault: boolean;
}

/**
 * One journal; draws in progress end on their own, and what they do not use is refunded as well. A
 * repetition finds the lot ended as it was asked for.
 * @throws Failure `not_found`, or `invalid_request` for a lot that has ended otherwise
 */
export async function voidLot(
  records: PastSources & Pick<Records, 'ledger'>,
  { lotId, reason, isDefault }: VoidLot,
): Promise<LotDocument> {
  const { capacity } = writableLedger(records.ledger);
  const status = isDefault ? 'defaulted' : 'voided';
  const result = await capacity.closeLot({ lotId, status, reason, now: await capacity.now() });
  const lot = result.status === 'unknown' ? await pastLots(records).byId(lotId) : result.lot;
  if (!lot) throw fail('not_found', { message: 'There is no such lot.' });
  if (lot.status === status) return lot;
  const how = result.status === 'too_late' ? 'its window has ended' : lot.status;
  throw fail('invalid_request', { message: `The lot has ended: ${how}. Nothing is left to void.` });
}
