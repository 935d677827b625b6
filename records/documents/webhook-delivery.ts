/** The delivery of one event to one endpoint, with the result of its newest attempt. */
import { EVENTS_KEPT_SECONDS } from '../../domain/webhooks';
import {
  date,
  oneOf,
  optionalDate,
  optionalQuantity,
  optionalText,
  quantity,
  recordSchema,
  text,
} from '../mongodb/schema';

export const WEBHOOK_DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;

export interface WebhookDeliveryDocument {
  /** `whd_`, the time of the event, and a digest of event and endpoint. */
  _id: string;
  endpointId: string;
  eventId: string;
  type: string;
  status: (typeof WEBHOOK_DELIVERY_STATUSES)[number];
  attempts: number;
  /** When its retries began; a replay begins them again. */
  beganAt: Date;
  /** Attempts since `beganAt`. */
  tries: number;
  nextAttemptAt: Date | null;
  lastAttemptAt: Date | null;
  /** The status of the newest answer; null without one. */
  responseStatus: number | null;
  /** Why the newest attempt had no answer. */
  detail: string | null;
  /** The time of the event. */
  createdAt: Date;
}

export const webhookDeliverySchema = recordSchema<WebhookDeliveryDocument>('webhookdeliveries', {
  _id: text,
  endpointId: text,
  eventId: text,
  type: text,
  status: oneOf(WEBHOOK_DELIVERY_STATUSES),
  attempts: quantity,
  beganAt: date,
  tries: quantity,
  nextAttemptAt: optionalDate,
  lastAttemptAt: optionalDate,
  responseStatus: optionalQuantity,
  detail: optionalText,
  createdAt: date,
})
  .index({ endpointId: 1, _id: -1 })
  .index(
    { endpointId: 1, status: 1, nextAttemptAt: 1 },
    { partialFilterExpression: { status: 'waiting' } },
  )
  .index({ createdAt: 1 }, { expireAfterSeconds: EVENTS_KEPT_SECONDS });
