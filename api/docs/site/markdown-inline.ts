/** Text within a block of Markdown: code, links, emphasis, and addresses as they stand. */
import { type Html, html } from '../html';

/** Where a page's links lead; null when the target is not served: only the text remains. */
export interface Targets {
  href(target: string): string | null;
  image(target: string): string | null;
  /** The title of the page that a link leads to. */
  title(target: string): string | null;
  /** The page of what stands between backticks, such as a route. */
  code(text: string): string | null;
}

const INLINE =
  /(`+)(.+?)\1|\[((?:[^\]`]|`[^`]*`)+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|(https?:\/\/[^\s<>)`]*[^\s<>)`.,:;])/gs;

export function inlineToHtml(text: string, targets: Targets): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    parts.push(html`${text.slice(end, match.index)}`, partOf(match, targets));
    end = match.index + match[0].length;
  }
  parts.push(html`${text.slice(end)}`);
  return html`${parts}`;
}

function partOf(match: RegExpMatchArray, targets: Targets): Html {
  const [, , code, label = '', target, strong, emphasis, address] = match;
  if (code !== undefined) return codeOf(code, targets);
  if (target !== undefined) {
    // A file name means nothing to a reader of the page.
    const words = /^[\w./-]+\.md$/.test(label) ? (targets.title(target) ?? label) : label;
    const inner = inlineToHtml(words, { ...targets, code: () => null });
    const href = targets.href(target);
    return href === null ? inner : html`<a href="${href}">${inner}</a>`;
  }
  if (strong !== undefined) return html`<strong>${inlineToHtml(strong, targets)}</strong>`;
  if (emphasis !== undefined) return html`<em>${inlineToHtml(emphasis, targets)}</em>`;
  return html`${address ?? ''}`;
}

function codeOf(code: string, targets: Targets): Html {
  const href = targets.code(code);
  const shown = html`<code>${code}</code>`;
  return href === null ? shown : html`<a href="${href}">${shown}</a>`;
}

/** Without marks: for titles, ids and the search. */
export function plainText(text: string): string {
  return text
    .replace(/\[((?:[^\]`]|`[^`]*`)+)\]\([^)\s]+\)/g, '$1')
    .replace(/`([^`]*)`/g, '$1')
    .replace(/\*\*?([^*]+)\*\*?/g, '$1');
}
