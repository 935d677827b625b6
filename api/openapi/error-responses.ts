/** Descriptions of refusals: one response per status, with every code that it can have. */
import { z } from 'zod';
import { ASKED_ENDS } from '../../domain/asked-sellers';
import { ERROR_CODES, type ErrorCode, documentationUrl, fail, ruleOf } from '../../domain/errors';
import type { Surface } from '../context';
import { errorBody } from '../middleware/error-body';
import type { Credential, DeclaredRoute } from '../routes/declared-route';
import { QUOTA_HEADERS, REQUEST_ID, RETRY_AFTER, SHOULD_RETRY } from './headers';

const EXAMPLE_URL = 'https://tokenbook.example';

const documentation = z.string().meta({
  description:
    'Page about the code: meaning, causes and remedies. An absolute URL if the exchange has a public address (`PUBLIC_URL`), otherwise a path on the same server.',
  format: 'uri-reference',
  example: documentationUrl('not_found', EXAMPLE_URL),
});

const code = z
  .enum(ERROR_CODES)
  .meta({ description: 'Error code; each code has one HTTP status.', example: 'not_found' });
const message = z
  .string()
  .meta({ description: 'Text for people.', example: ruleOf('not_found').message });
const param = z.string().meta({ description: 'The field at fault.', example: 'model' });

const price = z.string().meta({ description: 'USD per 1,000 tokens.', example: '0.00026' });
const tokens = z.int().meta({ description: 'Tokens.', example: 512 });
const numbers = z
  .object({
    best_ask: price.optional(),
    max_price: price.optional(),
    largest_offer: tokens.optional(),
    quantity_needed: tokens.optional(),
  })
  .meta({
    description:
      'The numbers of the message. `no_fill_at_limit`: `best_ask` would have been served, `max_price` was the ceiling. `no_match`: the largest offer, and what the request needs, if that is the reason.',
  });

const sellersAsked = z
  .array(
    z.object({
      seller_id: z.string().meta({ description: 'Id of the seller.' }),
      attempts: z.int().meta({ description: 'How often it was asked.' }),
      reason: z.enum(ASKED_ENDS).meta({ description: 'How the last attempt ended.' }),
      status: z.int().nullable().meta({ description: 'Its HTTP status, if it answered with one.' }),
    }),
  )
  .meta({ description: 'The sellers that were asked for a chat, and why each one failed.' });

const nestedErrorSchema = z
  .object({
    code,
    message,
    error: z
      .object({
        message,
        type: z.string().meta({
          description: 'Group of the code.',
          example: ruleOf('not_found').type,
        }),
        code,
        param: param.nullable(),
        numbers: numbers.optional(),
        sellers_asked: sellersAsked.optional(),
        documentation_url: documentation,
      })
      .meta({ description: 'What the stock OpenAI clients read.' }),
  })
  .meta({ id: 'Error', description: 'The nested object is what the stock OpenAI clients read.' });

export const flatErrorSchema = z
  .object({
    code,
    message,
    error: z.string().meta({ description: 'The same text as `message`.' }),
    param: param.optional(),
    numbers: numbers.optional(),
    documentation_url: documentation,
  })
  .meta({ id: 'Error', description: 'Why a request was refused.' });

const OF_BUYERS = new Set<Credential>(['buyer', 'anyBuyerKey', 'managerKey', 'buyerOrTicket']);

/** Every code that a route may answer. */
export function codesOf(route: DeclaredRoute): ErrorCode[] {
  const { credential, quota, idempotent, body, errors } = route;
  return [
    ...(credential === 'public' ? [] : (['unauthorized'] as const)),
    ...(OF_BUYERS.has(credential) ? (['key_of_other_mode', 'key_expired'] as const) : []),
    ...(OF_BUYERS.has(credential) && credential !== 'anyBuyerKey'
      ? (['key_restricted'] as const)
      : []),
    ...(credential === 'ownSeller' ? (['forbidden'] as const) : []),
    ...(quota ? (['rate_limited'] as const) : []),
    'invalid_request',
    'misdirected_request',
    ...(body ? (['request_too_large'] as const) : []),
    ...(idempotent ? (['idempotency_conflict'] as const) : []),
    ...(errors ?? []),
    'internal_error',
    'service_unavailable',
  ];
}

/** @param counted whether a quota is counted before most of the refusals */
export function errorResponses(surface: Surface, codes: readonly ErrorCode[], counted: boolean) {
  const schema = surface === 'buyer' ? nestedErrorSchema : flatErrorSchema;
  const byStatus = new Map<number, ErrorCode[]>();
  for (const one of new Set(codes)) {
    const { status } = ruleOf(one);
    byStatus.set(status, [...(byStatus.get(status) ?? []), one]);
  }
  const entries = [...byStatus].map(([status, carried]) => [
    status,
    {
      description: carried.map((one) => `\`${one}\`: ${ruleOf(one).message}`).join(' '),
      headers: {
        ...REQUEST_ID,
        ...(counted && status !== ruleOf('unauthorized').status ? QUOTA_HEADERS : {}),
        ...Object.assign({}, ...carried.map(headersOf)),
      },
      content: {
        'application/json': {
          schema,
          examples: Object.fromEntries(
            carried.map((one) => [one, { $ref: `#/components/examples/${one}` }]),
          ),
        },
      },
    },
  ]);
  return Object.fromEntries(entries) as Record<string, object>;
}

function headersOf(one: ErrorCode): Record<string, object> {
  const { retry, retryAfterSeconds, mayWait } = ruleOf(one);
  return {
    ...(retryAfterSeconds === undefined && !mayWait ? {} : RETRY_AFTER),
    ...(retry === 'never' ? SHOULD_RETRY : {}),
  };
}

export function errorExample(one: ErrorCode, surface: Surface): object {
  return errorBody(fail(one), surface, EXAMPLE_URL);
}

/** An example body for every code that the routes of a surface may answer. */
export function errorExamples(
  surface: Surface,
  routes: readonly DeclaredRoute[],
): [ErrorCode, { readonly summary: string; readonly value: object }][] {
  const codes = new Set(routes.flatMap(codesOf));
  return ERROR_CODES.filter((one) => codes.has(one)).map((one) => [
    one,
    { summary: ruleOf(one).message, value: errorExample(one, surface) },
  ]);
}
