/** The list of the instruments with what was told of since it was read. */
import type { Catalog, Instrument } from '../client/market';

export interface CatalogChanged {
  readonly as_of: string;
  readonly instruments: readonly Pick<
    Instrument,
    'model_id' | 'list_price' | 'last_price' | 'open_24h' | 'quotes'
  >[];
  /** Changes were left out. */
  readonly missed?: true;
}

export function withChanges(
  catalog: Catalog,
  { as_of: asOf, instruments }: CatalogChanged,
): Catalog {
  if (instruments.length === 0 || asOf <= catalog.as_of) return catalog;
  const changes = new Map(instruments.map((one) => [one.model_id, one]));
  const changed = (known: Instrument): Instrument => {
    const change = changes.get(known.model_id);
    if (!change) return known;
    const quotes = new Map(change.quotes.map((quote) => [quote.region, quote]));
    return {
      ...known,
      ...change,
      quotes: known.quotes.map((quote) => quotes.get(quote.region) ?? quote),
    };
  };
  const families = catalog.families.map((family) => ({
    ...family,
    instruments: family.instruments.map(changed),
  }));
  return { ...catalog, families };
}

/** Whether a message has an instrument that the list lacks. */
export function hasNew({ families }: Catalog, { instruments }: CatalogChanged): boolean {
  const known = new Set(
    families.flatMap((family) => family.instruments.map(({ model_id: id }) => id)),
  );
  return instruments.some(({ model_id: id }) => !known.has(id));
}
