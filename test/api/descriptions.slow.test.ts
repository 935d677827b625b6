/** The descriptions: served, committed, and complete. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describeSurface, describeWebhooks } from '../../api/openapi/document';
import { DESCRIBED } from '../../api/openapi/surfaces';
import { generatedDescriptions } from '../../api/openapi/generated-files';
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
    expect(body.info.version).toBe('1.0.0');
  });

  test.each(['seller', 'market'])('webhooks are described at the %s surface', async (surface) => {
    const { status, body } = await exchange.send('GET', `/${surface}/webhooks.json`);
    expect(status).toBe(200);
    expect(body).toEqual(JSON.parse(JSON.stringify(describeWebhooks())));
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
        for (const [status, { headers = {}, description }] of Object.entries<any>(responses)) {
          const isFinal =
            ['402', '404', '408', '409', '421', '502'].includes(status) ||
            description.includes('ended_by_operator');
          expect([status, 'x-should-retry' in headers]).toEqual([status, isFinal]);
        }
      }
    }
  });
});

describe('at a public address', () => {
  let exchange: Exchange;
  beforeAll(async () => {
    const settings = { PUBLIC_URL: 'https://tokens.example/app/' };
    exchange = await Exchange.start({ workers: 0, settings });
  });
  afterAll(() => exchange.stop());

  test('with PUBLIC_URL the pages name the public address', async () => {
    const answer = await fetch(`${exchange.url()}/docs/buyer/routes/listModels`);
    expect(await answer.text()).toContain(
      'curl &#39;https://tokens.example/app/buyer/v1/models&#39;',
    );
  });

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
});
