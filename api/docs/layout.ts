/** The page layout, and how a page is served: plain HTML without external resources. */
import type { Response } from 'express';
import { type Html, html } from './html';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%}
td{border-top:1px solid #ddd;padding:.3rem .6rem .3rem 0;vertical-align:top}section{margin-top:2.5rem}h2,h3,h4{margin-bottom:.3rem}
pre{overflow-x:auto;padding:.6rem;border:1px solid #ddd}
a{color:#0b57d0}small{color:#555}@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}td,pre{border-color:#333}a{color:#8ab4f8}small{color:#aaa}}`;

export function wholePage(title: string, content: Html): Html {
  return html`<!doctype html>
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
}

export function sendPage(res: Response, page: Html): void {
  res.set('Cache-Control', 'public, max-age=300').type('html').send(page.text);
}
