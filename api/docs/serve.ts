/** `/docs`: the descriptions as pages, one a surface, that need nothing but this server. */
import type { IRouter } from 'express';
import { ERROR_CODES, ruleOf } from '../../domain/errors';
import { route } from '../middleware/routes';
import { DESCRIBED, type DescribedSurface, describeSurface } from '../openapi/document';
import { type Html, html } from './html';
import { operationsOf, type PageSource } from './page';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%}
td{border-top:1px solid #ddd;padding:.3rem .6rem .3rem 0;vertical-align:top}section{margin-top:2.5rem}h2,h3,h4{margin-bottom:.3rem}
a{color:#0b57d0}small{color:#555}@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}td{border-color:#333}a{color:#8ab4f8}small{color:#aaa}}`;

/** Whom a surface is for. */
const READERS: Readonly<Record<DescribedSurface, string>> = {
  buyer: 'chat completions as OpenAI clients send them, and tickets',
  seller: 'registration, offers, trades, deliveries and reports of a seller',
  market: 'market data, orders for capacity, contracts, accounts, asks',
};

export function serveDocs(router: IRouter): void {
  serve(router, '/docs', 'Tokenbook', indexPage());
  serve(router, '/docs/errors', 'Tokenbook errors', errorsPage());
  forward(router, '/', '/docs');
  for (const surface of DESCRIBED) {
    const description = JSON.parse(JSON.stringify(describeSurface(surface))) as PageSource;
    serve(router, `/docs/${surface}`, description.info.title, operationsOf(description));
    forward(router, `/${surface}`, `/docs/${surface}`);
  }
}

function indexPage(): Html {
  const links = DESCRIBED.map(
    (surface) =>
      html`<li>
        <a href="/docs/${surface}">${describeSurface(surface).info.title}</a>: ${READERS[surface]}
        (<a href="/${surface}/openapi.json">OpenAPI 3.1</a>)
      </li>`,
  );
  return html`<h1>Tokenbook</h1>
    <p>An exchange for language-model inference capacity. Three surfaces:</p>
    <ul>
      ${links}
    </ul>
    <p>
      What a refusal means: <a href="/docs/errors">error codes</a>. The order-book stream is
      described in <a href="/market/asyncapi.json">AsyncAPI 3</a>.
    </p>
    <p>
      Without a key: <a href="/market/v1/markets">the catalog with its quotes</a>,
      <a href="/v1/models">the models</a>.
    </p>`;
}

function errorsPage(): Html {
  return html`<h1>Tokenbook errors</h1>
    <p>Every refusal carries a <code>code</code>. Branch on it; the texts may change.</p>
    <table>
      ${ERROR_CODES.map((code) => {
        const { status, message, retry } = ruleOf(code);
        return html`<tr id="${code}">
          <td><code>${code}</code></td>
          <td>${status}</td>
          <td>${message}</td>
          <td>${retry === 'never' ? 'Asking again cannot help.' : ''}</td>
        </tr>`;
      })}
    </table>`;
}

/** A person who opens the address of a surface is shown what it is. */
function forward(router: IRouter, path: string, to: string): void {
  route(router, path, { get: (_req, res) => res.redirect(to) });
}

function serve(router: IRouter, path: string, title: string, content: Html): void {
  const page = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title}</title>
      <style>
        ${STYLE}
      </style>
      <body>
        ${content}
      </body>
    </html>`;
  route(router, path, {
    get: (_req, res) => {
      res.set('Cache-Control', 'public, max-age=300').type('html').send(page.text);
    },
  });
}
