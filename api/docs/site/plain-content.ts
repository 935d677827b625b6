/** The words of a page, for the search. */
import type { Html } from '../html';

/** Of a longer page only the beginning is searched. */
const MAX_LENGTH = 24_000;

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

export function plainContent({ text }: Html): string {
  return text
    .replace(/<a class="anchor"[^>]*>#<\/a>/g, '')
    .replace(/<\/?(?:code|em|strong|a|small|span)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (found) => CHARACTERS[found] ?? found)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH);
}
