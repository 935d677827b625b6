/**
 * `/docs/errors`: every code, and `/docs/errors/<code>`: its meaning and remedy. Error bodies link
 * there. The pages are the Markdown under `docs/reference/errors`, rendered once.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IRouter } from 'express';
import { ERROR_CODES, type ErrorCode, fail, isErrorCode, ruleOf } from '../../domain/errors';
import { pathParameter } from '../context';
import { route } from '../middleware/routes';
import { type Html, html } from './html';
import { sendPage, wholePage } from './layout';
import { markdownToHtml } from './markdown';

/** In the checkout and, copied by the build, in `dist`. */
const FOLDER = join(__dirname, '..', '..', 'docs', 'reference', 'errors');

const PAGES: ReadonlyMap<string, Html> = new Map(
  ERROR_CODES.map((code) => [code, wholePage(`Tokenbook error ${code}`, pageOf(code))]),
);

export function serveErrorPages(router: IRouter): void {
  const index = wholePage('Tokenbook errors', indexPage());
  route(router, '/docs/errors', { get: (_req, res) => sendPage(res, index) });
  route(router, '/docs/errors/:code', {
    get: (req, res) => {
      const page = PAGES.get(pathParameter(req, 'code'));
      if (!page) throw fail('not_found', { message: 'There is no such error code.' });
      sendPage(res, page);
    },
  });
}

function pageOf(code: ErrorCode): Html {
  const text = readFileSync(join(FOLDER, `${code}.md`), 'utf8');
  return html`<p><a href="/docs/errors">All error codes</a></p>
    ${markdownToHtml(text, hrefOf)}`;
}

/** Only these pages of the documentation are served. */
function hrefOf(target: string): string | null {
  const code = /^(\w+)\.md$/.exec(target)?.[1] ?? '';
  return isErrorCode(code) ? `/docs/errors/${code}` : null;
}

function indexPage(): Html {
  return html`<h1>Tokenbook errors</h1>
    <p>Every error body carries a <code>code</code>. Branch on it; the texts may change.</p>
    <table>
      ${ERROR_CODES.map((code) => {
        const { status, message, retry } = ruleOf(code);
        return html`<tr id="${code}">
          <td>
            <a href="/docs/errors/${code}"><code>${code}</code></a>
          </td>
          <td>${status}</td>
          <td>${message}</td>
          <td>${retry === 'never' ? 'Do not repeat it immediately.' : ''}</td>
        </tr>`;
      })}
    </table>`;
}
