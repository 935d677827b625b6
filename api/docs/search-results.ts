/** The results of a search as a page. */
import { type Html, html } from './html';
import { type Found, wordsOf } from './search';
import { SEARCHED } from './site/searched';

/** @param page the empty page of the search */
export function searchResults(page: string, query: string, found: readonly Found[]): string {
  return page
    .replace(SEARCHED.query, () => html`${query}`.text)
    .replace(SEARCHED.results, () => resultsOf(query, found).text);
}

function resultsOf(query: string, found: readonly Found[]): Html {
  const words = wordsOf(query);
  if (words.length === 0) {
    return html`<p class="soft">Enter words that stand on a page, such as <code>ticket</code>.</p>`;
  }
  if (found.length === 0) {
    return html`<p role="status">No page has all of “${query}”. Try fewer words.</p>`;
  }
  return html`<p class="soft" role="status">
      ${found.length === 1 ? '1 page' : `${found.length} pages`} for “${query}”
    </p>
    <ol class="results">
      ${found.map(
        ({ entry: { href, title, kind, summary }, excerpt }) =>
          html`<li>
            <p><a href="${href}">${marked(title, words)}</a> <span class="faint">${kind}</span></p>
            ${summary === '' ? '' : html`<p>${marked(summary, words)}</p>`}
            <p class="soft">${marked(excerpt, words)}</p>
          </li>`,
      )}
    </ol>`;
}

function marked(text: string, words: readonly string[]): Html {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const parts = text.split(new RegExp(`(${escaped.join('|')})`, 'i'));
  return html`${parts.map((part, at) => (at % 2 === 0 ? part : html`<mark>${part}</mark>`))}`;
}
