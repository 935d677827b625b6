/**
 * The search of the documentation: every word must stand on a page. Titles and paths weigh most,
 * then headings, then the text. What one search may cost is bounded by the words that are read of it.
 */

export interface SearchEntry {
  readonly href: string;
  readonly title: string;
  readonly summary: string;
  readonly kind: string;
  /** Paths, methods and codes. */
  readonly names: string;
  readonly headings: string;
  readonly body: string;
}

export interface Found {
  readonly entry: SearchEntry;
  /** Where the first of the words stands in the text, with what is around it. */
  readonly excerpt: string;
}

export const MAX_QUERY_LENGTH = 100;
const MAX_WORDS = 6;
/** A single letter stands on every page. */
const MIN_WORD_LENGTH = 2;
const MAX_RESULTS = 30;
const EXCERPT_LENGTH = 180;

/** Points for a word by the place where it stands; more at the beginning of a word there. */
const WEIGHTS = { title: 40, names: 30, summary: 8, headings: 6, body: 1 } as const;
const PLACES = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];

type Indexed = Readonly<Record<keyof typeof WEIGHTS, string>> & { readonly entry: SearchEntry };

export function wordsOf(query: string): string[] {
  const words = query.slice(0, MAX_QUERY_LENGTH).toLowerCase().split(/\s+/);
  return [...new Set(words)].filter((word) => word.length >= MIN_WORD_LENGTH).slice(0, MAX_WORDS);
}

export class DocsSearch {
  private readonly pages: readonly Indexed[];

  constructor(entries: readonly SearchEntry[]) {
    this.pages = entries.map((entry) => ({
      entry,
      title: entry.title.toLowerCase(),
      names: entry.names.toLowerCase(),
      summary: entry.summary.toLowerCase(),
      headings: entry.headings.toLowerCase(),
      body: entry.body.toLowerCase(),
    }));
  }

  find(query: string): Found[] {
    const words = wordsOf(query);
    if (words.length === 0) return [];
    return this.pages
      .map((page) => ({ page, points: pointsOf(page, words) }))
      .filter(({ points }) => points > 0)
      .sort((one, other) => other.points - one.points)
      .slice(0, MAX_RESULTS)
      .map(({ page }) => ({ entry: page.entry, excerpt: excerptOf(page, words) }));
  }
}

function pointsOf(page: Indexed, words: readonly string[]): number {
  let points = page.title === words.join(' ') ? WEIGHTS.title : 0;
  for (const word of words) {
    const own = PLACES.reduce((sum, place) => sum + WEIGHTS[place] * matchOf(page[place], word), 0);
    if (own === 0) return 0;
    points += own;
  }
  return points;
}

/** 0: absent; 1: within a word; 2: the beginning of a word. */
function matchOf(text: string, word: string): 0 | 1 | 2 {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  return at === 0 || !isLetter(text.charCodeAt(at - 1)) ? 2 : 1;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

function excerptOf({ entry, body }: Indexed, words: readonly string[]): string {
  const at = Math.min(
    ...words.map((word) => body.indexOf(word)).map((place) => (place < 0 ? Infinity : place)),
  );
  if (at === Infinity) return entry.body.slice(0, EXCERPT_LENGTH);
  const from = Math.max(0, entry.body.lastIndexOf(' ', Math.max(0, at - EXCERPT_LENGTH / 3)));
  const text = entry.body.slice(from, from + EXCERPT_LENGTH).trim();
  return `${from > 0 ? '… ' : ''}${text}${from + EXCERPT_LENGTH < entry.body.length ? ' …' : ''}`;
}
