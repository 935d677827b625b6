/**
 * The descriptions of the three surfaces, OpenAPI 3.1, made from the schemas that validate. Their
 * copies under `generated/` are written by `npm run generate`.
 */
import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import type { ErrorCode } from '../../domain/errors';
import { API_VERSION } from './api-version';
import { buyerRoutes } from '../routes/buyer';
import type { Credential, DeclaredRoute, Routes } from '../routes/declared-route';
import { marketRoutes } from '../routes/market';
import { sellerRoutes } from '../routes/seller';
import { errorResponses, header } from './error-responses';

export const DESCRIBED = ['buyer', 'seller', 'market'] as const;
export type DescribedSurface = (typeof DESCRIBED)[number];

const SURFACES: Readonly<
  Record<DescribedSurface, { title: string; unit: string; routes: Routes }>
> = {
  buyer: { title: 'Tokenbook Buyer', unit: '1,000', routes: buyerRoutes },
  seller: { title: 'Tokenbook Seller', unit: '1,000,000', routes: sellerRoutes },
  market: { title: 'Tokenbook Market', unit: '1,000', routes: marketRoutes },
};

/** The security schemes, any one of which lets a request in. */
const SECURITY: Readonly<Record<Credential, readonly string[]>> = {
  public: [],
  buyer: ['buyerKey'],
  buyerOrTicket: ['buyerKey'],
  seller: ['sellerKey'],
  ownSeller: ['sellerKey'],
  operator: ['operatorToken'],
  operatorOrSession: ['operatorToken'],
};

export type Description = ReturnType<OpenApiGeneratorV31['generateDocument']>;

export function describeSurface(surface: DescribedSurface): Description {
  const { title, unit, routes } = SURFACES[surface];
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'buyerKey', { type: 'http', scheme: 'bearer' });
  registry.registerComponent('securitySchemes', 'sellerKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-Seller-API-Key',
  });
  for (const [operationId, route] of Object.entries(routes)) {
    registry.registerPath(describeRoute(surface, operationId, route));
  }
  const description = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title,
      version: API_VERSION,
      description: `Prices are decimal strings per ${unit} tokens unless a field says otherwise.`,
    },
    servers: [{ url: `/${surface}` }],
  });
  nameNulls(description);
  return description;
}

/** The generator allows null by the type only; a list of values has to name it as well. */
function nameNulls(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  const { type, enum: values } = part as { type?: unknown; enum?: unknown };
  const isNullable = Array.isArray(type) && type.includes('null');
  if (isNullable && Array.isArray(values) && !values.includes(null)) values.push(null);
  for (const inner of Object.values(part)) nameNulls(inner);
}

type PathDescription = Parameters<OpenAPIRegistry['registerPath']>[0];

function describeRoute(
  surface: DescribedSurface,
  operationId: string,
  route: DeclaredRoute,
): PathDescription {
  const { method, path, summary, description, params, query, body } = route;
  const headers = headersOf(route);
  return {
    method,
    path,
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    security: SECURITY[route.credential].map((scheme) => ({ [scheme]: [] })),
    request: {
      ...(params ? { params } : {}),
      ...(query ? { query } : {}),
      ...(headers ? { headers } : {}),
      ...(body
        ? { body: { required: true, content: { 'application/json': { schema: body } } } }
        : {}),
    },
    responses: {
      ...answerOf(route),
      ...errorResponses(surface, codesOf(route)),
    } as PathDescription['responses'],
  };
}

function headersOf({ headers, idempotent }: DeclaredRoute): z.ZodObject | undefined {
  if (!idempotent) return headers;
  const key = z.string().max(255).optional().meta({
    minLength: 1,
    pattern: '^[!-~]+$',
    description:
      'Same key and same body: the first result again. Same key and another body: 422. Kept at least 24 hours.',
  });
  return (headers ?? z.object({})).extend({ 'Idempotency-Key': key });
}

function answerOf({ answer, streamed, quota: quotaName, cacheable }: DeclaredRoute) {
  const requestId = { 'x-request-id': header('Echoed, or made.', 'string') };
  if (!answer) return { 204: { description: 'Done.', headers: requestId } };
  const quota = {
    RateLimit: header('Remaining quota of the current window.', 'integer'),
    'RateLimit-Policy': header('`<limit>;w=<seconds>`', 'string'),
  };
  const caching = {
    ETag: header('Names this answer in `If-None-Match`.', 'string'),
    'Cache-Control': header('How long it may be used again.', 'string'),
  };
  return {
    200: {
      description: 'Done.',
      headers: { ...requestId, ...(quotaName ? quota : {}), ...(cacheable ? caching : {}) },
      content: {
        'application/json': { schema: answer },
        ...(streamed ? { 'text/event-stream': { schema: streamed } } : {}),
      },
    },
    ...(cacheable
      ? { 304: { description: 'The same as `If-None-Match` names.', headers: requestId } }
      : {}),
  };
}

function codesOf(route: DeclaredRoute): ErrorCode[] {
  const { credential, quota, idempotent, body, errors } = route;
  return [
    ...(credential === 'public' ? [] : (['unauthorized'] as const)),
    ...(credential === 'ownSeller' ? (['forbidden'] as const) : []),
    ...(quota ? (['rate_limited'] as const) : []),
    'invalid_request',
    ...(body ? (['request_too_large'] as const) : []),
    ...(idempotent ? (['idempotency_conflict'] as const) : []),
    ...(errors ?? []),
    'internal_error',
    'service_unavailable',
  ];
}
