/** The events of webhooks in the descriptions: requests that the exchange sends. */
import { z } from 'zod';
import { CHALLENGE_EVENT, TEST_EVENT, WEBHOOK_EVENTS } from '../../domain/webhooks';
import { webhookBodyExample } from '../routes/examples/webhooks';
import { SENT_EVENT_TYPES, webhookBodySchema } from '../schemas/webhook-events';
import type { PathDescription } from './operation';

type SentType = (typeof SENT_EVENT_TYPES)[number];

/** Who receives an event, as its tags say it. */
export const RECEIVERS = { account: 'Buyers', seller: 'Sellers' } as const;

const SIGNED_HEADERS = z.object({
  'webhook-id': z.string().meta({
    description: 'Id of the event: the same in every repetition.',
    example: 'evt_4f0b9a3d6e2c8f7a1b4d5b8f0c5d1c7e',
  }),
  'webhook-timestamp': z.string().meta({
    description: 'When this request was sent; seconds since 1970.',
    example: '1769860800',
  }),
  'webhook-signature': z.string().meta({
    description:
      'One signature for each valid secret, separated by spaces: `v1,` and the HMAC-SHA256 of `<id>.<timestamp>.<body>` in base64.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  }),
});

/** Made once: the name of a schema belongs to one object. */
const BODIES = SENT_EVENT_TYPES.map((type) => {
  const named = { id: nameOf(type), description: meaningOf(type) };
  return [type, webhookBodySchema(type).meta(named)] as const;
});

export function webhooks(): PathDescription[] {
  return BODIES.map(([type, body]) => describeEvent(type, body));
}

/** `LotEndedEvent` of `lot.ended`. */
function nameOf(type: SentType): string {
  const words = type.split(/[._]/).map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}Event`;
}

function describeEvent(type: SentType, body: z.ZodType): PathDescription {
  return {
    method: 'post',
    path: type,
    operationId: type,
    tags: receiversOf(type),
    summary: meaningOf(type),
    security: [],
    request: {
      headers: SIGNED_HEADERS,
      body: {
        required: true,
        content: {
          'application/json': {
            schema: body,
            example: webhookBodyExample(type),
          },
        },
      },
    },
    responses: {
      '2XX': {
        description:
          type === CHALLENGE_EVENT
            ? 'The challenge, as text or as `challenge` of a JSON object.'
            : 'Received. Any other answer, or none in time, is asked for again.',
      },
    },
  };
}

function receiversOf(type: SentType): string[] {
  const isOfEveryEndpoint = type === TEST_EVENT || type === CHALLENGE_EVENT;
  const audiences = isOfEveryEndpoint
    ? (['account', 'seller'] as const)
    : WEBHOOK_EVENTS[type].audiences;
  return audiences.map((audience) => RECEIVERS[audience]);
}

function meaningOf(type: SentType): string {
  if (type === TEST_EVENT) return 'A test of the endpoint.';
  if (type === CHALLENGE_EVENT) return 'A challenge that a new URL has to repeat.';
  return WEBHOOK_EVENTS[type].meaning;
}
