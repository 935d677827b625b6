/**
 * Addresses of the console: the page stands behind the `#`, and so does its query, which holds the filters
 * of a list: `#/orders?status=open`. A reload, the way back and a shared link find them.
 */

/** The path and the query of what stands behind the `#`. */
export function partsOf(hash: string): { readonly path: string; readonly query: string } {
  const whole = hash.replace(/^#?\/?/, '');
  const at = whole.indexOf('?');
  if (at === -1) return { path: `/${whole}`, query: '' };
  return { path: `/${whole.slice(0, at)}`, query: whole.slice(at + 1) };
}

/** Any text, a time as its field states it, or one of a few, the first of which leaves nothing out. */
type Kind = 'text' | 'time' | readonly { readonly value: string }[];

/** Each filter of a list by its name. */
export type FilterKinds = Readonly<Record<string, Kind>>;

export type FiltersOf<Kinds extends FilterKinds> = {
  readonly [Name in keyof Kinds]: Kinds[Name] extends readonly {
    readonly value: infer Value extends string;
  }[]
    ? Value
    : string;
};

/** Of a value that is not among the few, the address asks for nothing. */
export function filtersOf<Kinds extends FilterKinds>(kinds: Kinds, query: string) {
  const given = new URLSearchParams(query);
  const filters = Object.entries(kinds).map(([name, kind]) => {
    const value = given.get(name) ?? '';
    return [name, isOf(kind, value) ? value : noneOf(kind)];
  });
  return Object.fromEntries(filters) as FiltersOf<Kinds>;
}

/** The query after a change. What leaves nothing out is not in it. */
export function withFilters<Kinds extends FilterKinds>(
  kinds: Kinds,
  query: string,
  change: Partial<FiltersOf<Kinds>>,
): string {
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries(
    change as Readonly<Record<string, string | undefined>>,
  )) {
    if (value === undefined || value === noneOf(kinds[name]!)) params.delete(name);
    else params.set(name, value);
  }
  return params.toString();
}

function isOf(kind: Kind, value: string): boolean {
  if (kind === 'text') return true;
  if (kind === 'time') return !Number.isNaN(Date.parse(value));
  return kind.some((option) => option.value === value);
}

function noneOf(kind: Kind): string {
  return typeof kind === 'string' ? '' : (kind[0]?.value ?? '');
}
