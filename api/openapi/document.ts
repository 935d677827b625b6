/**
 * The descriptions of the surfaces, OpenAPI 3.1, generated from the same declarations as the
 * routers. `npm run generate` writes their copies under `generated/`.
 */
import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';
import { API_VERSION, VERSION } from '../../config/version';
import type { Surface } from '../context';
import { CODEC_COOKIE } from '../operator/codec/session';
import { buyerRoutes } from '../routes/buyer';
import type { Routes } from '../routes/declared-route';
import { marketRoutes } from '../routes/market';
import { operatorRoutes } from '../routes/operator';
import { sellerRoutes } from '../routes/seller';
import { errorExamples } from './error-responses';
import { nameNulls } from './nullable';
import { describeRoute } from './operation';
import { addressOf } from './surfaces';
import { RECEIVERS, webhooks } from './webhooks';

interface DescribedRoutes {
  readonly title: string;
  /** The number of tokens that a price refers to. */
  readonly unit: string;
  readonly routes: Routes;
}

const SURFACES: Readonly<Record<Surface, DescribedRoutes>> = {
  buyer: { title: 'Tokenbook Buyer', unit: '1,000', routes: buyerRoutes },
  seller: { title: 'Tokenbook Seller', unit: '1,000,000', routes: sellerRoutes },
  market: { title: 'Tokenbook Market', unit: '1,000', routes: marketRoutes },
  operator: { title: 'Tokenbook Operator', unit: '1,000', routes: operatorRoutes },
};

const SECURITY_SCHEMES = {
  buyerKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A buyer key, `sk-tb_…`, that the operator issued.',
  },
  ticketCredential: {
    type: 'http',
    scheme: 'bearer',
    description: 'The credential of a ticket, `tkt_…`, as `POST /v1/tickets` shows it once.',
  },
  sellerKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Seller-API-Key',
    description: 'The key that the seller chose at its registration.',
  },
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The operator token, `TOKENBOOK_OPERATOR_TOKEN`.',
  },
  codecSession: {
    type: 'apiKey',
    in: 'cookie',
    name: CODEC_COOKIE,
    description: 'A session that an operator began at `/codec`.',
  },
} as const;

export type Description = ReturnType<OpenApiGeneratorV31['generateDocument']>;

const made = new Map<Surface, Description>();

/** Created once per process for each surface; callers must not modify it. */
export function describeSurface(surface: Surface): Description {
  const description = made.get(surface) ?? makeDescription(surface);
  made.set(surface, description);
  return description;
}

function makeDescription(surface: Surface): Description {
  const { title, unit, routes } = SURFACES[surface];
  const registry = new OpenAPIRegistry();
  const operations = Object.entries(routes).map(([operationId, route]) =>
    describeRoute(surface, operationId, route),
  );
  registerSchemes(registry, operations);
  for (const operation of operations) registry.registerPath(operation);
  for (const [code, example] of errorExamples(surface, Object.values(routes))) {
    registry.registerComponent('examples', code, example);
  }
  const tags = [...new Set(Object.values(routes).map(({ tag }) => tag))];
  return describe(registry, {
    title,
    about: `Prices are decimal strings per ${unit} tokens unless a field says otherwise.`,
    servers: [{ url: addressOf(surface) }],
    tags: tags.map((name) => ({ name })),
  });
}

/**
 * The requests that the exchange sends to webhooks, in a description of their own: generators of
 * clients take those beside paths for operations of the server.
 */
export function describeWebhooks(): Description {
  const registry = new OpenAPIRegistry();
  for (const webhook of webhooks()) registry.registerWebhook(webhook);
  return describe(registry, {
    title: 'Tokenbook Webhooks',
    about: 'What the exchange sends. The tags of an event name who may receive it.',
    tags: Object.values(RECEIVERS).map((name) => ({ name })),
  });
}

interface Frame {
  readonly title: string;
  readonly about: string;
  readonly servers?: { url: string }[];
  readonly tags: { name: string }[];
}

function describe(registry: OpenAPIRegistry, { title, about, servers, tags }: Frame): Description {
  const description = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title,
      version: API_VERSION,
      'x-release': VERSION,
      description: about,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    ...(servers ? { servers } : {}),
    tags,
  });
  nameNulls(description);
  return description;
}

function registerSchemes(
  registry: OpenAPIRegistry,
  operations: readonly { readonly security?: readonly object[] }[],
): void {
  const used = new Set(
    operations.flatMap(({ security = [] }) => security.flatMap((one) => Object.keys(one))),
  );
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES)) {
    if (used.has(name)) registry.registerComponent('securitySchemes', name, scheme);
  }
}
