/** One page of the documentation, before it is laid out. */
import type { Html } from '../html';
import type { Heading } from './markdown';

export interface DocPage {
  /** Its path, `/docs` and what follows. */
  readonly href: string;
  readonly title: string;
  /** What a list of pages and the search say of it; code between backticks. */
  readonly summary: string;
  /** What search engines show of it, before it is shortened. */
  readonly description: string;
  /** The kind that the search shows: the section of a guide, the surface of a route. */
  readonly kind: string;
  /** The pages above it, outermost first. */
  readonly above: readonly Link[];
  /** Below the title: the route, the status of an error. */
  readonly head?: Html;
  readonly content: Html;
  /** Beside the content on a wide screen: the examples of a route. */
  readonly beside?: Html;
  readonly headings: readonly Pick<Heading, 'id' | 'level' | 'text'>[];
  /** What the search finds the page by besides its texts, such as a path. */
  readonly names: string;
}

export interface Link {
  readonly href: string;
  readonly label: string;
}

export interface Section {
  readonly title: string;
  readonly links: readonly NestedLink[];
}

export interface NestedLink extends Link {
  readonly links?: readonly NestedLink[];
}
