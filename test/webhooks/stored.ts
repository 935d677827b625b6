/** Endpoints and events in the records, without the requests that would make them. */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import type { WebhookParticipant } from '../../domain/webhooks';
import { asDouble } from '../../records/collections';
import type { WritableRecords } from '../../records/connect';
import type { WebhookEndpointDocument } from '../../records/documents/webhook-endpoint';
import type { WebhookEventDocument } from '../../records/documents/webhook-event';
import { webhookEvent } from '../../records/webhooks/new-event';

export async function storedEndpoint(
  records: WritableRecords,
  participant: WebhookParticipant,
  eventTypes: string[] | null = null,
): Promise<WebhookEndpointDocument> {
  const now = new Date();
  const endpoint: WebhookEndpointDocument = {
    _id: uuidV7(),
    participant,
    eventTypes,
    slot: asDouble(0),
    url: 'http://127.0.0.1:1',
    description: null,
    secrets: [],
    sealedWith: '',
    status: 'enabled',
    disabledReason: null,
    disabledAt: null,
    failingSince: null,
    failures: asDouble(0),
    dueAt: null,
    wakes: asDouble(0),
    leasedUntil: new Date(0),
    createdAt: now,
    updatedAt: now,
  };
  await records.webhookEndpoints.insertOne(endpoint);
  return endpoint;
}

export async function storedDeposit(
  records: WritableRecords,
  participant: WebhookParticipant,
): Promise<WebhookEventDocument> {
  const event = depositEvent(participant, new Date());
  await records.webhookEvents.insertOne(event);
  return event;
}

export function depositEvent(participant: WebhookParticipant, at: Date): WebhookEventDocument {
  return webhookEvent({
    type: 'account.deposited',
    key: randomUUID(),
    participants: [participant],
    data: {},
    at,
  });
}

/** Budgets of hosts that nothing spends. */
export const unlimited = {
  challenges: { take: async () => true },
  events: { take: async () => true },
};
