/** Every page of a port, laid out, with what the search and the forms need to know of it. */
import { ERROR_CODES } from '../../../domain/errors';
import type { Surface } from '../../context';
import { Html, html } from '../html';
import type { SearchEntry } from '../search';
import type { TriedRoute } from '../try-route';
import { codeLinks } from './code-links';
import { errorPage } from './error-pages';
import { eventPages } from './event-pages';
import { Guides, listGuides } from './guides';
import { type Frame, SEARCH_HREF, layOut } from './layout';
import { hasEvents, readDocument, readSurface } from './openapi';
import type { DocPage, Link } from './page';
import { groupPage, routePage, surfacePage } from './route-pages';
import { sectionsOf, startPage } from './start-page';
import { plainContent } from './plain-content';
import { MISSING_PATH, SEARCHED } from './searched';
import { isTryable } from './try-form';

export interface Site {
  /** The text of each page by its address. */
  readonly pages: ReadonlyMap<string, string>;
  /** The page of the search without results, and that of nothing without its path. */
  readonly frames: Readonly<Record<'search' | 'not-found', string>>;
  readonly searched: readonly SearchEntry[];
  readonly tried: Readonly<Record<string, TriedRoute>>;
}

export interface SiteParts extends Pick<Frame, 'style' | 'icon' | 'script'> {
  /** The checkout. */
  readonly root: string;
  /** The address of each image, by its path in the checkout. */
  readonly images: ReadonlyMap<string, string>;
}

export function makeSite(names: readonly Surface[], { root, images, ...look }: SiteParts): Site {
  const surfaces = names.map((surface) => readSurface(root, surface));
  const routes = surfaces.flatMap((one) => one.routes);
  const listed = listGuides(root);
  const errorPaths = ERROR_CODES.map((code) => `docs/reference/errors/${code}.md`);
  const paths = listed.flatMap(({ guides }) => guides.map(({ path }) => path));
  const webhooks = hasEvents(surfaces) ? readDocument(root, 'webhooks') : null;
  const hrefOf = codeLinks(root, Object.keys(webhooks?.webhooks ?? {}), routes);
  const guides = new Guides(root, [...paths, ...errorPaths], images, hrefOf);
  const sections = listed.map(({ title, guides: own }) => ({
    title,
    pages: own.map((guide) => guides.page(title, guide)),
  }));
  const surfacePages = surfaces.map(surfacePage);
  const contents = { surfaces, sections, surfacePages };
  const ordered: (readonly DocPage[])[] = [
    ...sections.map(({ pages }) => pages),
    ...surfaces.flatMap((one) => one.groups.map((group) => group.routes.map(routePage))),
    ...(webhooks ? [eventPages(webhooks)] : []),
  ];
  const alone = [
    startPage(contents),
    ...surfacePages,
    ...surfaces.flatMap((one) => one.groups.map((group) => groupPage(one, group))),
    ...ERROR_CODES.map((code) => errorPage(code, guides, routes)),
  ];
  const frame = { ...look, sections: sectionsOf(contents) };
  const texts = [
    ...alone.map((page) => [page.href, layOut(page, frame, []).text] as const),
    ...ordered.flatMap((pages) =>
      pages.map((page, at) => {
        const neighbours = [linkTo(pages[at - 1]), linkTo(pages[at + 1])];
        return [page.href, layOut(page, frame, neighbours).text] as const;
      }),
    ),
  ];
  return {
    pages: new Map(texts),
    frames: {
      search: layOut(emptySearchPage(), frame, []).text,
      'not-found': layOut(notFoundPage(), frame, []).text,
    },
    searched: [...alone, ...ordered.flat()].map(searchEntry),
    tried: Object.fromEntries(
      routes.filter(isTryable).map((route) => [
        `${route.surface}/${route.operation.operationId}`,
        {
          surface: route.surface,
          path: route.described,
          parameters: (route.operation.parameters ?? [])
            .filter((one) => one.in !== 'header')
            .map(({ name, in: place }) => ({ name, place })),
        },
      ]),
    ) as Record<string, TriedRoute>,
  };
}

function linkTo(page: DocPage | undefined): Link | null {
  return page ? { href: page.href, label: page.title } : null;
}

function emptySearchPage(): DocPage {
  return {
    href: SEARCH_HREF,
    title: 'Search',
    summary: '',
    description: 'Search the routes, errors and guides of the exchange.',
    kind: '',
    above: [{ href: '/docs', label: 'Documentation' }],
    content: new Html(SEARCHED.results),
    headings: [],
    names: '',
  };
}

function notFoundPage(): DocPage {
  return {
    href: '/docs/not-found',
    title: 'Nothing is here',
    summary: '',
    description: 'There is nothing at this address of the exchange.',
    kind: '',
    above: [{ href: '/docs', label: 'Documentation' }],
    content: html`<div class="prose">
      <p>There is nothing at <code>${new Html(MISSING_PATH)}</code>.</p>
      <p>
        Search above for a route, an error or a guide, or go to the <a href="/">console</a> or to
        the <a href="/docs">first page of the documentation</a>. Programs get the error
        <a href="/docs/errors/not_found"><code>not_found</code></a> here.
      </p>
    </div>`,
    headings: [],
    names: '',
  };
}

function searchEntry({
  href,
  title,
  summary,
  kind,
  names,
  content,
  headings,
}: DocPage): SearchEntry {
  return {
    href,
    title,
    summary: summary.replaceAll('`', ''),
    kind,
    names,
    headings: headings.map(({ text }) => text).join(' · '),
    body: plainContent(content),
  };
}
