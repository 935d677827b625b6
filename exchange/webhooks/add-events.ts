/** Events that follow from others, or from a moment: each is written once, however often its step runs. */
import type { Records } from '../../records/connect';
import type { WebhookEventDocument } from '../../records/documents/webhook-event';
import { writable } from '../../records/mongodb/writable';

export async function addEvents(
  { webhookEvents }: Pick<Records, 'webhookEvents'>,
  events: readonly WebhookEventDocument[],
): Promise<void> {
  if (events.length === 0) return;
  const operations = events.map((event) => ({
    updateOne: { filter: { _id: event._id }, update: { $setOnInsert: event }, upsert: true },
  }));
  await writable(webhookEvents).bulkWrite(operations, { ordered: false });
}
