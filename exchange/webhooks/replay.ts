/** What an owner sends on request: a test event, one event again, or all since a time. */
import { fail } from '../../domain/errors';
import { newId } from '../../domain/new-id';
import { TEST_EVENT, WEBHOOK_EVENT_TYPES, type WebhookParticipant } from '../../domain/webhooks';
import type { WebhookDeliveryDocument } from '../../records/documents/webhook-delivery';
import type { WebhookEndpointDocument } from '../../records/documents/webhook-endpoint';
import { webhookEvent } from '../../records/webhooks/new-event';
import { writable } from '../../records/mongodb/writable';
import {
  type WebhookRecords,
  addDeliveries,
  idOf,
  repeatDeliveries,
  wakeEndpoints,
} from './new-deliveries';

/** Events that one call of `replaySince` sends again. */
export const REPLAYED_AT_ONCE = 1_000;

export interface ReplaySince {
  readonly since: Date;
  /** The last event of the previous call. */
  readonly behind: { readonly at: Date; readonly eventId: string } | null;
  /** Also those that the endpoint has accepted. */
  readonly withDelivered: boolean;
}

export interface Replayed {
  /** Deliveries that wait again. */
  readonly count: number;
  /** The last event that was looked at, while more may follow. */
  readonly last: { readonly at: Date; readonly eventId: string } | null;
}

/** Sends one event of type `webhook.test`, subscribed or not. */
export async function sendTestEvent(
  records: WebhookRecords,
  endpoint: WebhookEndpointDocument,
): Promise<WebhookDeliveryDocument> {
  checkEnabled(endpoint);
  const now = new Date();
  const event = {
    ...webhookEvent({
      type: TEST_EVENT,
      key: newId(),
      participants: [endpoint.participant as WebhookParticipant],
      data: { endpoint_id: endpoint._id },
      at: now,
    }),
    isWaiting: false,
  };
  await writable(records.webhookEvents).insertOne(event);
  const pair = { event, endpointId: endpoint._id };
  await addDeliveries(records, [pair]);
  await wakeEndpoints(records, [endpoint._id]);
  return findDelivery(records, endpoint, idOf(pair));
}

/** @throws Failure `not_found` for an unknown delivery, and when its event is no longer stored */
export async function replayDelivery(
  records: WebhookRecords,
  endpoint: WebhookEndpointDocument,
  deliveryId: string,
): Promise<WebhookDeliveryDocument> {
  checkEnabled(endpoint);
  const delivery = await findDelivery(records, endpoint, deliveryId);
  const event = await records.webhookEvents.findOne({ _id: delivery.eventId });
  if (!event) throw noSuchDelivery();
  await repeatDeliveries(records, [{ event, endpointId: endpoint._id }]);
  await wakeEndpoints(records, [endpoint._id]);
  return findDelivery(records, endpoint, deliveryId);
}

/**
 * Sends the events of the endpoint's types again that happened since a time, also those that it
 * missed while it was disabled or did not exist.
 */
export async function replaySince(
  records: WebhookRecords,
  endpoint: WebhookEndpointDocument,
  { since, behind, withDelivered }: ReplaySince,
): Promise<Replayed> {
  checkEnabled(endpoint);
  const { webhookEvents, webhookDeliveries } = records;
  const events = await webhookEvents
    .find({
      participants: endpoint.participant,
      createdAt: { $gte: behind?.at ?? since },
      type: { $in: endpoint.eventTypes ?? [...WEBHOOK_EVENT_TYPES] },
      ...(behind
        ? {
            $or: [
              { createdAt: { $gt: behind.at } },
              { createdAt: behind.at, _id: { $gt: behind.eventId } },
            ],
          }
        : {}),
    })
    .sort({ createdAt: 1, _id: 1 })
    .limit(REPLAYED_AT_ONCE)
    .toArray();
  const pairs = events.map((event) => ({ event, endpointId: endpoint._id }));
  const accepted = withDelivered
    ? []
    : await webhookDeliveries
        .find({ _id: { $in: pairs.map(idOf) }, status: 'delivered' })
        .toArray();
  const skipped = new Set(accepted.map(({ _id }) => _id));
  const repeated = pairs.filter((pair) => !skipped.has(idOf(pair)));
  await repeatDeliveries(records, repeated);
  await wakeEndpoints(records, repeated.length > 0 ? [endpoint._id] : []);
  const last = events.length === REPLAYED_AT_ONCE ? events.at(-1) : undefined;
  return {
    count: repeated.length,
    last: last ? { at: last.createdAt, eventId: last._id } : null,
  };
}

async function findDelivery(
  { webhookDeliveries }: WebhookRecords,
  endpoint: WebhookEndpointDocument,
  id: string,
): Promise<WebhookDeliveryDocument> {
  const found = await webhookDeliveries.findOne({ _id: id, endpointId: endpoint._id });
  if (!found) throw noSuchDelivery();
  return found;
}

/** @throws Failure `invalid_request` */
function checkEnabled({ status }: WebhookEndpointDocument): void {
  if (status === 'enabled') return;
  throw fail('invalid_request', { message: 'The webhook endpoint is disabled: enable it first.' });
}

function noSuchDelivery() {
  return fail('not_found', { message: 'There is no such delivery.' });
}
