/** What a part of the console gives to the shell: its pages, and its places in the navigation. */
import type { ComponentType } from 'react';

export interface PartPage {
  /** A pattern of wouter: `/market/:model`. */
  readonly path: string;
  /** Loaded when the page is first opened. */
  readonly load: () => Promise<ComponentType>;
}

export interface NavigationLink {
  readonly label: string;
  readonly to: string;
}

export interface Part {
  readonly links: readonly NavigationLink[];
  readonly pages: readonly PartPage[];
}
