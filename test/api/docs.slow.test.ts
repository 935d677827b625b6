/** The documentation as pages: every route, event, error and guide, with links that lead on. */
import { request as httpRequest } from 'node:http';
import type { Request } from 'express';
import { describeSurface } from '../../api/openapi/document';
import { DESCRIBED } from '../../api/openapi/surfaces';
import { type AddressSettings, addressesInUse } from '../../api/docs/address-in-use';
import { listGuides } from '../../api/docs/site/guides';
import { ERROR_CODES, ruleOf } from '../../domain/errors';
import { SENT_EVENT_TYPES } from '../../api/schemas/webhook-events';
import { Exchange } from '../support/exchange';

const ROOT = `${__dirname}/../..`;
const LARGEST_PAGE = 100_000;

let exchange: Exchange;
beforeAll(async () => {
  exchange = await Exchange.pooled();
});
afterAll(() => exchange.stop());

const urls = {
  public: () => exchange.url(),
  operator: () => `http://127.0.0.1:${exchange.gateways[0]!.adminPort}`,
} as const;

const page = async (path: string, port: keyof typeof urls = 'public') =>
  (await fetch(`${urls[port]()}${path}`)).text();

const hrefsOf = (text: string) => [...text.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => to);
const descriptionOf = (text: string) =>
  /<meta name="description" content="([^"]*)"/.exec(text)?.[1] ?? '';
const idsOf = (text: string) => [...text.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);
const written = (text: string) =>
  text
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Every page that a reader reaches from the first, by its path. */
async function readAll(port: keyof typeof urls): Promise<Map<string, string>> {
  const read = new Map<string, string>();
  const waiting = ['/docs'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (read.has(path)) continue;
    const answer = await fetch(`${urls[port]()}${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = await answer.text();
    read.set(path, text);
    const links = hrefsOf(text).map((to) => to.split('#')[0] ?? '');
    waiting.push(...links.filter((to) => /^\/docs(?!\/(?:assets|try)\/)/.test(to)));
  }
  return read;
}

describe.each([
  ['public', DESCRIBED],
  ['operator', ['operator']],
] as const)('on the %s port', (port, surfaces) => {
  let pages: Map<string, string>;
  beforeAll(async () => {
    pages = await readAll(port);
  });

  test('every route has its page, with its path, its codes and a request', () => {
    for (const surface of surfaces) {
      const base = surface === 'operator' ? '' : `/${surface}`;
      for (const [path, methods] of Object.entries(describeSurface(surface).paths ?? {})) {
        for (const [method, operation] of Object.entries<any>(methods)) {
          const text = pages.get(`/docs/${surface}/routes/${operation.operationId}`) ?? '';
          expect(text).toContain(`<code>${base}${path}</code>`);
          expect(text).toContain(`data-method="${method.toUpperCase()}"`);
          expect(text).toContain('curl ');
          expect(text).toContain('/docs/errors/invalid_request"');
          const names = (operation.parameters ?? []).map(({ name }: any) => name);
          for (const name of names) expect(text).toContain(`<code>${name}</code>`);
        }
      }
    }
  });

  test('every error, and every guide of the index, has its page', () => {
    const guides = listGuides(ROOT).flatMap((section) => section.guides.map(({ href }) => href));
    const errors = ERROR_CODES.map((code) => `/docs/errors/${code}`);
    expect(guides.length).toBeGreaterThan(30);
    expect([...guides, ...errors].filter((path) => !pages.has(path))).toEqual([]);
  });

  test('every page says in a search engine what it is, and each route its own', () => {
    const described = [...pages].map(([path, text]) => [path, descriptionOf(text)] as const);
    for (const [path, text] of described) {
      const { length } = written(text);
      expect([path, length > 20 && length <= 155]).toEqual([path, true]);
      expect([path, /[`<>\n]/.test(text)]).toEqual([path, false]);
    }
    const ofRoutes = described.filter(([path]) => path.includes('/routes/'));
    expect(ofRoutes.length).toBeGreaterThan(20);
    expect(new Set(ofRoutes.map(([, text]) => text)).size).toBe(ofRoutes.length);
  });

  test('every link leads to a page, and to something on it', () => {
    const broken: string[] = [];
    for (const [path, text] of pages) {
      const ids = new Set(idsOf(text));
      expect([path, ids.size]).toEqual([path, idsOf(text).length]);
      for (const to of hrefsOf(text)) {
        if (/^(?:https?:|\/docs\/(?:assets|try)\/)/.test(to) || !/^(?:\/docs|#)/.test(to)) continue;
        const [target, anchor] = to.split('#');
        const there = target === '' ? ids : new Set(idsOf(pages.get(target ?? '') ?? ''));
        const isThere = target === '' || pages.has(target ?? '');
        if (!isThere || (anchor !== undefined && !there.has(anchor))) broken.push(`${path}: ${to}`);
      }
    }
    expect(broken).toEqual([]);
  });

  test.each([
    ['market_halted', '/docs/reference/command-line#books-resume'],
    ['misdirected_request', '/docs/operate/configuration#addresses-of-the-gateway'],
  ])('the page of %s leads to %s, which it names', (code, target) => {
    expect(hrefsOf(pages.get(`/docs/errors/${code}`) ?? '')).toContain(target);
  });

  test('what the pages link to besides is there', async () => {
    const others = new Set(
      [...pages.values()].flatMap(hrefsOf).filter((to) => /^\/(?!docs)/.test(to)),
    );
    const images = [...pages.values()].flatMap((text) =>
      [...text.matchAll(/src="([^"]*)"/g)].map(([, to = '']) => to),
    );
    const styles = [...pages.values()]
      .flatMap(hrefsOf)
      .filter((to) => /^\/docs\/(?:assets|try)\//.test(to));
    expect(images.some((to) => to.endsWith('.png'))).toBe(true);
    for (const to of new Set([...others, ...images, ...styles])) {
      const { status } = await fetch(`${urls[port]()}${to}`);
      expect([to, status]).toEqual([to, 200]);
    }
  });

  test('no page needs another server or an inline script, or shows Markdown', () => {
    for (const [path, whole] of pages) {
      const own = /<script src="\/docs\/assets\/copy-code-[\w-]+\.js" defer><\/script>/;
      const text = whole.replace(own, '');
      expect([path, /<script|<style|\bon\w+="|style="|src="(?:https?:)?\/\//.test(text)]).toEqual([
        path,
        false,
      ]);
      const prose = text.replace(/<(pre|code)\b.*?<\/\1>/gs, '');
      expect([path, /`|\]\(|^#+ |<!--|^\|/m.exec(prose)?.[0]]).toEqual([path, undefined]);
      expect([path, text.length < LARGEST_PAGE]).toEqual([path, true]);
    }
  });
});

test('the routes of the operator are on the port of the operator only', async () => {
  const path = '/docs/operator/routes/listAccounts';
  expect((await fetch(`${urls.public()}${path}`)).status).toBe(404);
  expect((await fetch(`${urls.operator()}${path}`)).status).toBe(200);
  expect(await page('/docs/search?q=listAccounts')).toContain('No page has all');
});

test.each(DESCRIBED)('a browser at /%s is shown its page', async (surface) => {
  const answer = await fetch(`${exchange.url()}/${surface}`);
  expect([answer.status, new URL(answer.url).pathname]).toEqual([200, `/docs/${surface}`]);
});

test.each(ERROR_CODES)('the page of %s: its text, and the routes that answer it', async (code) => {
  const text = await page(`/docs/errors/${code}`);
  expect(text).toContain(`${code}</h1>`);
  expect(text).toContain(`>${ruleOf(code).status}</span>`);
  for (const id of ['what-it-means', 'why-it-happens', 'what-to-do', 'charges']) {
    expect(text).toContain(`<h2 id="${id}">`);
  }
  const routes = hrefsOf(text).filter((to) => to.endsWith('#errors'));
  for (const to of routes.slice(0, 2)) {
    expect(await page(to.replace('#errors', ''))).toContain(`href="/docs/errors/${code}"`);
  }
});

test.each(SENT_EVENT_TYPES)('the page of the event %s has its body', async (type) => {
  const text = written(await page(`/docs/events/${type}`));
  expect(text).toContain(`"type": "${type}"`);
  expect(text).toContain('webhook-signature');
  expect(text).toContain('id="body.data"');
});

test.each([
  'errors/nonsense',
  'errors/constructor',
  'errors/No_Match',
  'errors/..%2Fstart',
  '__proto__',
])('there is no page /docs/%s', async (name) => {
  const answer = await fetch(`${exchange.url()}/docs/${name}`);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: 'not_found' });
});

describe('an address where nothing is', () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';

  test.each(['/nonsense', '/docs/nonsense', '/market/v1/nonsense', '/<script>'])(
    '%s shows a page to a browser, and the error body to a program',
    async (path) => {
      for (const port of ['public', 'operator'] as const) {
        const shown = await fetch(`${urls[port]()}${path}`, { headers: { accept } });
        expect([shown.status, shown.headers.get('content-type')]).toEqual([
          404,
          'text/html; charset=utf-8',
        ]);
        const text = await shown.text();
        expect(text).toContain('There is nothing at');
        expect(text).not.toContain('<script>');
        const told = await fetch(`${urls[port]()}${path}`);
        expect([told.status, await told.json()]).toMatchObject([404, { code: 'not_found' }]);
      }
    },
  );
});

describe('the samples of a page', () => {
  const at = (path: string, host: string) =>
    new Promise<string>((resolve, reject) => {
      const { port } = new URL(exchange.url());
      const req = httpRequest({ host: '127.0.0.1', port, path, headers: { host } }, (res) => {
        let text = '';
        res.on('data', (data: Buffer) => (text += data.toString()));
        res.on('end', () => resolve(text));
      });
      req.on('error', reject);
      req.end();
    });

  test.each(['/docs', '/docs/start', '/docs/guides/buy-ahead', '/docs/market/routes/listMarkets'])(
    'of %s name the address at which it was opened',
    async (path) => {
      const { port } = new URL(exchange.url());
      for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
        const text = await at(path, host);
        expect(text).toContain(`http://${host}`);
        expect(text).not.toMatch(/127\.0\.0\.1:8080|\.invalid/);
      }
    },
  );

  test('name the public address when the host is no name', () => {
    const settings = { PORT: 8080, ADMIN_PORT: 8081, PUBLIC_URL: undefined } as AddressSettings;
    const asked = (host: string) => ({ headers: { host }, protocol: 'http' }) as Request;
    for (const host of ['a"b', 'a b', 'a/b', '']) {
      expect(addressesInUse(asked(host), 'public', settings).own).toBe('http://127.0.0.1:8080');
    }
    expect(addressesInUse(asked('ops.internal:81'), 'operator', settings)).toEqual({
      own: 'http://ops.internal:81',
      public: 'http://127.0.0.1:8080',
    });
    const known = { ...settings, PUBLIC_URL: 'https://tokens.example/' };
    expect(addressesInUse(asked('evil.example'), 'public', known).own).toBe(
      'https://tokens.example',
    );
  });
});

describe('how a page is served', () => {
  /** The headers as they are: `fetch` would decode the answer. */
  const raw = (path: string, headers: Record<string, string>) =>
    new Promise<{ status: number; encoding: unknown; bytes: number }>((resolve, reject) => {
      const { port } = new URL(exchange.url());
      const req = httpRequest({ host: '127.0.0.1', port, path, headers }, (res) => {
        let bytes = 0;
        res.on('data', (data: Buffer) => (bytes += data.length));
        res.on('end', () => {
          const encoding = res.headers['content-encoding'];
          resolve({ status: res.statusCode ?? 0, encoding, bytes });
        });
      });
      req.on('error', reject);
      req.end();
    });

  test('with a policy that lets it load styles and images of ours only', async () => {
    const { headers } = await fetch(`${exchange.url()}/docs/start`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:/);
  });

  test('compressed, and only when it has changed', async () => {
    const { headers } = await fetch(`${exchange.url()}/docs/start`);
    const plain = await raw('/docs/start', {});
    const small = await raw('/docs/start', { 'accept-encoding': 'br' });
    expect([plain.encoding, small.encoding]).toEqual([undefined, 'br']);
    expect(small.bytes).toBeLessThan(plain.bytes / 2);
    const again = await raw('/docs/start', { 'if-none-match': headers.get('etag') ?? '' });
    expect(again).toEqual({ status: 304, encoding: undefined, bytes: 0 });
  });

  test('its style has a name of its content, and the colours of the console', async () => {
    const [style = ''] = hrefsOf(await page('/docs')).filter((to) => to.endsWith('.css'));
    const answer = await fetch(`${exchange.url()}${style}`);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const text = await answer.text();
    expect(text).toContain('--paper: light-dark(');
    expect(text).not.toMatch(/url\(|@import/);
  });
});

describe('the search', () => {
  const first = async (query: string) => {
    const text = await page(`/docs/search?q=${encodeURIComponent(query)}`);
    return /<ol class="results">.*?href="([^"]*)"/s.exec(text)?.[1];
  };

  test.each([
    ['/v1/chat/completions', '/docs/buyer/routes/createChatCompletion'],
    ['orderbook', '/docs/market/routes/getOrderBook'],
    ['POST /market/v1/contracts', '/docs/market/routes/createContract'],
    ['no_match', '/docs/errors/no_match'],
    ['buy ahead', '/docs/guides/buy-ahead'],
    ['Lot.Opened', '/docs/events/lot.opened'],
  ])('%s finds %s first', async (query, href) => {
    expect(await first(query)).toBe(href);
  });

  test('shows what was asked for as text', async () => {
    const query = `"><script>alert(1)</script>' $& <!--results-->`;
    const text = await page(`/docs/search?q=${encodeURIComponent(query)}`);
    expect(text).not.toContain('<script>');
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)');
    expect(text).toContain('No page has all');
  });

  test.each(['', '?q=', '?q=%20', '?q', '?other=1'])(
    'without words, %s, it says how',
    async (query) => {
      expect(await page(`/docs/search${query}`)).toContain('Enter words');
    },
  );

  test('reads a bounded part of what it is sent', async () => {
    const query = `${'ticket '.repeat(20)}${'x'.repeat(4_000)}`;
    const text = await page(`/docs/search?q=${encodeURIComponent(query)}`);
    expect(text).toContain('<ol class="results">');
    expect(text.match(/<li>\s*<p><a/g)!.length).toBeLessThanOrEqual(30);
    expect(text).not.toContain('xxxx');
  });
});

describe('the form of a route', () => {
  const tried = async (path: string) => {
    const answer = await fetch(`${exchange.url()}/docs/try/${path}`, { redirect: 'manual' });
    return [answer.status, answer.headers.get('location')];
  };

  test('asks the route, without what was left empty', async () => {
    expect(await tried('market/getOrderBook?model_id=a%2Fb&region=&tenor=spot&other=1')).toEqual([
      303,
      '/market/v1/orderbook?model_id=a%2Fb&tenor=spot',
    ]);
    expect(await tried('market/getCandles?model_id=%2F%2Fevil.example%2F..&interval=1h')).toEqual([
      303,
      '/market/v1/markets/%2F%2Fevil.example%2F../candles?interval=1h',
    ]);
  });

  test.each(['model_id=', 'model_id=..', 'model_id=.', '', `model_id=${'a'.repeat(300)}`])(
    'refuses %s in the place of an instrument',
    async (query) => {
      expect((await tried(`market/getCandles?${query}`))[0]).toBe(400);
    },
  );

  test('is there only for what anybody may read', async () => {
    expect((await tried('market/listContracts'))[0]).toBe(404);
    expect((await tried('market/constructor'))[0]).toBe(404);
    expect(await page('/docs/market/routes/listContracts')).not.toContain('/docs/try/');
  });

  test('leads to an answer', async () => {
    const text = await page('/docs/market/routes/listMarkets');
    const [, action = ''] = /action="(\/docs\/try\/[^"]*)"/.exec(text) ?? [];
    const answer = await fetch(`${exchange.url()}${action}`);
    expect(answer.status).toBe(200);
    expect(new URL(answer.url).pathname).toBe('/market/v1/markets');
  });
});
