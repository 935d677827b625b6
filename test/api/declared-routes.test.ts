/** Every declared route does what its declaration says of credentials, methods and query names. */
import { type RequestHandler, Router } from 'express';
import { request } from 'undici';
import { ANY_HOST } from '../../api/middleware/own-hosts';
import { buyerRoutes, rootRoutes } from '../../api/routes/buyer';
import type { DeclaredRoute, Routes } from '../../api/routes/declared-route';
import { healthRoutes } from '../../api/routes/health';
import { marketRoutes } from '../../api/routes/market';
import { mountRoutes } from '../../api/routes/mount';
import { operatorRoutes } from '../../api/routes/operator';
import { sellerRoutes } from '../../api/routes/seller';
import { Exchange, type TestSeller } from '../support/exchange';

const SOME_ID = '0190a0a0-0000-7000-8000-000000000000';

const exchange = Exchange.pooledForFile();
let seller: TestSeller;
let buyerKey: string;
let managerKey: string;
beforeAll(async () => {
  seller = await exchange.seller('normal');
  const buyer = await exchange.buyer('10');
  buyerKey = buyer.key;
  const keys = `/accounts/${buyer.accountId}/keys`;
  managerKey = (await exchange.admin('POST', keys, { kind: 'manage' })).body.buyer_key;
});

interface Surface {
  readonly port: 'public' | 'operator';
  readonly base: string;
  readonly routes: Routes;
}

const SURFACES: readonly Surface[] = [
  { port: 'public', base: '', routes: rootRoutes },
  { port: 'public', base: '/buyer', routes: buyerRoutes },
  { port: 'public', base: '/seller', routes: sellerRoutes },
  { port: 'public', base: '/market', routes: marketRoutes },
  { port: 'operator', base: '', routes: operatorRoutes },
];

interface Declared extends Surface {
  readonly route: DeclaredRoute;
}

const ROUTES = SURFACES.flatMap((surface) =>
  Object.entries(surface.routes).map(([operationId, route]): [string, Declared] => [
    `${operationId}: ${route.method.toUpperCase()} ${surface.base}${route.path}`,
    { ...surface, route },
  ]),
);

type Headers = Record<string, string>;

async function send(
  { port: surface, base, route }: Declared,
  headers: Headers,
  { method = route.method.toUpperCase(), query = '' } = {},
) {
  const [gateway] = exchange.gateways;
  const path = route.path.replace(/\{(\w+)\}/, (_, name) =>
    name === 'id' && route.credential === 'ownSeller' ? seller.sellerId : SOME_ID,
  );
  const port = surface === 'operator' ? gateway!.adminPort : gateway!.port;
  const address = `http://127.0.0.1:${port}${base}${path.replace(/\{\w+\}/g, SOME_ID)}${query}`;
  const answer = await request(address, { method: method as 'GET', headers });
  const text = await answer.body.text();
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: (isJson ? JSON.parse(text) : {}) as any,
  };
}

const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` });

function keysOf(): Readonly<Record<'buyer' | 'seller' | 'operator', Headers>> {
  return {
    buyer: bearer(buyerKey),
    seller: { 'x-seller-api-key': seller.apiKey },
    operator: bearer(exchange.settings.secrets.operatorToken),
  };
}

const KIND_OF = {
  public: null,
  buyer: 'buyer',
  anyBuyerKey: 'buyer',
  managerKey: 'buyer',
  buyerOrTicket: 'buyer',
  seller: 'seller',
  ownSeller: 'seller',
  operator: 'operator',
  operatorOrSession: 'operator',
} as const;

const guarded = ROUTES.filter(([, { route }]) => route.credential !== 'public');

test('there is something to walk, and an operationId of its own for every route of a port', () => {
  expect(guarded.length).toBeGreaterThan(40);
  const ids = [buyerRoutes, sellerRoutes, marketRoutes].flatMap((routes) => Object.keys(routes));
  expect(ids).toHaveLength(new Set(ids).size);
});

test.concurrent.each(guarded)('%s: without a key 401', async (_name, declared) => {
  const answer = await send(declared, {});
  expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
});

test.concurrent.each(guarded)('%s: with a key of another kind 401', async (_name, declared) => {
  await exchange.forgetGuesses();
  for (const [kind, headers] of Object.entries(keysOf())) {
    if (kind === KIND_OF[declared.route.credential]) continue;
    const answer = await send(declared, headers);
    expect([kind, answer.status, answer.body.code]).toEqual([kind, 401, 'unauthorized']);
  }
});

test.concurrent.each(guarded)(
  '%s: no cache stores an answer or a refusal, or mixes up keys',
  async (_name, declared) => {
    await exchange.forgetGuesses();
    for (const headers of [rightKey(declared.route), {}]) {
      const answer = await send(declared, headers);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(namesIn(answer.headers['vary'])).toEqual(
        expect.arrayContaining(['authorization', 'x-seller-api-key']),
      );
    }
  },
);

const namesIn = (header: unknown): string[] => String(header).toLowerCase().split(/, */);

const rightKey = ({ credential }: DeclaredRoute): Headers => {
  if (credential === 'managerKey') return bearer(managerKey);
  const kind = KIND_OF[credential];
  return kind === null ? {} : keysOf()[kind];
};

test.concurrent.each(ROUTES)('%s: another method is 405 with Allow', async (_name, declared) => {
  const answer = await send(declared, rightKey(declared.route), { method: 'PUT' });
  expect([answer.status, answer.body.code]).toEqual([405, 'method_not_allowed']);
  const routes = Object.values(declared.routes);
  const methods = routes
    .filter(({ path }) => path === declared.route.path)
    .map(({ method }) => method.toUpperCase());
  expect(String(answer.headers['allow']).split(', ').sort()).toEqual(methods.sort());
});

const isForAll = ({ base, route }: Declared) =>
  (ANY_HOST as readonly string[]).includes(`${base}${route.path}`);

test.concurrent.each(ROUTES)(
  '%s: on loopback 421 for a host that is not ours, credential or not',
  async (_name, declared) => {
    for (const host of ['evil.example', `evil.example:${exchange.gateways[0]!.port}`]) {
      for (const headers of [rightKey(declared.route), {}]) {
        const { status, body } = await send(declared, { ...headers, host });
        const expected = isForAll(declared) ? [200, undefined] : [421, 'misdirected_request'];
        expect([host, status, body.code]).toEqual([host, ...expected]);
      }
    }
  },
);

test.concurrent.each(guarded)(
  '%s: a page of an approved origin reads its answers, on the public port only, and no cache mixes up keys',
  async (_name, declared) => {
    await exchange.forgetGuesses();
    for (const headers of [rightKey(declared.route), {}]) {
      const answer = await send(declared, { ...headers, origin: 'http://localhost:5173' });
      const isPublic = declared.port === 'public';
      const read = answer.headers['access-control-allow-origin'];
      expect(read).toBe(isPublic ? 'http://localhost:5173' : undefined);
      expect(answer.headers['cache-control']).toBe('no-store');
      const varied = ['authorization', 'x-seller-api-key', ...(isPublic ? ['origin'] : [])];
      expect(namesIn(answer.headers['vary'])).toEqual(expect.arrayContaining(varied));
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  },
);

test.each(ANY_HOST)(
  '%s: no cache stores health, and no page of another origin reads it',
  async (path) => {
    const { port } = exchange.gateways[0]!;
    const headers = { host: 'balancer.example', origin: 'https://evil.example' };
    const {
      statusCode,
      headers: given,
      body,
    } = await request(`http://127.0.0.1:${port}${path}`, {
      headers,
    });
    await body.dump();
    expect(statusCode).toBe(200);
    const caching = path.endsWith('jwks.json') ? 'public, max-age=3600' : 'no-store';
    expect(given).toMatchObject({
      'cache-control': caching,
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(given).not.toHaveProperty('access-control-allow-origin');
  },
);

test.concurrent.each(ROUTES)(
  '%s: an answer and a refusal have the headers that browsers need',
  async (_name, declared) => {
    for (const headers of [rightKey(declared.route), {}, { host: 'evil.example' }]) {
      const answer = await send(declared, headers);
      expect(answer.headers).toMatchObject({
        'content-security-policy': expect.stringMatching(/^default-src '(?:self|none)'/),
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': expect.any(String),
        'x-request-id': expect.any(String),
      });
      for (const absent of [
        'x-powered-by',
        'server',
        'set-cookie',
        'access-control-allow-origin',
      ]) {
        expect(Object.keys(answer.headers)).not.toContain(absent);
      }
    }
  },
);

const isBuyers = ({ port, base }: Declared) => port === 'public' && ['', '/buyer'].includes(base);

const named = ROUTES.filter(([, { route }]) => !route.anyQuery);

test.concurrent.each(named)('%s: an unknown query name is 400', async (_name, declared) => {
  const query = '?no_such_name=1';
  const { status, body } = await send(declared, rightKey(declared.route), { query });
  const param = isBuyers(declared) ? body.error?.param : body.param;
  expect([status, body.code, param]).toEqual([400, 'invalid_request', 'no_such_name']);
});

test('only a handler that its declaration types can be bound', () => {
  const { getLiveness } = healthRoutes;
  const plain: RequestHandler = (_req, res) => void res.json({ status: 'ok' });
  const router = Router();
  // @ts-expect-error a plain handler takes no input
  mountRoutes(router, null, { getLiveness }, { getLiveness: plain });
  mountRoutes(router, null, { getLiveness }, { getLiveness: (_req, res) => res.end() });
  expect(router.stack.length).toBeGreaterThan(1);
});

test("the operator's port is described there, behind the token, and nowhere else", async () => {
  const path = '/admin/v1/openapi.json';
  const { status, headers, body } = await exchange.send('GET', path, { admin: true });
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(Object.keys(body.paths)).toContain('/admin/v1/accounts/{id}/deposits');
  const [gateway] = exchange.gateways;
  expect((await fetch(`http://127.0.0.1:${gateway!.adminPort}${path}`)).status).toBe(401);
  expect((await exchange.send('GET', path)).status).toBe(404);
});
