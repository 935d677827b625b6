/** The address of the page, and the filters that stand in it. wouter itself puts a query before the `#`. */
import { useSyncExternalStore } from 'react';
import { type FilterKinds, type FiltersOf, filtersOf, partsOf, withFilters } from './address';

const pathNow = () => partsOf(location.hash).path;
const queryNow = () => partsOf(location.hash).query;

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

function navigate(to: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', `#${to}`);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** For wouter's router. Who follows the path is not drawn again when a filter changes. */
export function useAddress(): [string, typeof navigate] {
  return [useSyncExternalStore(subscribe, pathNow), navigate];
}
useAddress.hrefs = (to: string) => `#${to}`;

/** The filters of a list. Choosing one is no step of the way back. */
export function useFilters<const Kinds extends FilterKinds>(kinds: Kinds) {
  const filters = filtersOf(kinds, useSyncExternalStore(subscribe, queryNow));
  const change = (changed: Partial<FiltersOf<Kinds>>) => {
    const query = withFilters(kinds, queryNow(), changed);
    navigate(query === '' ? pathNow() : `${pathNow()}?${query}`, { replace: true });
  };
  return [filters, change] as const;
}
