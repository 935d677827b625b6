/** The moments of an open lot, as events of its buyer and seller. */
import type { Records } from '../../records/connect';
import { type LotMoment, lotMomentEvent } from '../../records/webhooks/events';
import { writable } from '../../records/writable';

export type { LotMoment };

/** Once for each moment; a lot that has ended has no more moments. */
export async function noteLot(
  { lots, webhookEvents, ledger }: Pick<Records, 'lots' | 'webhookEvents' | 'ledger'>,
  lotId: string,
  moment: LotMoment,
): Promise<void> {
  const lot = await lots.findOne({ _id: lotId, status: 'open' });
  if (!lot) return;
  const event = lotMomentEvent(moment, lot, await ledger.capacity.now());
  await writable(webhookEvents).updateOne(
    { _id: event._id },
    { $setOnInsert: event },
    { upsert: true },
  );
}
