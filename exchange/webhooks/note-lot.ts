/** The moments of an open lot, as events of its buyer and seller. */
import type { Records } from '../../records/connect';
import { type LotMoment, lotMomentEvent } from '../../records/webhooks/events';
import { addEvents } from './add-events';

export type { LotMoment };

/** Once for each moment; a lot whose window is over has no more moments. */
export async function noteLot(
  records: Pick<Records, 'lots' | 'webhookEvents' | 'ledger'>,
  lotId: string,
  moment: LotMoment,
): Promise<void> {
  const now = await records.ledger.capacity.now();
  const lot = await records.lots.findOne({ _id: lotId, status: 'open', endsAt: { $gt: now } });
  if (lot) await addEvents(records, [lotMomentEvent(moment, lot, now)]);
}
