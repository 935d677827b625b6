/** The events of webhooks: a list, and one page for each. */
import { type Html, html, prose } from '../html';
import { fieldList } from './fields';
import { codeToHtml } from './markdown';
import { type OpenApi, type Operation, textOf } from './openapi';
import type { DocPage } from './page';

export const EVENTS_HREF = '/docs/events';
export const EVENTS_SUMMARY = 'What the exchange sends to the endpoints of buyers and sellers.';

interface DescribedEvent {
  readonly type: string;
  readonly operation: Operation;
  readonly document: OpenApi;
  readonly receivers: readonly string[];
}

/** @returns the list first */
export function eventPages(document: OpenApi): DocPage[] {
  const events = Object.entries(document.webhooks ?? {}).flatMap(([type, { post }]) => {
    const receivers = post?.tags.map((tag) => tag.toLowerCase()) ?? [];
    return post ? [{ type, operation: post, document, receivers }] : [];
  });
  return [indexPage(events), ...events.map(eventPage)];
}

function indexPage(events: readonly DescribedEvent[]): DocPage {
  return {
    href: EVENTS_HREF,
    title: 'Webhook events',
    summary: EVENTS_SUMMARY,
    description: `${EVENTS_SUMMARY} Types: ${events.map(({ type }) => type).join(', ')}.`,
    kind: 'Webhook events',
    above: [{ href: '/docs', label: 'Documentation' }],
    content: html`<p>
        How to receive and check them: <a href="/docs/guides/webhooks">the guide</a>. Retries and
        limits: <a href="/docs/reference/webhooks">the reference</a>.
      </p>
      <div class="table-frame" tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col">Sent to</th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            ${events.map(
              ({ type, operation, receivers }) =>
                html`<tr>
                  <td>
                    <a href="${EVENTS_HREF}/${type}"><code>${type}</code></a>
                  </td>
                  <td>${receivers.join(', ')}</td>
                  <td>${prose(operation.summary)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`,
    headings: [],
    names: 'webhooks',
  };
}

function eventPage({ type, operation, document, receivers }: DescribedEvent): DocPage {
  const body = operation.requestBody?.content['application/json'];
  return {
    href: `${EVENTS_HREF}/${type}`,
    title: type,
    summary: operation.summary,
    description: `The event ${type}, sent to ${receivers.join(' and ')}: ${operation.summary}`,
    kind: 'Webhook events',
    above: [
      { href: '/docs', label: 'Documentation' },
      { href: EVENTS_HREF, label: 'Webhook events' },
    ],
    head: html`<p class="facts"><span class="faint">Sent to</span> ${receivers.join(' and ')}</p>`,
    content: html`<section aria-labelledby="header">
        <h2 id="header">Headers</h2>
        ${headers(operation)}
      </section>
      <section aria-labelledby="body">
        <h2 id="body">Body</h2>
        ${body ? fieldList(body.schema, document, 'body') : ''}
      </section>`,
    beside: html`<section class="example" aria-labelledby="request-example">
      <h2 id="request-example">Request</h2>
      ${codeToHtml(exampleText(operation), 'json')}
    </section>`,
    headings: [
      { id: 'header', level: 2, text: 'Headers' },
      { id: 'body', level: 2, text: 'Body' },
      { id: 'request-example', level: 2, text: 'Example' },
    ],
    names: `${type} webhook`,
  };
}

function headers({ parameters = [] }: Operation): Html {
  return html`<ul class="fields">
    ${parameters.map(
      ({ name, schema }) =>
        html`<li id="header.${name}">
          <div class="field">
            <a href="#header.${name}"><code>${name}</code></a> <span class="type">string</span>
          </div>
          <p>${prose(schema.description ?? '')}</p>
        </li>`,
    )}
  </ul>`;
}

function exampleText({ parameters = [], requestBody }: Operation): string {
  const lines = parameters.map(({ name, schema }) => `${name}: ${textOf(schema.example ?? '')}`);
  const body = requestBody?.content['application/json']?.example;
  return [...lines, '', JSON.stringify(body, null, 2)].join('\n');
}
