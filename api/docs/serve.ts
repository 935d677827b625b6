/** `/docs`: the descriptions as pages, one a surface, that need nothing but this server. */
import type { IRouter } from 'express';
import { route } from '../middleware/routes';
import { DESCRIBED, describeSurface } from '../openapi/document';
import { type Html, html } from './html';
import { operationsOf, type PageSource } from './page';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%}
td{border-top:1px solid #ddd;padding:.3rem .6rem .3rem 0;vertical-align:top}section{margin-top:2.5rem}h2,h3,h4{margin-bottom:.3rem}
a{color:#0b57d0}small{color:#555}@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}td{border-color:#333}a{color:#8ab4f8}small{color:#aaa}}`;

export function serveDocs(router: IRouter): void {
  const links = DESCRIBED.map(
    (surface) =>
      html`<li>
        <a href="/docs/${surface}">${describeSurface(surface).info.title}</a>,
        <a href="/${surface}/openapi.json">OpenAPI 3.1</a>
      </li>`,
  );
  const index = html`<h1>Tokenbook</h1>
    <p>An exchange for language-model inference capacity. Three surfaces:</p>
    <ul>
      ${links}
    </ul>
    <p>The order-book stream is described in <a href="/market/asyncapi.json">AsyncAPI 3</a>.</p>`;
  serve(router, '/docs', 'Tokenbook', index);
  for (const surface of DESCRIBED) {
    const description = JSON.parse(JSON.stringify(describeSurface(surface))) as PageSource;
    serve(router, `/docs/${surface}`, description.info.title, operationsOf(description));
  }
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
