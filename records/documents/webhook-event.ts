/**
 * An event that webhooks tell about, written in the transaction of the change. It waits here until
 * a worker has created its deliveries.
 */
import { EVENTS_KEPT_SECONDS } from '../../domain/webhooks';
import { date, flag, recordSchema, text } from '../mongodb/schema';

export interface WebhookEventDocument {
  /** `evt_` and a digest of type and business key. */
  _id: string;
  type: string;
  /** Whom it concerns: `account:<id>`, `seller:<id>`. */
  participants: string[];
  /** The body of its requests, as it is signed. */
  body: string;
  createdAt: Date;
  /** Whether its deliveries have yet to be created. */
  isWaiting: boolean;
}

export const webhookEventSchema = recordSchema<WebhookEventDocument>('webhookevents', {
  _id: text,
  type: text,
  participants: [String],
  body: text,
  createdAt: date,
  isWaiting: flag,
} as never)
  .index({ isWaiting: 1, createdAt: 1 }, { partialFilterExpression: { isWaiting: true } })
  .index({ participants: 1, createdAt: 1, _id: 1 })
  .index({ createdAt: 1 }, { expireAfterSeconds: EVENTS_KEPT_SECONDS });
