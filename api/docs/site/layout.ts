/** The frame of every page: heading with the search, contents, the page and its outline. */
import { Html, html, prose } from '../html';
import { shortened } from './description';
import type { DocPage, Link, NestedLink, Section } from './page';
import { SEARCHED } from './searched';

export interface Frame {
  /** The address of the stylesheet, which changes with its content. */
  readonly style: string;
  readonly icon: string;
  readonly script: string;
  readonly sections: readonly Section[];
}

export const SEARCH_HREF = '/docs/search';

/** @param neighbours the pages before and after this one in its section */
export function layOut(page: DocPage, frame: Frame, neighbours: readonly (Link | null)[]): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="${shortened(page.description)}" />
        <title>${page.title === 'Tokenbook' ? '' : `${page.title} · `}Tokenbook</title>
        <link rel="stylesheet" href="${frame.style}" />
        <script src="${frame.script}" defer></script>
        <link rel="icon" type="image/svg+xml" href="${frame.icon}" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        ${heading(frame, page)}
        <div class="frame">
          <main id="main" tabindex="-1" ${page.beside ? html`class="with-beside"` : ''}>
            ${head(page)} ${outline(page, 'outline-top')}
            <div class="columns">
              <article>${page.content}</article>
              ${page.beside ? html`<div class="beside">${page.beside}</div>` : ''}
            </div>
            ${footer(neighbours)}
          </main>
          ${page.beside ? '' : outline(page, 'outline-beside')} ${contents(frame.sections, page)}
        </div>
      </body>
    </html>`;
}

function heading({ icon }: Frame, { href }: DocPage): Html {
  return html`<header class="bar">
    <a class="brand" href="/docs">
      <img src="${icon}" alt="" width="22" height="22" />
      <span>Tokenbook <span class="brand-part">Documentation</span></span>
    </a>
    ${searchForm(href === SEARCH_HREF ? new Html(SEARCHED.query) : html``)}
    <nav class="bar-links" aria-label="Site">
      <a class="to-contents" href="#contents">Contents</a>
      <a href="/">Console</a>
    </nav>
  </header>`;
}

function searchForm(words: Html): Html {
  return html`<form class="search" role="search" action="/docs/search" method="get">
    <label class="only-read" for="q">Search the documentation</label>
    <input
      id="q"
      name="q"
      type="search"
      maxlength="100"
      placeholder="Search routes, errors, guides"
      autocomplete="off"
      value="${words}"
    />
    <button>Search</button>
  </form>`;
}

function head({ above, title, summary, head: below }: DocPage): Html {
  const steps = above.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`);
  return html`<div class="head">
    ${
      steps.length === 0
        ? ''
        : html`<nav class="above" aria-label="Pages above">
            <ol>
              ${steps}
            </ol>
          </nav>`
    }
    <h1>${title}</h1>
    ${summary === '' ? '' : html`<p class="lead">${prose(summary)}</p>`} ${below ?? ''}
  </div>`;
}

/** On a phone it is folded, above the content; on a wide screen it stands beside it. */
function outline({ headings, beside }: DocPage, place: string): Html {
  if (headings.length < 2) return html``;
  const links = headings.map(
    ({ id, level, text }) => html`<li data-level="${level}"><a href="#${id}">${text}</a></li>`,
  );
  const list = html`<ul>
    ${links}
  </ul>`;
  if (beside) {
    return html`<nav class="outline-row" aria-label="On this page">${list}</nav>`;
  }
  if (place === 'outline-top') {
    return html`<details class="outline-top">
      <summary>On this page</summary>
      <nav aria-label="On this page">${list}</nav>
    </details>`;
  }
  return html`<nav class="outline-beside" aria-label="On this page, beside">
    <p>On this page</p>
    ${list}
  </nav>`;
}

function contents(sections: readonly Section[], page: DocPage): Html {
  return html`<nav class="contents" id="contents" aria-label="Contents">
    ${sections.map(({ title, links }) => {
      const isFirst = title === 'Begin' || (title === 'API' && page.href === '/docs');
      const isOpen = isFirst || links.some((one) => leadsTo(one, page.href));
      return html`<details ${isOpen ? html`open` : ''}>
        <summary>${title}</summary>
        ${linkList(links, page.href)}
      </details>`;
    })}
    <p class="to-top"><a href="#main">Back to the top</a></p>
  </nav>`;
}

/** The links below one are listed only where the reader is. */
function linkList(links: readonly NestedLink[], href: string): Html {
  return html`<ul>
    ${links.map((link) => {
      const current = link.href === href ? html` aria-current="page"` : '';
      const isAround = link.links !== undefined && leadsTo(link, href);
      return html`<li>
        <a href="${link.href}" ${current}>${link.label}</a>
        ${isAround ? linkList(link.links ?? [], href) : ''}
      </li>`;
    })}
  </ul>`;
}

function leadsTo(link: NestedLink, href: string): boolean {
  if (link.href !== '/docs' && href.startsWith(`${link.href}/`)) return true;
  return link.href === href || (link.links ?? []).some((one) => leadsTo(one, href));
}

function footer([before, after]: readonly (Link | null)[]): Html {
  if (!before && !after) return html``;
  const link = (to: Link | null | undefined, word: string, rel: string) =>
    to
      ? html`<a href="${to.href}" rel="${rel}"><span>${word}</span> ${to.label}</a>`
      : html`<span></span>`;
  return html`<nav class="neighbours" aria-label="Pages before and after">
    ${link(before, 'Previous', 'prev')} ${link(after, 'Next', 'next')}
  </nav>`;
}
