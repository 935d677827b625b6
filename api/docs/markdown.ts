/**
 * Renders Markdown of our own pages as HTML. Supports only their subset: headings, paragraphs,
 * lists, code blocks without empty lines, and inline code and links. `html` escapes everything, so
 * that no page can add markup. Comments are omitted.
 */
import { html, prose, type Html } from './html';

/** The target of a page's link; null when it is not served: only the text remains. */
export type HrefOf = (target: string) => string | null;

const INLINE = /`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g;

export function markdownToHtml(text: string, hrefOf: HrefOf): Html {
  const blocks = text
    .replace(/<!--.*?-->/gs, '')
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '');
  return html`${blocks.map((block) => blockToHtml(block, hrefOf))}`;
}

function blockToHtml(block: string, hrefOf: HrefOf): Html {
  const code = /^```\w*\n(.*)\n```$/s.exec(block)?.[1];
  if (code !== undefined) return html`<pre><code>${code}</code></pre>`;
  const [, level = '', title = ''] = /^(#{1,2}) (.*)$/.exec(block) ?? [];
  if (level === '#') return html`<h1>${inlineToHtml(title, hrefOf)}</h1>`;
  if (level === '##') return html`<h2>${inlineToHtml(title, hrefOf)}</h2>`;
  if (!block.startsWith('- ')) return html`<p>${inlineToHtml(block, hrefOf)}</p>`;
  const items = block.slice(2).split(/\n- /);
  return html`<ul>
    ${items.map((item) => html`<li>${inlineToHtml(item, hrefOf)}</li>`)}
  </ul>`;
}

function inlineToHtml(text: string, hrefOf: HrefOf): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, label = '', target = ''] = match;
    parts.push(html`${text.slice(end, match.index)}`);
    if (code === undefined) parts.push(linkToHtml(label, hrefOf(target)));
    else parts.push(html`<code>${code}</code>`);
    end = match.index + whole.length;
  }
  parts.push(html`${text.slice(end)}`);
  return html`${parts}`;
}

function linkToHtml(label: string, href: string | null): Html {
  return href === null ? prose(label) : html`<a href="${href}">${prose(label)}</a>`;
}
