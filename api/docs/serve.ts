/**
 * `/docs`: the documentation as pages, on every host and port that error bodies link to. No page
 * needs a script: the policy lets a browser load styles and images from here, and nothing else.
 */
import { LRUCache } from 'lru-cache';
import type { Request, RequestHandler, Router } from 'express';
import type { Settings } from '../../config/settings';
import { fail } from '../../domain/errors';
import { servePage } from '../middleware/routes';
import { ASSET_CACHING, sendStatic } from '../middleware/static-file';
import { addressOf } from '../openapi/surfaces';
import type { SurfaceHosts } from '../surface-hosts';
import { DocsFiles, type DocsPort } from './files';
import { DocsSearch, MAX_QUERY_LENGTH } from './search';
import { searchResults } from './search-results';
import { SurfaceAddresses } from './surface-addresses';
import { triedUrl } from './try-route';

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE_CACHING = 'public, max-age=300';

/** Of 30 kB each. */
const RESULTS_KEPT = 100;

const ELSEWHERE =
  'This host name serves another surface, and the address of this one is not known (PUBLIC_URL).';

type DocsSettings = SurfaceHosts & Pick<Settings, 'PUBLIC_URL'>;

export function serveDocs(router: Router, port: DocsPort, settings: DocsSettings): void {
  const { PUBLIC_URL: publicUrl } = settings;
  const files = new DocsFiles(port, addressOfPort(port, publicUrl));
  const addresses = new SurfaceAddresses(port === 'operator' ? {} : settings, publicUrl);
  router.use('/docs', policy(addresses));
  servePage(router, '/docs/assets/:name', async (req, res) => {
    const asset = await files.asset(parameterOf(req, 'name'));
    if (!asset) throw fail('not_found', { message: 'The documentation has no such file.' });
    sendStatic(req, res, asset, ASSET_CACHING);
  });
  servePage(router, '/docs/try/:surface/:operation', async (req, res) => {
    const name = `${parameterOf(req, 'surface')}/${parameterOf(req, 'operation')}`;
    const tried = await files.tried(name);
    if (!tried) throw fail('not_found', { message: 'There is no form of such a route.' });
    const base = addresses.of(tried.surface, req.headers.host);
    if (base === null) throw fail('not_found', { message: ELSEWHERE });
    res.redirect(303, `${base}${triedUrl(tried, queryOf(req))}`);
  });
  serveSearch(router, files);
  const pages: RequestHandler = async (req, res) => {
    const { path = [] } = req.params as { path?: string | string[] };
    const page = await files.page(['/docs', ...[path].flat()].join('/'));
    if (!page) throw fail('not_found', { message: 'There is no such page.' });
    sendStatic(req, res, page, PAGE_CACHING);
  };
  servePage(router, '/docs', pages);
  servePage(router, '/docs/*path', pages);
}

/** Browsers follow a form only where the policy lets it lead, and after a redirection too. */
function policy(addresses: SurfaceAddresses): RequestHandler {
  return (req, res, next) => {
    const targets = ["'self'", ...addresses.others(req.headers.host)];
    res.set('Content-Security-Policy', `${POLICY}; form-action ${targets.join(' ')}`);
    next();
  };
}

function addressOfPort(port: DocsPort, publicUrl?: string): string {
  return addressOf(port === 'operator' ? 'operator' : 'buyer', publicUrl).replace(/\/buyer$/, '');
}

/** The index is made by the first search, and kept; so are the newest results. */
function serveSearch(router: Router, files: DocsFiles): void {
  let index: Promise<{ search: DocsSearch; page: string }> | null = null;
  const results = new LRUCache<string, string>({ max: RESULTS_KEPT });
  const read = async () => ({
    search: new DocsSearch(await files.searched()),
    page: await files.searchPage(),
  });
  servePage(router, '/docs/search', async (req, res) => {
    index ??= read().catch((error: unknown) => {
      index = null;
      throw error;
    });
    const { search, page } = await index;
    const query = (queryOf(req).get('q') ?? '').slice(0, MAX_QUERY_LENGTH);
    const known = results.get(query);
    const shown = known ?? searchResults(page, query, search.find(query));
    if (known === undefined) results.set(query, shown);
    res.set({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' }).type('html').send(shown);
  });
}

/** A person who opens the address of a surface is shown its page. */
export function forwardToDocs(router: Router, surface: string): void {
  servePage(router, `/${surface}`, (_req, res) => res.redirect(`/docs/${surface}`));
}

function parameterOf(req: Request, name: string): string {
  return String(req.params[name]);
}

function queryOf(req: Request): URLSearchParams {
  const [, query = ''] = /\?(.*)$/s.exec(req.originalUrl) ?? [];
  return new URLSearchParams(query);
}
