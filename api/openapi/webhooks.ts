/** The events of webhooks in the descriptions: requests that the exchange sends. */
import { z } from 'zod';
import { CHALLENGE_EVENT, TEST_EVENT, WEBHOOK_EVENTS, concerns } from '../../domain/webhooks';
import type { Surface } from '../context';
import { webhookBodyExample } from '../routes/examples/webhooks';
import { SENT_EVENT_TYPES, webhookBodySchema } from '../schemas/webhook-events';
import type { PathDescription } from './operation';

type SentType = (typeof SENT_EVENT_TYPES)[number];

/** Whose endpoints are made on a surface. */
const AUDIENCES = { market: 'account', seller: 'seller' } as const;

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

/** The events that endpoints of a surface receive. */
export function webhooksOf(surface: Surface): PathDescription[] {
  if (surface !== 'market' && surface !== 'seller') return [];
  const audience = AUDIENCES[surface];
  return SENT_EVENT_TYPES.filter((type) => isOfEveryEndpoint(type) || concerns(type, audience)).map(
    (type) => describeEvent(type),
  );
}

function isOfEveryEndpoint(type: SentType) {
  return type === TEST_EVENT || type === CHALLENGE_EVENT;
}

function describeEvent(type: SentType): PathDescription {
  return {
    method: 'post',
    path: type,
    operationId: type,
    tags: ['Webhooks'],
    summary: meaningOf(type),
    security: [],
    request: {
      headers: SIGNED_HEADERS,
      body: {
        required: true,
        content: {
          'application/json': {
            schema: webhookBodySchema(type),
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

function meaningOf(type: SentType): string {
  if (type === TEST_EVENT) return 'A test of the endpoint.';
  if (type === CHALLENGE_EVENT) return 'A challenge that a new URL has to repeat.';
  return WEBHOOK_EVENTS[type].meaning;
}
