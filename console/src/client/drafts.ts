/**
 * What is typed and not yet sent, in the storage of the tab: it outlives a reload and a change of the page,
 * and ends when it is sent or its holder signs out. Never a key.
 */
import { useState } from 'react';
import type { Holder } from './kept-keys';
import { placesOf } from './tab-memory';

/**
 * The draft, and its change; `null` begins again.
 * @param name of the form, and what it is for
 * @param isUsable whether a draft that was kept still fits
 */
export function useDraft<Draft extends object>(
  holder: Holder,
  name: string,
  first: Draft,
  isUsable: (draft: Draft) => boolean = () => true,
) {
  const key = `${placesOf(holder)}draft-${name}`;
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = { ...first, ...read(key, first) };
    return isUsable(kept) ? kept : first;
  });
  const change = (next: Draft | null) => {
    setDraft(next ?? first);
    write(key, next);
  };
  return [draft, change] as const;
}

function write(key: string, draft: object | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Without storage it lasts as long as its form.
  }
}

/** What this release knows of it. */
function read<Draft extends object>(key: string, first: Draft): Partial<Draft> {
  try {
    const found = Object.entries(JSON.parse(sessionStorage.getItem(key) ?? '{}') as object);
    const known = found.filter(([name, value]) => name in first && typeof value === 'string');
    return Object.fromEntries(known) as Partial<Draft>;
  } catch {
    return {};
  }
}
