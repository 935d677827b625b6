/**
 * `/docs`: the documentation as pages, on every host and port that error bodies link to. No page
 * needs a script: the one that there is adds buttons that copy code. The policy lets a browser load it,
 * styles and images from here, and nothing else.
 */
import { LRUCache } from 'lru-cache';
import type { Request, RequestHandler, Router } from 'express';
import { fail } from '../../domain/errors';
import { servePage } from '../middleware/routes';
import { ASSET_CACHING, sendStatic } from '../middleware/static-file';
import {
  type AddressSettings,
  type Addresses,
  type DocsPort,
  addressesInUse,
} from './address-in-use';
import { DocsFiles, withAddresses } from './files';
import { notFoundPage } from './not-found';
import { DocsSearch, MAX_QUERY_LENGTH } from './search';
import { searchResults } from './search-results';
import { SurfaceAddresses } from './surface-addresses';
import { triedUrl } from './try-route';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
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

/** @returns what answers a browser that opens an address where nothing is */
export function serveDocs(
  router: Router,
  port: DocsPort,
  settings: AddressSettings,
): RequestHandler {
  const files = new DocsFiles(port);
  const surfaces = new SurfaceAddresses(port === 'operator' ? {} : settings, settings.PUBLIC_URL);
  const addressesOf = (req: Request) => addressesInUse(req, port, settings);
  const setPolicy = policy(surfaces);
  const nothingHere = notFoundPage(files, setPolicy);
  router.use('/docs', setPolicy);
  servePage(router, '/docs/assets/:name', async (req, res) => {
    const asset = await files.asset(parameterOf(req, 'name'));
    if (!asset) throw fail('not_found', { message: 'The documentation has no such file.' });
    sendStatic(req, res, asset, ASSET_CACHING);
  });
  servePage(router, '/docs/try/:surface/:operation', async (req, res) => {
    const name = `${parameterOf(req, 'surface')}/${parameterOf(req, 'operation')}`;
    const tried = await files.tried(name);
    if (!tried) throw fail('not_found', { message: 'There is no form of such a route.' });
    const base = surfaces.of(tried.surface, req.headers.host);
    if (base === null) throw fail('not_found', { message: ELSEWHERE });
    res.redirect(303, `${base}${triedUrl(tried, queryOf(req))}`);
  });
  serveSearch(router, files, addressesOf);
  const pages: RequestHandler = async (req, res, next) => {
    const { path = [] } = req.params as { path?: string | string[] };
    const page = await files.page(['/docs', ...[path].flat()].join('/'), addressesOf(req));
    if (page) return sendStatic(req, res, page, PAGE_CACHING);
    await nothingHere(req, res, () =>
      next(fail('not_found', { message: 'There is no such page.' })),
    );
  };
  servePage(router, '/docs', pages);
  servePage(router, '/docs/*path', pages);
  return nothingHere;
}

/** Browsers follow a form only where the policy lets it lead, and after a redirection too. */
function policy(addresses: SurfaceAddresses): RequestHandler {
  return (req, res, next) => {
    const targets = ["'self'", ...addresses.others(req.headers.host)];
    res.set('Content-Security-Policy', `${POLICY}; form-action ${targets.join(' ')}`);
    next();
  };
}

/** The index is made by the first search, and kept; so are the newest results. */
function serveSearch(
  router: Router,
  files: DocsFiles,
  addressesOf: (req: Request) => Addresses,
): void {
  let index: Promise<{ search: DocsSearch; page: string }> | null = null;
  const results = new LRUCache<string, string>({ max: RESULTS_KEPT });
  const read = async () => ({
    search: new DocsSearch(await files.searched()),
    page: await files.frame('search'),
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
    res.set({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' });
    res.type('html').send(withAddresses(shown, addressesOf(req)));
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
