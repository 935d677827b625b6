/**
 * The code of pages, loaded when a page is first opened. A try that fails is not remembered: the gateway may be
 * starting, or have another release, whose files have other names.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { Part, PartPage } from './part';

const TRIES_AFTER_MS = [0, 500, 1_500, 4_000];
const IDLE_AFTER_MS = 3_000;

export class PageCodeError extends Error {
  /** @param isOver whether the exchange answers with other code than this */
  constructor(readonly isOver: boolean) {
    super('The code of this page could not be loaded.');
  }
}

const pages = new Map<string, LazyExoticComponent<ComponentType>>();

export function pageOf({ path, load }: PartPage): LazyExoticComponent<ComponentType> {
  const known = pages.get(path);
  if (known) return known;
  const page = lazy(async () => {
    try {
      return { default: await loadOf(load) };
    } catch (err) {
      pages.delete(path);
      throw err;
    }
  });
  pages.set(path, page);
  return page;
}

async function loadOf(load: PartPage['load']): Promise<ComponentType> {
  for (const waitMs of TRIES_AFTER_MS) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    try {
      return await load();
    } catch {
      if (await hasOther()) throw new PageCodeError(true);
    }
  }
  throw new PageCodeError(false);
}

/** Whether the exchange has another console than the one that runs here. */
async function hasOther(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  try {
    const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
    const name = entry?.getAttribute('src');
    return answer.ok && name != null && !(await answer.text()).includes(name);
  } catch {
    return false;
  }
}

/** Loads the other pages one after another, so that none waits for the network later. */
export function prefetchWhenIdle(parts: readonly Part[]): () => void {
  let isEnded = false;
  const timer = setTimeout(() => void prefetch(), IDLE_AFTER_MS);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };

  async function prefetch() {
    for (const { load } of parts.flatMap(({ pages: those }) => those)) {
      if (isEnded) return;
      try {
        await load();
      } catch {
        return;
      }
    }
  }
}
