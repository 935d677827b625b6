/** The record of an event, to be written in the transaction of the change that it tells about. */
import {
  type LOT_SPENT_EVENT,
  type SentEventType,
  type WebhookParticipant,
  webhookEventId,
} from '../../domain/webhooks';
import type { WebhookEventDocument } from '../documents/webhook-event';

export interface NewWebhookEvent {
  readonly type: SentEventType | typeof LOT_SPENT_EVENT;
  /** Unique for this change among the events of its type, and the same for each repetition. */
  readonly key: string;
  readonly participants: readonly WebhookParticipant[];
  readonly data: object;
  readonly at: Date;
}

export function webhookEvent(event: NewWebhookEvent): WebhookEventDocument {
  const { type, key, participants, data, at } = event;
  const id = webhookEventId(type, key);
  return {
    _id: id,
    type,
    participants: [...participants],
    body: JSON.stringify({ id, type, timestamp: at.toISOString(), data }),
    createdAt: at,
    isWaiting: true,
  };
}
