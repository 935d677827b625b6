/** Browsers of approved origins, base URLs as people write them, and one model by its name. */
import { request } from 'undici';
import { Exchange } from '../support/exchange';
import { openMarket } from '../e2e/market';
import { until } from '../support/wait';

const ORIGIN = 'http://localhost:5173';

const exchange = Exchange.pooledForFile();

async function ask(path: string, options: Parameters<typeof request>[1] = {}) {
  const { port } = exchange.gateways[0]!;
  const { statusCode, headers, body } = await request(`http://127.0.0.1:${port}${path}`, options);
  const text = await body.text();
  return { status: statusCode, headers, body: text === '' ? null : JSON.parse(text) };
}

describe('a browser', () => {
  const preflight = (path: string, origin: string) =>
    ask(path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });

  test.each(['/v1/chat/completions', '/buyer/v1/tickets', '/market/v1/catalog', '/seller/v1/asks'])(
    'of an approved origin may call %s, with the headers that it names',
    async (path) => {
      const { status, headers } = await preflight(path, ORIGIN);
      expect(status).toBe(204);
      expect(headers).toMatchObject({
        'access-control-allow-origin': ORIGIN,
        'access-control-allow-headers': 'authorization,content-type,idempotency-key',
      });
      expect(headers['access-control-allow-methods']).toContain('POST');
    },
  );

  test('reads answers and refusals, with the headers that clients read', async () => {
    for (const path of ['/market/v1/catalog', '/market/v1/account', '/none']) {
      const { headers } = await ask(path, { headers: { origin: ORIGIN } });
      expect(headers['access-control-allow-origin']).toBe(ORIGIN);
      expect(headers['access-control-expose-headers']).toContain('x-fill-id');
      expect(headers['vary']).toContain('Origin');
    }
  });

  test('of another origin gets no header, and may not call', async () => {
    const { status, headers } = await preflight('/v1/chat/completions', 'https://evil.example');
    expect(status).toBe(405);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    const plain = await ask('/market/v1/catalog', { headers: { origin: 'https://evil.example' } });
    expect(plain.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('a path', () => {
  test.each(['//v1/models', '/v1//models', '///buyer//v1///models?'])(
    'with repeated slashes is the one with single slashes: %s',
    async (path) => {
      expect(await ask(path)).toMatchObject({ status: 200, body: { object: 'list' } });
    },
  );

  test.each([
    '/v1/v1/chat/completions',
    '/chat/completions',
    '/api/v1/models',
    '/openai/v1/responses',
  ])('of a wrong base URL is a 404 that says the right one: %s', async (path) => {
    const { status, body } = await ask(path, { method: 'POST' });
    expect(status).toBe(404);
    expect(body.message).toMatch(/The base URL of clients is \S*\/v1\.$/);
  });

  test('that no client asks has no hint', async () => {
    expect((await ask('/none')).body.message).toBe('There is no such route.');
  });
});

describe('one model', () => {
  test('is found by its name, with its slashes encoded or not', async () => {
    const { model } = await openMarket(exchange, { model: `org/sub/m-${Date.now()}` });
    // The list is read at most twice a second.
    const isListed = async () => (await ask(`/v1/models/${model}`)).status === 200;
    await until(isListed, { what: 'the model to be listed' });
    for (const name of [model, encodeURIComponent(model), model.toUpperCase()]) {
      for (const prefix of ['/v1/models/', '/buyer/v1/models/']) {
        expect(await ask(prefix + name)).toMatchObject({
          status: 200,
          body: { id: model, object: 'model', context_window: null },
        });
      }
    }
  });

  test('that nobody offers is a 404', async () => {
    expect(await ask('/v1/models/nobody-has-it')).toMatchObject({ status: 404 });
  });

  test('of the catalog says its context window', async () => {
    expect((await ask('/v1/models/qwen3-32b')).body.context_window).toBeGreaterThan(1_000);
  });
});
