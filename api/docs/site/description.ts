/** What search engines and shared links show of a page. */
import { Html } from '../html';
import { plainContent } from './plain-content';

/** Search engines cut what is longer. */
const MAX_LENGTH = 155;

/** @param text code between backticks; cut after a whole word when it is too long */
export function shortened(text: string): string {
  const plain = text.replaceAll('`', '').replace(/\s+/g, ' ').trim();
  if (plain.length <= MAX_LENGTH) return plain;
  const words = plain.slice(0, MAX_LENGTH).replace(/\s\S*$/, '');
  return `${words.replace(/[\s.,:;(]+$/, '')}…`;
}

/** The first paragraph of rendered content, without marks; empty when it has none. */
export function firstParagraph({ text }: Html): string {
  const [, paragraph = ''] = /<p>(.*?)<\/p>/s.exec(text) ?? [];
  return plainContent(new Html(paragraph));
}
