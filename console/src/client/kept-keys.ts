/**
 * Keys that survive one reload, which the console itself begins because the exchange was updated. They stand in
 * the storage of the tab from that reload to its end, and nowhere otherwise.
 */
/** Whose key it is. A page can have a buyer's and a seller's at the same time. */
export type Holder = 'buyer' | 'seller' | 'operator';

const NAME = 'tokenbook-reload';
const HOLDERS: readonly Holder[] = ['buyer', 'seller', 'operator'];

const held = new Map<Holder, string>();
const kept = taken();

export function hold(holder: Holder, key: string | null): void {
  if (key === null) held.delete(holder);
  else held.set(holder, key);
}

/** The key from before the reload. */
export function keptKey(holder: Holder): string | null {
  return kept.get(holder) ?? null;
}

export function reloadSignedIn(): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify([...held]));
  } catch {
    // Without storage people sign in again.
  }
  location.reload();
}

function taken(): ReadonlyMap<Holder, string> {
  try {
    const text = sessionStorage.getItem(NAME);
    sessionStorage.removeItem(NAME);
    const entries = JSON.parse(text ?? '[]') as [Holder, string][];
    return new Map(entries.filter(([holder]) => HOLDERS.includes(holder)));
  } catch {
    return new Map();
  }
}
