/**
 * The pages written by hand: what `docs/README.md` lists, in its order and under its headings,
 * except for the internals. Links between them lead to the served pages; links to other files of
 * the project keep only their text.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type Html, html, prose } from '../html';
import { PUBLIC_ADDRESS, WRITTEN_ADDRESS } from './address';
import { firstParagraph } from './description';
import { plainText } from './markdown-inline';
import type { Targets } from './markdown-inline';
import { type Rendered, renderMarkdown } from './markdown';
import type { DocPage } from './page';

const INDEX = 'docs/README.md';
/** For those who change the exchange, in the checkout only. */
const NOT_SERVED = 'Internals';

export interface GuideSection {
  readonly title: string;
  readonly guides: readonly Guide[];
}

export interface Guide {
  /** Its path in the checkout. */
  readonly path: string;
  readonly href: string;
  /** What it answers, from the index. */
  readonly answers: string;
}

/** Finds the page of what stands between backticks. */
export type CodeHref = (text: string) => string | null;

/** @param root the checkout */
export function listGuides(root: string): GuideSection[] {
  const sections = readFileSync(join(root, INDEX), 'utf8').split(/^## /m).slice(1);
  return sections.flatMap((text) => {
    const [title = ''] = text.split('\n');
    if (title === NOT_SERVED) return [];
    const rows = [...text.matchAll(/^\| \[[^\]]+\]\(([\w/-]+\.md)\) \| (.*) \|$/gm)];
    const guides = rows.map(([, path = '', answers = '']) => ({
      path: `docs/${path}`,
      href: hrefOf(`docs/${path}`),
      answers: plainText(answers),
    }));
    return [{ title, guides }];
  });
}

function hrefOf(path: string): string {
  const [, below = ''] = /^docs\/(.*)\.md$/.exec(path) ?? [];
  return `/docs/${below.replace(/\/README$/, '').replace(/^reference\/errors(?=\/|$)/, 'errors')}`;
}

/** Renders the pages of a checkout. */
export class Guides {
  private readonly served: ReadonlySet<string>;
  private readonly titles = new Map<string, string>();

  constructor(
    private readonly root: string,
    served: readonly string[],
    private readonly images: ReadonlyMap<string, string>,
    private readonly codeHref: CodeHref,
  ) {
    this.served = new Set(served);
  }

  /** @param path in the checkout */
  render(path: string): Rendered {
    return renderMarkdown(this.read(path), this.targetsOf(path));
  }

  /** Its samples name the exchange that serves them. */
  private read(path: string): string {
    const text = readFileSync(join(this.root, path), 'utf8');
    return text.replaceAll(WRITTEN_ADDRESS, PUBLIC_ADDRESS);
  }

  page(section: string, guide: Guide): DocPage {
    const { content, title, lead, headings } = this.render(guide.path);
    const summary = lead === '' ? sentence(guide.answers) : lead;
    return {
      href: guide.href,
      title: titled(title),
      summary,
      description: `${summary} ${firstParagraph(content)}`,
      kind: section,
      above: [{ href: '/docs', label: 'Documentation' }],
      content: html`<div class="prose">${content}</div>`,
      headings,
      names: guide.href,
    };
  }

  private titleOf(path: string): string {
    const known = this.titles.get(path);
    if (known !== undefined) return known;
    const [, title = path] = /^# (.*)$/m.exec(readFileSync(join(this.root, path), 'utf8')) ?? [];
    this.titles.set(path, titled(title));
    return titled(title);
  }

  private targetsOf(path: string): Targets {
    const fileOf = (target: string) => normalize(join(dirname(path), target));
    return {
      href: (target) => {
        if (target.startsWith('#')) return target;
        if (/^https?:/.test(target)) return target;
        const [file = '', heading] = target.split('#');
        const found = fileOf(file.endsWith('/') ? `${file}README.md` : file);
        if (found === INDEX) return '/docs';
        if (!this.served.has(found)) return null;
        return heading === undefined ? hrefOf(found) : `${hrefOf(found)}#${heading}`;
      },
      title: (target) => {
        const found = fileOf(target.split('#')[0] ?? '');
        return this.served.has(found) ? this.titleOf(found) : null;
      },
      image: (target) => this.images.get(fileOf(target)) ?? null,
      code: (text) => {
        const href = this.codeHref(text);
        return href?.split('#')[0] === hrefOf(path) ? null : href;
      },
    };
  }
}

function titled(title: string): string {
  return title.charAt(0).toUpperCase() + title.slice(1);
}

function sentence(text: string): string {
  return `${titled(text)}.`;
}

/** A list of pages with what each answers. */
export function pageList(pages: readonly Pick<DocPage, 'href' | 'title' | 'summary'>[]): Html {
  return html`<ul class="cards">
    ${pages.map(
      ({ href, title, summary }) =>
        html`<li>
          <a href="${href}">${title}</a>
          <p>${prose(summary)}</p>
        </li>`,
    )}
  </ul>`;
}
