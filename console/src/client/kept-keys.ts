/**
 * Keys in the storage of the tab: those that their holder keeps there, until the holder signs out or the tab
 * ends; and all of them during one reload, which the console itself begins because the exchange was updated.
 */
/** Whose key it is. A page can have a buyer's and a seller's at the same time. */
export type Holder = 'buyer' | 'seller' | 'operator';

export interface HeldKey {
  readonly key: string;
  /** In the tab; otherwise a reload forgets it. */
  readonly isKept: boolean;
}

const KEPT = 'tokenbook-kept';
const RELOAD = 'tokenbook-reload';
const HOLDERS: readonly Holder[] = ['buyer', 'seller', 'operator'];

const held = new Map<Holder, HeldKey>();
const found: ReadonlyMap<Holder, HeldKey> = new Map<Holder, HeldKey>([
  ...read(RELOAD).map(([holder, key]) => [holder, { key, isKept: false }] as const),
  ...read(KEPT).map(([holder, key]) => [holder, { key, isKept: true }] as const),
]);
write(RELOAD, []);

export function hold(holder: Holder, key: HeldKey | null): void {
  if (key === null) held.delete(holder);
  else held.set(holder, key);
  write(
    KEPT,
    [...held].filter(([, { isKept }]) => isKept),
  );
}

/** The key from before the reload. */
export function keptKey(holder: Holder): HeldKey | null {
  return found.get(holder) ?? null;
}

export function reloadSignedIn(): void {
  write(RELOAD, [...held]);
  location.reload();
}

function write(name: string, keys: readonly (readonly [Holder, HeldKey])[]): void {
  try {
    if (keys.length === 0) sessionStorage.removeItem(name);
    else
      sessionStorage.setItem(name, JSON.stringify(keys.map(([holder, { key }]) => [holder, key])));
  } catch {
    // Without storage people sign in again.
  }
}

function read(name: string): [Holder, string][] {
  try {
    const entries = JSON.parse(sessionStorage.getItem(name) ?? '[]') as [Holder, string][];
    return entries.filter(([holder]) => HOLDERS.includes(holder));
  } catch {
    return [];
  }
}
