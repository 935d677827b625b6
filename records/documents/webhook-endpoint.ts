/** An address that a participant's events are sent to. Its secrets are sealed. */
import {
  date,
  oneOf,
  optionalDate,
  optionalText,
  partSchema,
  quantity,
  recordSchema,
  text,
} from '../mongodb/schema';

export const WEBHOOK_STATUSES = ['enabled', 'disabled'] as const;
/** `owner`: by its owner; `gone`: it answered 410; `failing`: it accepted nothing for five days. */
export const DISABLED_REASONS = ['owner', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

export interface WebhookSecret {
  /** Base64 of the sealed secret. */
  sealed: string;
  /** When it stops signing; null for the current one. */
  expiresAt: Date | null;
}

export interface WebhookEndpointDocument {
  /** UUIDv7. */
  _id: string;
  participant: string;
  /** Its place among the endpoints of its participant, below the limit. */
  slot: number;
  url: string;
  /** What its URL has yet to repeat before it gets events; null or missing once it is confirmed. */
  challenge?: string | null;
  /** Null: all that concern the participant. */
  eventTypes: string[] | null;
  description: string | null;
  /** The current one first. */
  secrets: WebhookSecret[];
  /** The id of the payload key that sealed its secrets. */
  sealedWith: string;
  status: (typeof WEBHOOK_STATUSES)[number];
  disabledReason: DisabledReason | null;
  disabledAt: Date | null;
  /** Since when it has accepted nothing; null after a success. */
  failingSince: Date | null;
  /** Its newest failed attempt; missing before the first one. */
  failedAt?: Date;
  /** Consecutive failed attempts. */
  failures: number;
  /** When a worker looks at its deliveries next; null without any to send. */
  dueAt: Date | null;
  /** How often deliveries were added: a worker that ends its lease sees what it missed. */
  wakes: number;
  leasedUntil: Date;
  createdAt: Date;
  updatedAt: Date;
}

const secretSchema = partSchema<WebhookSecret>({ sealed: text, expiresAt: optionalDate });

export const webhookEndpointSchema = recordSchema<WebhookEndpointDocument>('webhookendpoints', {
  _id: text,
  participant: text,
  slot: quantity,
  url: text,
  challenge: { type: String },
  eventTypes: { type: [String], default: null },
  description: optionalText,
  secrets: [secretSchema],
  sealedWith: text,
  status: oneOf(WEBHOOK_STATUSES),
  disabledReason: { type: String, enum: [...DISABLED_REASONS, null], default: null },
  disabledAt: optionalDate,
  failingSince: optionalDate,
  failedAt: Date,
  failures: quantity,
  dueAt: optionalDate,
  wakes: quantity,
  leasedUntil: date,
  createdAt: date,
  updatedAt: date,
} as never)
  .index({ participant: 1, slot: 1 }, { unique: true })
  .index({ dueAt: 1 })
  .index({ sealedWith: 1 });
