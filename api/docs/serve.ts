/** `/docs`: the descriptions as pages, one per surface, without external resources. */
import type { IRouter } from 'express';
import { route } from '../middleware/routes';
import { DESCRIBED, type DescribedSurface } from '../openapi/surfaces';
import { writtenDescription } from '../openapi/written';
import { type Html, html } from './html';
import { sendPage, wholePage } from './layout';
import { operationsOf, type PageSource } from './page';

/** The users of a surface. */
const READERS: Readonly<Record<DescribedSurface, string>> = {
  buyer: 'chat completions as OpenAI clients send them, and tickets',
  seller: 'registration, offers, trades, deliveries and reports of a seller',
  market: 'market data, contract orders, contracts, accounts, asks',
};

interface DescribedPage {
  readonly surface: DescribedSurface;
  readonly description: PageSource;
}

export function serveDocs(router: IRouter, publicUrl?: string): void {
  const described = DESCRIBED.map((surface) => ({
    surface,
    description: writtenDescription(surface, publicUrl) as PageSource,
  }));
  serve(router, '/docs', 'Tokenbook', indexPage(described));
  for (const { surface, description } of described) {
    const content = operationsOf(description, `/${surface}`);
    serve(router, `/docs/${surface}`, description.info.title, content);
    forward(router, `/${surface}`, `/docs/${surface}`);
  }
}

function indexPage(described: readonly DescribedPage[]): Html {
  const links = described.map(
    ({ surface, description }) =>
      html`<li>
        <a href="/docs/${surface}">${description.info.title}</a>: ${READERS[surface]} (<a
          href="/${surface}/openapi.json"
          >OpenAPI 3.1</a
        >)
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

/** A person who opens the address of a surface is redirected to its page. */
function forward(router: IRouter, path: string, to: string): void {
  route(router, path, { get: (_req, res) => res.redirect(to) });
}

function serve(router: IRouter, path: string, title: string, content: Html): void {
  const page = wholePage(title, content);
  route(router, path, { get: (_req, res) => sendPage(res, page) });
}
