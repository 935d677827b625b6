/** Every code, with its meaning and remedy: error bodies link there. Each names its routes, and each route its codes. */
import { type ErrorCode, isErrorCode, ruleOf } from '../../../domain/errors';
import { type Html, html } from '../html';
import type { Guides } from './guides';
import { type DescribedRoute, codesOf } from './openapi';
import type { DocPage } from './page';

/** With more, the routes of a code are folded. */
const SHOWN_ROUTES = 12;

export const ERRORS_HREF = '/docs/errors';

export function errorHref(code: string): string {
  return `${ERRORS_HREF}/${code}`;
}

export function errorPage(
  code: ErrorCode,
  guides: Guides,
  routes: readonly DescribedRoute[],
): DocPage {
  const { status, message } = ruleOf(code);
  const { content, headings } = guides.render(`docs/reference/errors/${code}.md`);
  const own = routes.filter(({ operation }) => codesOf(operation).includes(code));
  return {
    href: errorHref(code),
    title: code,
    summary: message,
    description: `${code}, status ${status}: ${message}`,
    kind: 'Errors',
    above: [
      { href: '/docs', label: 'Documentation' },
      { href: ERRORS_HREF, label: 'Errors' },
    ],
    head: html`<p class="facts">
      <span class="status" data-status="${Math.floor(status / 100)}">${status}</span>
    </p>`,
    content: html`<div class="prose">${content}</div>
      ${routesWith(own)}`,
    headings: [
      ...headings,
      ...(own.length > 0 ? [{ id: 'routes', level: 2, text: 'Routes that answer it' }] : []),
    ],
    names: `${code} ${status}`,
  };
}

function routesWith(routes: readonly DescribedRoute[]): Html {
  if (routes.length === 0) return html``;
  const list = html`<ul class="routes">
    ${routes.map(
      ({ method, path, href }) =>
        html`<li>
          <a href="${href}#errors"
            ><span class="method" data-method="${method}">${method}</span> <code>${path}</code></a
          >
        </li>`,
    )}
  </ul>`;
  return html`<section>
    <h2 id="routes">Routes that answer it</h2>
    ${
      routes.length <= SHOWN_ROUTES
        ? list
        : html`<details>
            <summary>${routes.length} routes</summary>
            ${list}
          </details>`
    }
  </section>`;
}

/** Codes with their status and meaning, each with a link to its page. */
export function errorTable(codes: readonly string[]): Html {
  const rows = codes.filter(isErrorCode).map((code) => {
    const { status, message, retry } = ruleOf(code);
    return html`<tr id="${code}">
      <td><span class="status" data-status="${Math.floor(status / 100)}">${status}</span></td>
      <td>
        <a href="${errorHref(code)}"><code>${code}</code></a>
      </td>
      <td>${message} ${retry === 'never' ? html`<small>Do not repeat it at once.</small>` : ''}</td>
    </tr>`;
  });
  return html`<div class="table-frame" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Code</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}
