/** The stream's description, AsyncAPI 3, generated from the schemas of its messages. */
import type { IRouter } from 'express';
import { z } from 'zod';
import { VERSION } from '../../config/version';
import { route } from '../middleware/routes';
import { orderBookQuerySchema, orderBookSchema } from '../schemas/market';
import { tradeMessageSchema } from '../schemas/stream';

type Json = { [name: string]: unknown };

const DESCRIPTION = `Immediately after the upgrade a complete \`orderbook_snapshot\` is sent, and another one
after each change of the book; under load the newest one wins. Each replaces all that a client knows. \`trade\` messages
come between them, in order, and are lost only to a client that does not read. What a client sends is ignored; pings are
answered. Before the upgrade: 400 without a valid \`model_id\`, \`region\` and \`tenor\`, 403 for a browser of an origin that
is not approved, 429 with too many sockets of one address, 503 while the book cannot be read. A client that is
disconnected comes again with exponential backoff.`;

const message = (name: string, summary: string, schema: string) => ({
  name,
  title: name,
  summary,
  contentType: 'application/json',
  payload: { $ref: `#/components/schemas/${schema}` },
});

export function describeStream(): Json {
  const channel = '#/channels/orderbook';
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Tokenbook order-book stream',
      version: VERSION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      description: DESCRIPTION.replaceAll('\n', ' '),
    },
    defaultContentType: 'application/json',
    servers: {
      gateway: {
        host: '{gateway}',
        pathname: '/market',
        protocol: 'ws',
        description: 'The base address of the Market surface; `wss` behind TLS.',
        variables: { gateway: { default: '127.0.0.1:8080' } },
      },
    },
    channels: {
      orderbook: {
        address: '/v1/orderbook',
        title: 'One view of one order book',
        servers: [{ $ref: '#/servers/gateway' }],
        messages: {
          orderbook_snapshot: { $ref: '#/components/messages/orderbook_snapshot' },
          trade: { $ref: '#/components/messages/trade' },
        },
        bindings: {
          ws: { method: 'GET', query: schemaOf(orderBookQuerySchema), bindingVersion: '0.1.0' },
        },
      },
    },
    operations: {
      publishBook: {
        action: 'send',
        title: 'What a gateway tells its readers',
        channel: { $ref: channel },
        messages: [
          { $ref: `${channel}/messages/orderbook_snapshot` },
          { $ref: `${channel}/messages/trade` },
        ],
      },
    },
    components: {
      messages: {
        orderbook_snapshot: message('orderbook_snapshot', 'The whole view.', 'OrderBook'),
        trade: message('trade', 'Tokens changed hands.', 'Trade'),
      },
      schemas: { ...definitionsOf(orderBookSchema), ...definitionsOf(tradeMessageSchema) },
    },
  };
}

/** Serves the description next to that of the routes. */
export function serveStreamDescription(router: IRouter, path: string): void {
  const text = JSON.stringify(describeStream());
  route(router, path, {
    get: (_req, res) => {
      res.set('Cache-Control', 'public, max-age=300').type('application/json').send(text);
    },
  });
}

function definitionsOf(schema: z.ZodType): Json {
  const { definitions } = schemaOf(schema);
  return definitions as Json;
}

function schemaOf(schema: z.ZodType): Json {
  const { $schema: _dialect, ...written } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
  });
  return placed(written) as Json;
}

/** Converts references and examples to AsyncAPI's form. */
function placed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(placed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
    if (name === '$ref') {
      return [name, String(inner).replace('#/definitions/', '#/components/schemas/')];
    }
    return name === 'example' ? ['examples', [inner]] : [name, placed(inner)];
  });
  return Object.fromEntries(entries);
}
