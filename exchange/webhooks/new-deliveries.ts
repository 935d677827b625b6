/** Creates deliveries, and tells the workers that an endpoint has some. */
import type { mongo } from 'mongoose';
import { webhookDeliveryId } from '../../domain/webhooks';
import { asDouble } from '../../records/collections';
import type { Records } from '../../records/connect';
import type { WebhookDeliveryDocument } from '../../records/webhook-delivery';
import type { WebhookEventDocument } from '../../records/webhook-event';
import { writable } from '../../records/writable';

export type WebhookRecords = Pick<
  Records,
  'webhookEvents' | 'webhookEndpoints' | 'webhookDeliveries'
>;

export interface EventForEndpoint {
  readonly event: Pick<WebhookEventDocument, '_id' | 'type' | 'createdAt'>;
  readonly endpointId: string;
}

/** Once per event and endpoint: a repetition changes nothing. */
export async function addDeliveries(
  records: WebhookRecords,
  pairs: readonly EventForEndpoint[],
  now: Date,
): Promise<void> {
  await writeEach(records, pairs, (pair) => ({
    $setOnInsert: { ...newDelivery(pair, now) },
  }));
}

/** Sends events again, whatever became of them. */
export async function repeatDeliveries(
  records: WebhookRecords,
  pairs: readonly EventForEndpoint[],
  now: Date,
): Promise<void> {
  await writeEach(records, pairs, (pair) => {
    const { status, beganAt, tries, nextAttemptAt, ...others } = newDelivery(pair, now);
    return { $set: { status, beganAt, tries, nextAttemptAt }, $setOnInsert: others };
  });
}

async function writeEach(
  { webhookDeliveries }: WebhookRecords,
  pairs: readonly EventForEndpoint[],
  updateOf: (pair: EventForEndpoint) => mongo.UpdateFilter<WebhookDeliveryDocument>,
): Promise<void> {
  if (pairs.length === 0) return;
  const operations = pairs.map((pair) => ({
    updateOne: { filter: { _id: idOf(pair) }, update: updateOf(pair), upsert: true },
  }));
  await writable(webhookDeliveries).bulkWrite(operations, { ordered: false });
}

export function idOf({ event, endpointId }: EventForEndpoint): string {
  return webhookDeliveryId(event._id, event.createdAt, endpointId);
}

function newDelivery(
  { event, endpointId }: EventForEndpoint,
  now: Date,
): Omit<WebhookDeliveryDocument, '_id'> {
  return {
    endpointId,
    eventId: event._id,
    type: event.type,
    status: 'waiting',
    attempts: asDouble(0),
    beganAt: now,
    tries: asDouble(0),
    nextAttemptAt: now,
    lastAttemptAt: null,
    responseStatus: null,
    detail: null,
    createdAt: event.createdAt,
  };
}

/**
 * Makes endpoints due. One that is failing keeps the end of its pause. A worker that holds an
 * endpoint meanwhile notices it by `wakes`.
 */
export async function wakeEndpoints(
  { webhookEndpoints }: Pick<WebhookRecords, 'webhookEndpoints'>,
  endpointIds: readonly string[],
  now: Date,
): Promise<void> {
  if (endpointIds.length === 0) return;
  const isDueLater = { $or: [{ $eq: ['$dueAt', null] }, { $gt: ['$dueAt', now] }] };
  const rests = { $and: [{ $ne: ['$dueAt', null] }, { $ne: ['$failingSince', null] }] };
  await writable(webhookEndpoints).updateMany(
    { _id: { $in: [...endpointIds] }, status: 'enabled' },
    [
      {
        $set: {
          wakes: { $add: ['$wakes', asDouble(1)] },
          dueAt: { $cond: [{ $and: [isDueLater, { $not: [rests] }] }, now, '$dueAt'] },
        },
      },
    ],
  );
}
