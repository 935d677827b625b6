/** One page for each route, one for each group of routes, one for each surface. */
import { type Html, html, prose } from '../html';
import { ADDRESS } from './address';
import { codeExamples } from './examples';
import { fieldList, limitsOf, typeOf } from './fields';
import { codeToHtml } from './markdown';
import {
  type Answer,
  type DescribedRoute,
  type DescribedSurface,
  type Group,
  type Parameter,
  codesOf,
  textOf,
  titleOf,
} from './openapi';
import { errorTable } from './error-pages';
import type { DocPage, Link } from './page';
import { isTryable, tryForm } from './try-form';

/** The users of a surface. */
const READERS = {
  buyer: 'Chat completions as OpenAI clients send them, and tickets.',
  seller: 'Registration, offers, trades, deliveries and reports of a seller.',
  market: 'Market data, contract orders, contracts, accounts, asks.',
  operator: 'Accounts, sellers, books and records, on the port of the operator.',
} as const;

const CREDENTIALS: Readonly<Record<string, string>> = {
  buyerKey: 'Authorization: Bearer <buyer key>',
  ticketCredential: 'Authorization: Bearer <ticket credential>',
  sellerKey: 'X-Seller-API-Key: <seller key>',
  operatorToken: 'Authorization: Bearer <operator token>',
  codecSession: 'a session begun at /codec',
};

const TOP: Link = { href: '/docs', label: 'Documentation' };

export function surfacePage({ surface, document, groups }: DescribedSurface): DocPage {
  const base = surface === 'operator' ? ADDRESS : `${ADDRESS}/${surface}`;
  const source = surface === 'operator' ? '/admin/v1/openapi.json' : `/${surface}/openapi.json`;
  return {
    href: `/docs/${surface}`,
    title: `${titleOf(surface)} API`,
    summary: READERS[surface],
    description: `${READERS[surface]} ${document.info.description ?? ''}`,
    kind: 'API',
    above: [TOP],
    content: html`<p>
        ${prose(document.info.description ?? '')} Base address: <code>${base}</code>. Version
        ${document.info.version} of the API. OpenAPI 3.1:
        ${
          surface === 'operator'
            ? html`<code>${source}</code>`
            : html`<a href="${source}">${source}</a>`
        }
      </p>
      ${groups.map(
        ({ name, href, routes }) =>
          html`<h2 id="${slug(href)}"><a href="${href}">${name}</a></h2>
            ${routeList(routes)}`,
      )}`,
    headings: groups.map(({ name, href }) => ({ id: slug(href), level: 2, text: name })),
    names: `/${surface} openapi.json`,
  };
}

export function groupPage({ surface }: DescribedSurface, { name, href, routes }: Group): DocPage {
  const titles = routes.map(({ operation }) => operation.summary);
  return {
    href,
    title: name,
    summary: '',
    description: `${name} in the ${titleOf(surface)} API: ${titles.join('; ')}.`,
    kind: `${titleOf(surface)} API`,
    above: [TOP, { href: `/docs/${surface}`, label: `${titleOf(surface)} API` }],
    content: html`${routes.map(
      (route) =>
        html`<h2 id="${route.operation.operationId}">
            <a href="${route.href}">${route.operation.summary}</a>
          </h2>
          ${routeLine(route)}
          <p>${prose(route.operation.description ?? '')}</p>`,
    )}`,
    headings: routes.map(({ operation }) => ({
      id: operation.operationId,
      level: 2,
      text: operation.summary,
    })),
    names: href,
  };
}

export function routePage(route: DescribedRoute): DocPage {
  const { surface, operation, href, group, method, path, document } = route;
  const { parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content['application/json']?.schema;
  const codes = codesOf(operation);
  const sections: readonly (readonly [string, string, Html])[] = [
    ...(['path', 'query', 'header'] as const).flatMap((place) => {
      const own = parameters.filter((one) => one.in === place);
      const title = PLACES[place];
      return own.length === 0 ? [] : [[place, title, parameterList(own)] as const];
    }),
    ...(body
      ? ([
          [
            'body',
            'Body',
            html`<p class="type">${typeOf(body)}</p>
              ${fieldList(body, document, 'body')}`,
          ],
        ] as const)
      : []),
    ['answer', 'Answer', answers(responses, route)],
    ['errors', 'Errors', errorTable(codes)],
  ];
  return {
    href,
    title: operation.summary,
    summary: '',
    description: `${method} ${path}: ${operation.summary}. ${operation.description ?? ''}`,
    kind: `${titleOf(surface)} API`,
    above: [
      TOP,
      { href: `/docs/${surface}`, label: `${titleOf(surface)} API` },
      { href: hrefOfGroup(route), label: group },
    ],
    head: html`${routeLine(route)}
      <p class="lead">${prose(operation.description ?? '')}</p>
      ${credentials(route)}`,
    content: html`${sections.map(
      ([id, title, content]) =>
        html`<section aria-labelledby="${id}">
          <h2 id="${id}">${title}</h2>
          ${content}
        </section>`,
    )}`,
    beside: html`${requestExample(route)} ${answerExamples(responses)}`,
    headings: [
      ...sections.map(([id, text]) => ({ id, level: 2, text })),
      { id: 'request-example', level: 2, text: 'Example' },
      ...(isTryable(route) ? [{ id: 'try', level: 2, text: 'Try' }] : []),
    ],
    names: `${method} ${path} ${operation.operationId}`,
  };
}

const PLACES = {
  path: 'Path parameters',
  query: 'Query parameters',
  header: 'Headers',
} as const;

function hrefOfGroup({ surface, group }: DescribedRoute): string {
  return `/docs/${surface}/${group.toLowerCase().replaceAll(' ', '-')}`;
}

function slug(href: string): string {
  return href.split('/').at(-1) ?? '';
}

/** Method and path, which may break after each step. */
export function routeLine({ method, path }: Pick<DescribedRoute, 'method' | 'path'>): Html {
  return html`<p class="route-line">
    <span class="method" data-method="${method}">${method}</span> <code>${path}</code>
  </p>`;
}

export function routeList(routes: readonly DescribedRoute[]): Html {
  return html`<ul class="routes">
    ${routes.map(
      ({ method, path, href, operation }) =>
        html`<li>
          <a href="${href}"
            ><span class="method" data-method="${method}">${method}</span> <code>${path}</code></a
          >
          <span class="soft">${operation.summary}</span>
        </li>`,
    )}
  </ul>`;
}

function credentials({ operation }: DescribedRoute): Html {
  const schemes = operation.security.flatMap((one) => Object.keys(one));
  const shown = schemes.map(
    (scheme, at) => html`${at === 0 ? '' : ' or '}<code>${CREDENTIALS[scheme] ?? scheme}</code>`,
  );
  return html`<p class="credential">
    <span class="faint">Credential</span> ${schemes.length === 0 ? 'none' : shown}
  </p>`;
}

function parameterList(parameters: readonly Parameter[]): Html {
  return html`<ul class="fields">
    ${parameters.map(
      ({ name, in: place, required, schema }) =>
        html`<li id="${place}.${name}">
          <div class="field">
            <a href="#${place}.${name}"><code>${name}</code></a>
            <span class="type">${typeOf(schema)}</span>
            ${required ? html`<span class="must">required</span>` : ''}
          </div>
          <p>${prose(schema.description ?? '')}</p>
          ${limitsOf(schema)}
        </li>`,
    )}
  </ul>`;
}

/** What is no refusal; the refusals stand in a table of their own. */
function answers(responses: Readonly<Record<string, Answer>>, route: DescribedRoute): Html {
  const shown = Object.entries(responses).filter(
    ([, { content = {} }]) => !Object.values(content).some(({ examples }) => examples),
  );
  return html`${shown.map(([status, { description, content = {}, headers = {} }]) => {
    const bodies = Object.entries(content).map(
      ([type, { schema }], at) =>
        html`<p class="type">${typeOf(schema)} <small>${type}</small></p>
          ${fieldList(schema, route.document, `answer-${status}${at === 0 ? '' : `-${at}`}`)}`,
    );
    return html`<h3 id="answer-${status}">
        <span class="status">${status}</span> ${prose(description)}
      </h3>
      ${bodies} ${headerList(headers)}`;
  })}`;
}

function headerList(headers: NonNullable<Answer['headers']>): Html {
  const rows = Object.entries(headers).map(
    ([name, { description = '', example }]) =>
      html`<li>
        <code>${name}</code> <span class="soft">${prose(description)}</span>
        ${example === undefined ? '' : html`<code class="faint">${textOf(example)}</code>`}
      </li>`,
  );
  if (rows.length === 0) return html``;
  return html`<details class="headers">
    <summary>${rows.length} headers</summary>
    <ul>
      ${rows}
    </ul>
  </details>`;
}

/** Tabs of radio buttons: no script changes them. */
function requestExample(route: DescribedRoute): Html {
  const examples = codeExamples(route);
  return html`<section class="example" aria-labelledby="request-example">
      <h2 id="request-example">Request</h2>
      <fieldset class="tabs">
        <legend class="only-read">Language of the example</legend>
        ${examples.map(
          ({ name }, at) =>
            html`<input
                type="radio"
                name="language"
                id="language-${at}"
                ${at === 0 ? html`checked` : ''}
              /><label for="language-${at}">${name}</label>`,
        )}
        ${examples.map(({ language, code }) => codeToHtml(code, language))}
      </fieldset>
    </section>
    ${isTryable(route) ? tryForm(route) : ''}`;
}

function answerExamples(responses: Readonly<Record<string, Answer>>): Html {
  const shown = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.entries(content).flatMap(([type, { example }]) =>
      example === undefined ? [] : [{ status, type, example }],
    ),
  );
  return html`${shown.map(({ status, type, example }) => {
    const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
    return html`<section class="example">
      <h3><span class="status">${status}</span> ${type}</h3>
      ${codeToHtml(text, 'json')}
    </section>`;
  })}`;
}
