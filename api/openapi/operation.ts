/** The description of one route, and the parts shared by all routes of its kind. */
import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import type { Surface } from '../context';
import type { Credential, DeclaredRoute } from '../routes/declared-route';
import { codesOf, errorResponses } from './error-responses';
import { CACHE_HEADERS, FILL_HEADERS, QUOTA_HEADERS, REQUEST_ID } from './headers';

/** The security schemes of a credential; any one of them is sufficient. */
const SECURITY: Readonly<Record<Credential, readonly string[]>> = {
  public: [],
  buyer: ['buyerKey'],
  anyBuyerKey: ['buyerKey'],
  managerKey: ['buyerKey'],
  buyerOrTicket: ['buyerKey', 'ticketCredential'],
  seller: ['sellerKey'],
  ownSeller: ['sellerKey'],
  operator: ['operatorToken'],
  operatorOrSession: ['operatorToken', 'codecSession'],
};

export type PathDescription = Parameters<OpenAPIRegistry['registerPath']>[0];

export function describeRoute(
  surface: Surface,
  operationId: string,
  route: DeclaredRoute,
): PathDescription {
  const { method, path, tag, summary, description, params, query, body, example } = route;
  const headers = headersOf(route);
  return {
    method,
    path,
    operationId,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: SECURITY[route.credential].map((scheme) => ({ [scheme]: [] })),
    request: {
      ...(params ? { params } : {}),
      ...(query ? { query } : {}),
      ...(headers ? { headers } : {}),
      ...(body
        ? {
            body: {
              required: true,
              content: { 'application/json': withExample(body, example?.body) },
            },
          }
        : {}),
    },
    responses: {
      ...answersOf(route),
      ...errorResponses(surface, codesOf(route), route.quota !== undefined),
      ...otherAnswersOf(route),
    } as PathDescription['responses'],
  };
}

function withExample(schema: z.ZodType, example: unknown) {
  return { schema, ...(example === undefined ? {} : { example }) };
}

function headersOf({ headers, idempotent }: DeclaredRoute): z.ZodObject | undefined {
  if (!idempotent) return headers;
  const key = z.string().max(255).optional().meta({
    minLength: 1,
    pattern: '^[!-~]+$',
    description:
      'Same key and same body: the first result again. Same key and another body: 422. Kept at least 24 hours.',
    example: 'order-2026-01-31-0001',
  });
  return (headers ?? z.object({})).extend({ 'Idempotency-Key': key });
}

function answersOf({ answer, texts = [], streamed, quota, cacheable, example }: DeclaredRoute) {
  const headers = {
    ...REQUEST_ID,
    ...(quota ? QUOTA_HEADERS : {}),
    ...(cacheable ? CACHE_HEADERS : {}),
    ...(streamed ? FILL_HEADERS : {}),
  };
  if (!answer && texts.length === 0) return { 204: { description: 'Done.', headers } };
  const asText = texts.map((type) => [type, { schema: z.string() }] as const);
  return {
    200: {
      description: 'Done.',
      headers,
      content: {
        ...(answer ? { 'application/json': withExample(answer, example?.answer) } : {}),
        ...(streamed ? { 'text/event-stream': withExample(streamed, example?.streamed) } : {}),
        ...Object.fromEntries(asText),
      },
    },
    ...(cacheable
      ? {
          304: {
            description: 'The same as `If-None-Match` names.',
            headers: { ...REQUEST_ID, ...CACHE_HEADERS },
          },
        }
      : {}),
  };
}

function otherAnswersOf({ otherAnswers = {} }: DeclaredRoute) {
  const described = Object.entries(otherAnswers).map(([status, { description, schema }]) => [
    status,
    { description, headers: REQUEST_ID, content: { 'application/json': { schema } } },
  ]);
  return Object.fromEntries(described) as Record<string, object>;
}
