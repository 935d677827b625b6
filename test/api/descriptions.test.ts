/** The descriptions: served, committed, and complete. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describeSurface } from '../../api/openapi/document';
import { DESCRIBED } from '../../api/openapi/surfaces';
import { generatedDescriptions } from '../../api/openapi/generated-files';
import { VERSION } from '../../config/version';
import { ERROR_CODES, ruleOf } from '../../domain/errors';
import { Exchange } from '../support/exchange';

const ROOT = join(__dirname, '..', '..');

test.each(Object.entries(generatedDescriptions()))('%s is up to date', (path, text) => {
  expect(readFileSync(join(ROOT, path), 'utf8')).toBe(text);
});

describe('served', () => {
  let exchange: Exchange;
  beforeAll(async () => {
    exchange = await Exchange.pooled();
  });
  afterAll(() => exchange.stop());

  test.each(DESCRIBED)('the %s surface describes itself', async (surface) => {
    const { status, body } = await exchange.send('GET', `/${surface}/openapi.json`);
    expect(status).toBe(200);
    expect(body).toEqual(JSON.parse(JSON.stringify(describeSurface(surface))));
    expect(body.openapi).toBe('3.1.0');
    expect(body.info.version).toBe(VERSION);
  });

  test('the legacy paths are the Buyer surface', async () => {
    const buyer = (await exchange.send('GET', '/buyer/openapi.json')).body;
    expect((await exchange.send('GET', '/openapi.json')).body).toEqual(buyer);
    const yaml = (await exchange.send('GET', '/api/openapi.yaml')).body;
    expect(parse(yaml)).toEqual(buyer);
  });

  test.each(DESCRIBED)(
    'every route that the %s surface describes is there, with its credential',
    async (surface) => {
      const { paths = {} } = describeSurface(surface);
      for (const [path, methods] of Object.entries(paths)) {
        for (const [method, operation] of Object.entries(methods as Record<string, any>)) {
          const concrete = path.replace(/\{\w+\}/g, '0190a0a0-0000-7000-8000-000000000000');
          const answer = await exchange.send(
            method.toUpperCase() as 'GET',
            `/${surface}${concrete}`,
          );
          // A public record may be unknown; a route that is missing says so in other words.
          const isRouted = answer.body.message !== 'There is no such route.';
          const open = isRouted && operation.responses[404] ? [200, 400, 404] : [200, 400];
          const expected = operation.security.length > 0 ? [401] : open;
          expect([method, path, answer.status]).toEqual([
            method,
            path,
            expected.find((status) => status === answer.status),
          ]);
          expect(Object.keys(operation.responses)).toContain(String(answer.status));
        }
      }
    },
  );
});

describe('refusals that the same request cannot pass at once', () => {
  test.each(DESCRIBED)('the %s surface describes their x-should-retry', (surface) => {
    for (const methods of Object.values(describeSurface(surface).paths ?? {})) {
      for (const { responses } of Object.values(methods as Record<string, any>)) {
        for (const [status, { headers = {} }] of Object.entries<any>(responses)) {
          const isFinal = ['402', '404', '408', '409', '502'].includes(status);
          expect([status, 'x-should-retry' in headers]).toEqual([status, isFinal]);
        }
      }
    }
  });
});

describe('as pages', () => {
  let exchange: Exchange;
  beforeAll(async () => {
    const settings = { PUBLIC_URL: 'https://tokens.example/app/' };
    exchange = await Exchange.start({ workers: 0, settings });
  });
  afterAll(() => exchange.stop());

  const page = async (path: string) => (await fetch(`${exchange.url()}${path}`)).text();

  test.each(DESCRIBED)('every operation of the %s surface stands on its page', async (surface) => {
    const text = await page(`/docs/${surface}`);
    for (const [path, methods] of Object.entries(describeSurface(surface).paths ?? {})) {
      for (const method of Object.keys(methods)) {
        expect(text).toContain(`${method.toUpperCase()} /${surface}${path}`);
      }
    }
  });

  test.each(DESCRIBED.map((surface) => [surface, `/docs/${surface}`]))(
    'a browser at /%s is shown %s',
    async (path, to) => {
      const answer = await fetch(`${exchange.url()}/${path}`);
      expect([answer.status, new URL(answer.url).pathname]).toEqual([200, to]);
      expect(answer.headers.get('content-type')).toContain('text/html');
    },
  );

  test('every link inside a page leads to something on it', async () => {
    for (const surface of DESCRIBED) {
      const text = await page(`/docs/${surface}`);
      const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      const targets = [...text.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
      expect(targets.length).toBeGreaterThan(0);
      expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
      expect(ids.filter((id) => /\s/.test(id ?? ''))).toEqual([]);
      expect(text).not.toContain('`');
    }
  });

  test('every error code stands on the page of errors, with a link to its own', async () => {
    const text = await page('/docs/errors');
    for (const code of ERROR_CODES) {
      expect(text).toContain(`<a href="/docs/errors/${code}"><code>${code}</code></a>`);
    }
  });

  test.each(ERROR_CODES)(
    'the page of %s: its text, links that lead on, no Markdown left',
    async (code) => {
      const text = await page(`/docs/errors/${code}`);
      expect(text).toContain(`<h1><code>${code}</code></h1>`);
      expect(text.match(/<h2>/g)).toHaveLength(4);
      expect(text).toContain(`${ruleOf(code).status}`);
      expect(text).not.toMatch(/`|\*\*|\]\(|^#|<!--/m);
      const links = [...text.matchAll(/href="\/docs\/errors\/([^"]*)"/g)].map(([, to]) => to);
      expect(links.filter((to) => !ERROR_CODES.some((known) => known === to))).toEqual([]);
    },
  );

  test.each(['nonsense', 'constructor', 'No_Match', '..%2Fpages'])(
    'there is no page /docs/errors/%s',
    async (name) => {
      const answer = await fetch(`${exchange.url()}/docs/errors/${name}`);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 'not_found' });
    },
  );

  test('with PUBLIC_URL the descriptions name the public address', async () => {
    const servers = [{ url: 'https://tokens.example/app/buyer' }];
    const { paths } = JSON.parse(JSON.stringify(describeSurface('buyer')));
    const { body } = await exchange.send('GET', '/buyer/openapi.json');
    expect(body).toMatchObject({ servers, paths });
    const yaml = (await exchange.send('GET', '/api/openapi.yaml')).body;
    expect(parse(yaml)).toEqual(body);
  });

  test('with PUBLIC_URL the link of an error body is absolute', async () => {
    const { body } = await exchange.send('GET', '/seller/v1/offers');
    expect(body.documentation_url).toBe('https://tokens.example/app/docs/errors/unauthorized');
  });

  test.each(['', '/errors', '/errors/no_match', ...DESCRIBED.map((surface) => `/${surface}`)])(
    'the page /docs%s needs no other server and no script',
    async (path) => {
      const text = await page(`/docs${path}`);
      expect(text).toMatch(/<title>Tokenbook/);
      expect(text).not.toMatch(/<script|src=|href="https?:|url\(|@import/);
    },
  );
});
