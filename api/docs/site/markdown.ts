/**
 * Renders Markdown of our own pages as HTML. Supports only what they use: headings, paragraphs,
 * lists, tables, code blocks, images, and inline code, links and emphasis. `html` escapes
 * everything, so that no page can add markup. Comments are omitted.
 */
import { type Html, html } from '../html';
import { type Targets, inlineToHtml, plainText } from './markdown-inline';

export interface Heading {
  readonly id: string;
  readonly level: number;
  readonly text: string;
}

export interface Rendered {
  /** Without the title and the line below it. */
  readonly content: Html;
  /** The only heading of the first level. */
  readonly title: string;
  /** The question that a page answers: an emphasized first paragraph. */
  readonly lead: string;
  readonly headings: readonly Heading[];
}

interface Reader {
  readonly lines: string[];
  at: number;
}

export function renderMarkdown(text: string, targets: Targets): Rendered {
  const reader = { lines: text.replace(/<!--.*?-->/gs, '').split('\n'), at: 0 };
  const blocks: Html[] = [];
  const headings: Heading[] = [];
  const used = new Map<string, number>();
  let title = '';
  let lead = '';
  for (let line = next(reader); line !== null; line = next(reader)) {
    const [, marks = '', words = ''] = /^(#{1,4}) (.*)$/.exec(line) ?? [];
    if (marks === '') {
      // The first paragraph begins with the question that the page answers.
      const question = blocks.length === 0 && lead === '' && /^\*([^*]+)\*(?:\s+|$)/.exec(line);
      if (question) {
        lead = question[1] ?? '';
        reader.lines[reader.at] = line.slice(question[0].length);
      } else blocks.push(blockOf(reader, line, targets));
      continue;
    }
    reader.at += 1;
    if (marks === '#') {
      title = plainText(words);
      continue;
    }
    const heading = { id: idOf(plainText(words), used), level: marks.length, text: words };
    headings.push({ ...heading, text: plainText(words) });
    blocks.push(headingOf(heading, targets));
  }
  return { content: html`${blocks}`, title, lead, headings };
}

/** The next line with content; null at the end. */
function next(reader: Reader): string | null {
  while (reader.lines[reader.at]?.trim() === '') reader.at += 1;
  return reader.lines[reader.at] ?? null;
}

/** As GitHub makes them: links of the pages name them. @param used how often, by id */
export function idOf(text: string, used: Map<string, number>): string {
  const base = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
  const count = used.get(base) ?? 0;
  used.set(base, count + 1);
  return count === 0 ? base : `${base}-${count}`;
}

function headingOf({ id, level, text }: Heading, targets: Targets): Html {
  const link = html`<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
  const words = inlineToHtml(text, targets);
  if (level === 2) return html`<h2 id="${id}">${words} ${link}</h2>`;
  if (level === 3) return html`<h3 id="${id}">${words} ${link}</h3>`;
  return html`<h4 id="${id}">${words}</h4>`;
}

function blockOf(reader: Reader, line: string, targets: Targets): Html {
  if (line.startsWith('```')) return codeBlock(reader);
  if (line.startsWith('|')) return table(reader, targets);
  if (/^(?:-|\d+\.) /.test(line)) return list(reader, targets);
  return paragraph(reader, targets);
}

function codeBlock(reader: Reader): Html {
  const [, language = ''] = /^```(\w*)/.exec(reader.lines[reader.at] ?? '') ?? [];
  const from = reader.at + 1;
  reader.at = from;
  while (reader.at < reader.lines.length && reader.lines[reader.at] !== '```') reader.at += 1;
  const source = reader.lines.slice(from, reader.at).join('\n');
  reader.at += 1;
  return codeToHtml(source, language);
}

/** Focusable, because a reader without a mouse scrolls it with the arrow keys. */
export function codeToHtml(source: string, language = ''): Html {
  const kind = language === '' ? '' : html` data-language="${language}"`;
  return html`<pre tabindex="0" ${kind}><code>${source}</code></pre>`;
}

function paragraph(reader: Reader, targets: Targets): Html {
  const lines = takeWhile(reader, (line) => !/^(?:```|\||#{1,4} |(?:-|\d+\.) )/.test(line));
  const source = lines.join('\n');
  const [, label, target] = /^!\[([^\]]*)\]\(([^)\s]+)\)$/.exec(source) ?? [];
  if (label !== undefined && target !== undefined) {
    const src = targets.image(target);
    const image = src === null ? html`${label}` : html`<img src="${src}" alt="${label}" />`;
    return html`<figure>${image}</figure>`;
  }
  return html`<p>${inlineToHtml(source, targets)}</p>`;
}

function list(reader: Reader, targets: Targets): Html {
  const isOrdered = /^\d/.test(reader.lines[reader.at] ?? '');
  const mark = isOrdered ? /^\d+\. / : /^- /;
  const lines = takeWhile(reader, (line) => mark.test(line) || /^ {2,}\S/.test(line));
  const items = lines.reduce<string[]>((all, line) => {
    if (mark.test(line)) return [...all, line.replace(mark, '')];
    return [...all.slice(0, -1), `${all.at(-1) ?? ''}\n${line.trim()}`];
  }, []);
  const shown = items.map((item) => html`<li>${inlineToHtml(item, targets)}</li>`);
  return isOrdered
    ? html`<ol>
        ${shown}
      </ol>`
    : html`<ul>
        ${shown}
      </ul>`;
}

function table(reader: Reader, targets: Targets): Html {
  const lines = takeWhile(reader, (line) => line.startsWith('|'));
  const [head = [], , ...rows] = lines.map(cellsOf);
  const cells = (row: readonly string[]) =>
    row.map((cell) => html`<td>${inlineToHtml(cell, targets)}</td>`);
  return html`<div class="table-frame" tabindex="0">
    <table>
      <thead>
        <tr>
          ${head.map((cell) => html`<th scope="col">${inlineToHtml(cell, targets)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${cells(row)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}

/** A bar after a backslash belongs to its cell. */
function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** The first line is taken in any case. */
function takeWhile(reader: Reader, isOf: (line: string) => boolean): string[] {
  const from = reader.at;
  do reader.at += 1;
  while (
    reader.at < reader.lines.length &&
    reader.lines[reader.at]?.trim() !== '' &&
    isOf(reader.lines[reader.at] ?? '')
  );
  return reader.lines.slice(from, reader.at);
}
