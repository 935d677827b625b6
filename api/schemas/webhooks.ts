/** Bodies of webhook endpoints and their deliveries. */
import { z } from 'zod';
import { ENDPOINTS_PER_PARTICIPANT, TEST_EVENT, WEBHOOK_EVENT_TYPES } from '../../domain/webhooks';
import { parseRfc3339 } from '../../domain/timestamps';
import { WEBHOOK_DELIVERY_STATUSES } from '../../records/documents/webhook-delivery';
import { DISABLED_REASONS, WEBHOOK_STATUSES } from '../../records/documents/webhook-endpoint';
import { pageFields } from '../cursor';
import { count, idOf, textField, timeField } from './answers';
import { shortText } from './fields';

const DESCRIPTION_LENGTH_MAX = 200;
const URL_LENGTH_MAX = 2_048;

const url = z.string().max(URL_LENGTH_MAX).meta({
  description: 'Absolute https URL of a public host; events are sent to it by POST.',
  example: 'https://hooks.example.com/tokenbook',
});

const eventTypes = z
  .array(z.enum(WEBHOOK_EVENT_TYPES))
  .min(1)
  .max(WEBHOOK_EVENT_TYPES.length)
  .transform((types) => [...new Set(types)]);

const EVENT_TYPES_TEXT = 'Types of the events to send; null for all, also for later ones.';
const subscription = eventTypes.nullable().meta({ description: EVENT_TYPES_TEXT });

const description = shortText(DESCRIPTION_LENGTH_MAX).nullable().meta({
  description: 'Text for people.',
  example: 'orders of the night batch',
});

export const createWebhookSchema = z
  .strictObject({
    url,
    event_types: subscription.optional().transform((given) => given ?? null),
    description: description.optional().transform((given) => given ?? null),
  })
  .meta({ id: 'CreateWebhook' });

export const updateWebhookSchema = z
  .strictObject({
    url: url.optional(),
    event_types: subscription.optional(),
    description: description.optional(),
    status: z.enum(WEBHOOK_STATUSES).optional().meta({
      description:
        '`disabled`: events are not sent, and those that happen meanwhile are not kept for it; `enabled`: waiting deliveries go on.',
    }),
  })
  .refine((change) => Object.keys(change).length > 0, 'must change something')
  .meta({ id: 'UpdateWebhook', example: { status: 'disabled' } });

const webhookFields = {
  webhook_id: idOf('webhook endpoint'),
  url: textField('Address of the endpoint, normalised.', 'https://hooks.example.com/tokenbook'),
  confirmed: z.boolean().meta({
    description:
      'Whether its URL has repeated the challenge. Until then it gets no other event; those that happen meanwhile are sent afterwards.',
  }),
  event_types: z
    .array(z.enum(WEBHOOK_EVENT_TYPES))
    .nullable()
    .meta({ description: EVENT_TYPES_TEXT }),
  description: textField('Text for people; null if none.').nullable(),
  status: z.enum(WEBHOOK_STATUSES).meta({ description: 'Whether events are sent.' }),
  disabled_reason: z.enum(DISABLED_REASONS).nullable().meta({
    description:
      '`owner`: by a request; `gone`: it answered 410; `failing`: it accepted nothing for five days. Null while it is enabled.',
  }),
  disabled_at: timeField('When it was disabled').nullable(),
  failing_since: timeField('Since when it has accepted nothing; null after a success').nullable(),
  secret_expires_at: timeField(
    'Until when a previous secret signs too; null if there is none',
  ).nullable(),
  created_at: timeField('Time of creation'),
  updated_at: timeField('Time of the last change'),
};

export const webhookSchema = z.object(webhookFields).meta({ id: 'Webhook' });

export const webhookWithSecretSchema = z
  .object({
    ...webhookFields,
    secret: textField(
      'Verifies the signatures. Shown once.',
      'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    ),
  })
  .meta({ id: 'WebhookWithSecret' });

export const webhookListSchema = z
  .object({
    webhooks: z
      .array(webhookSchema)
      .meta({ description: `At most ${ENDPOINTS_PER_PARTICIPANT}, so there are no pages.` }),
  })
  .meta({ id: 'WebhookList' });

export const webhookDeliverySchema = z
  .object({
    delivery_id: textField('Id of the delivery.', 'whd_019c1351be00a1b2c3d4e5f60718293a'),
    event_id: textField(
      'Id of the event, the `webhook-id` of each of its requests.',
      'evt_4f0b9a3d6e2c8f7a1b4d5b8f0c5d1c7e',
    ),
    event_type: z
      .enum([...WEBHOOK_EVENT_TYPES, TEST_EVENT])
      .meta({ description: 'Type of the event.' }),
    event_time: timeField('When it happened'),
    status: z.enum(WEBHOOK_DELIVERY_STATUSES).meta({
      description:
        '`waiting`: for its first or next attempt; `delivered`: answered with 2xx; `failed`: not sent again unless it is replayed.',
    }),
    attempts: count('Attempts so far.'),
    last_attempt_at: timeField('Time of the newest attempt').nullable(),
    response_status: count('HTTP status of the newest answer; null without one.', 200).nullable(),
    detail: textField(
      'Why the newest attempt had no answer: `timeout`, `connect_failed`, `address_refused` and the like.',
    ).nullable(),
    next_attempt_at: timeField('Time of the next attempt; null if there is none').nullable(),
  })
  .meta({ id: 'WebhookDelivery' });

export const webhookDeliveryListSchema = z
  .object({
    deliveries: z.array(webhookDeliverySchema).meta({ description: 'Newest event first.' }),
    ...pageFields,
  })
  .meta({ id: 'WebhookDeliveryList' });

export const replaySchema = z
  .strictObject({
    since: z
      .string()
      .transform((text, ctx) => {
        const parsed = parseRfc3339(text);
        if (parsed) return parsed;
        ctx.addIssue({ code: 'custom', message: 'must be a timestamp of RFC 3339' });
        return z.NEVER;
      })
      .meta({
        description: 'Events from this time on; RFC 3339, any offset. Events are kept for 30 days.',
        format: 'date-time',
      }),
    delivered: z.boolean().default(false).meta({
      description: 'Whether to repeat those that the endpoint has accepted, too.',
    }),
    cursor: z
      .string()
      .max(1_000)
      .nullish()
      .meta({ description: 'Cursor of the previous answer, to go on.' }),
  })
  .meta({ id: 'ReplayWebhooks' });

export const replayedSchema = z
  .object({
    replayed: count('Events that will be sent again.'),
    ...pageFields,
  })
  .meta({ id: 'ReplayedWebhooks' });

export type WebhookBody = z.output<typeof webhookSchema>;
export type WebhookDeliveryBody = z.output<typeof webhookDeliverySchema>;
