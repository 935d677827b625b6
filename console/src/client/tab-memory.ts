/**
 * What a page remembers for its holder: across pages, and across a reload in the storage of the tab, until
 * its holder signs out. A key is no part of it (`kept-keys.ts`).
 */
import type { Holder } from './kept-keys';

interface Remembered {
  /** What a reload needs of it. */
  toKeep(): unknown;
  /** Its holder signs out. */
  end(): void;
}

const remembered = new Map<string, Remembered>();

/** @param make from what was kept before the reload; null without it */
export function remember<Kind extends Remembered>(
  holder: Holder,
  name: string,
  make: (kept: unknown) => Kind,
): Kind {
  const place = `${placesOf(holder)}${name}`;
  const known = remembered.get(place) as Kind | undefined;
  if (known) return known;
  const made = make(read(place));
  remembered.set(place, made);
  return made;
}

export function forgetRemembered(holder: Holder): void {
  const isHolders = (place: string) => place.startsWith(placesOf(holder));
  for (const [place, one] of remembered) {
    if (!isHolders(place)) continue;
    remembered.delete(place);
    one.end();
  }
  try {
    for (const place of Object.keys(sessionStorage).filter(isHolders)) {
      sessionStorage.removeItem(place);
    }
  } catch {
    // Without storage nothing was kept.
  }
}

export function placesOf(holder: Holder): string {
  return `tokenbook-${holder}-`;
}

function keepAll(): void {
  for (const [place, one] of remembered) {
    try {
      sessionStorage.setItem(place, JSON.stringify(one.toKeep()));
    } catch {
      // Without storage, or with more than fits into it, a reload forgets.
    }
  }
}

function read(place: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? 'null');
  } catch {
    return null;
  }
}

addEventListener('pagehide', keepAll);
// A phone may end a page that is not shown without a word.
addEventListener('visibilitychange', keepAll);
