/** Creates deliveries, and tells the workers that an endpoint has some. */
import { webhookDeliveryId } from '../../domain/webhooks';
import { asDouble } from '../../records/collections';
import type { Records } from '../../records/connect';
import type { WebhookDeliveryDocument } from '../../records/documents/webhook-delivery';
import type { WebhookEventDocument } from '../../records/documents/webhook-event';
import { writable } from '../../records/mongodb/writable';

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
): Promise<void> {
  await writeEach(records, pairs, {});
}

/** Sends events again, whatever became of them. */
export async function repeatDeliveries(
  records: WebhookRecords,
  pairs: readonly EventForEndpoint[],
): Promise<void> {
  await writeEach(records, pairs, BEGINNING);
}

/** @param changed of those that exist */
async function writeEach(
  { webhookDeliveries }: WebhookRecords,
  pairs: readonly EventForEndpoint[],
  changed: object,
): Promise<void> {
  if (pairs.length === 0) return;
  const operations = pairs.map((pair) => {
    const update = [{ $replaceWith: { $mergeObjects: [newDelivery(pair), '$$ROOT', changed] } }];
    return { updateOne: { filter: { _id: idOf(pair) }, update, upsert: true } };
  });
  await writable(webhookDeliveries).bulkWrite(operations, { ordered: false });
}

export function idOf({ event, endpointId }: EventForEndpoint): string {
  return webhookDeliveryId(event._id, event.createdAt, endpointId);
}

/** By MongoDB's clock. */
const BEGINNING = {
  status: 'waiting',
  beganAt: '$$NOW',
  tries: asDouble(0),
  nextAttemptAt: '$$NOW',
} as const;

type Field = keyof Omit<WebhookDeliveryDocument, '_id'>;

function newDelivery({ event, endpointId }: EventForEndpoint): Record<Field, unknown> {
  return {
    ...BEGINNING,
    endpointId,
    eventId: event._id,
    type: event.type,
    attempts: asDouble(0),
    lastAttemptAt: null,
    responseStatus: null,
    detail: null,
    createdAt: event.createdAt,
  };
}

/**
 * Makes endpoints due, by MongoDB's clock. One that is failing keeps the end of its pause. A worker
 * that holds an endpoint meanwhile notices it by `wakes`.
 */
export async function wakeEndpoints(
  { webhookEndpoints }: Pick<WebhookRecords, 'webhookEndpoints'>,
  endpointIds: readonly string[],
): Promise<void> {
  if (endpointIds.length === 0) return;
  const isDueLater = { $or: [{ $eq: ['$dueAt', null] }, { $gt: ['$dueAt', '$$NOW'] }] };
  const rests = { $and: [{ $ne: ['$dueAt', null] }, { $ne: ['$failingSince', null] }] };
  await writable(webhookEndpoints).updateMany(
    { _id: { $in: [...endpointIds] }, status: 'enabled' },
    [
      {
        $set: {
          wakes: { $add: ['$wakes', asDouble(1)] },
          dueAt: { $cond: [{ $and: [isDueLater, { $not: [rests] }] }, '$$NOW', '$dueAt'] },
        },
      },
    ],
  );
}
