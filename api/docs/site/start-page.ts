/** `/docs`: where to begin, the surfaces, and every guide with what it answers. */
import { type Html, html } from '../html';
import { ADDRESS } from './address';
import { codeToHtml } from './markdown';
import { EVENTS_HREF, EVENTS_SUMMARY } from './event-pages';
import { ERRORS_HREF } from './error-pages';
import { pageList } from './guides';
import { type DescribedSurface, hasEvents } from './openapi';
import type { DocPage, Section } from './page';

const SUMMARY =
  'An exchange for language-model inference capacity: sellers post offers of tokens, buyers bid for them, for one request or ahead.';

interface Contents {
  readonly surfaces: readonly DescribedSurface[];
  /** The pages of each section of guides. */
  readonly sections: readonly { readonly title: string; readonly pages: readonly DocPage[] }[];
  /** The first pages of the surfaces. */
  readonly surfacePages: readonly DocPage[];
}

export function startPage({ surfaces, sections, surfacePages }: Contents): DocPage {
  const isPublic = hasEvents(surfaces);
  const [begin, ...others] = sections;
  const titles = ['API', ...others.map(({ title }) => title)];
  return {
    href: '/docs',
    title: 'Tokenbook',
    summary: SUMMARY,
    description: SUMMARY,
    kind: 'Documentation',
    above: [],
    content: html`${isPublic ? firstSteps() : ''} ${begin ? pageList(begin.pages) : ''}
      <h2 id="api">API</h2>
      ${pageList([...surfacePages, ...besides(surfaces)])}
      ${others.map(
        ({ title, pages }) =>
          html`<h2 id="${title.toLowerCase()}">${title}</h2>
            ${pageList(pages)}`,
      )}`,
    headings: titles.map((title) => ({ id: title.toLowerCase(), level: 2, text: title })),
    names: 'start home',
  };
}

function besides(
  surfaces: readonly DescribedSurface[],
): Pick<DocPage, 'href' | 'title' | 'summary'>[] {
  return [
    ...(hasEvents(surfaces)
      ? [
          {
            href: EVENTS_HREF,
            title: 'Webhook events',
            summary: EVENTS_SUMMARY,
          },
          {
            href: '/docs/reference/stream',
            title: 'Order-book stream',
            summary: 'Live books over WebSocket and socket.io, also described in AsyncAPI 3.',
          },
        ]
      : []),
    {
      href: ERRORS_HREF,
      title: 'Errors',
      summary: 'What each refusal means, why it happens, what to do, and what was charged.',
    },
  ];
}

/** What can be read without a key, and the first request with one. */
function firstSteps(): Html {
  const chat = [
    '{"model": "llama-3.3-70b",',
    ' "messages": [{"role": "user", "content": "Name three rivers."}],',
    ' "max_price": "0.0006"}',
  ].join('\n      ');
  return html`<div class="steps">
    <section>
      <h2 id="read">Read the market</h2>
      <p>
        Without a key: <a href="/docs/try/market/listMarkets">the catalog with its quotes</a> and
        <a href="/docs/try/buyer/listModels">the models</a>.
      </p>
      ${codeToHtml(`curl '${ADDRESS}/market/v1/markets'`, 'bash')}
    </section>
    <section>
      <h2 id="buy">Buy one answer</h2>
      <p>An ordinary chat completion with a ceiling of its price, USD per 1,000 tokens.</p>
      ${codeToHtml(
        [
          `curl '${ADDRESS}/v1/chat/completions'`,
          `-H "Authorization: Bearer $KEY"`,
          `-H 'Content-Type: application/json'`,
          `-d '${chat}'`,
        ].join(' \\\n  '),
        'bash',
      )}
    </section>
  </div>`;
}

export function sectionsOf({ surfaces, sections }: Contents): Section[] {
  const link = ({ href, title }: DocPage) => ({ href, label: title });
  const guides = sections.map(({ title, pages }) => ({ title, links: pages.map(link) }));
  const api: Section = {
    title: 'API',
    links: [
      ...surfaces.map(({ surface, document, groups }) => ({
        href: `/docs/${surface}`,
        label: document.info.title.replace('Tokenbook ', ''),
        links: groups.map(({ name, href, routes }) => ({
          href,
          label: name,
          links: routes.map((route) => ({ href: route.href, label: route.operation.summary })),
        })),
      })),
      ...(hasEvents(surfaces) ? [{ href: EVENTS_HREF, label: 'Webhook events' }] : []),
      { href: ERRORS_HREF, label: 'Errors' },
    ],
  };
  const [begin, concepts, ...others] = guides;
  const first = { ...(begin ?? { title: 'Begin', links: [] }) };
  return [
    { ...first, links: [{ href: '/docs', label: 'Overview' }, ...first.links] },
    ...(concepts ? [concepts] : []),
    api,
    ...others,
  ];
}
