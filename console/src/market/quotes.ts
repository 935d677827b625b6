/** The quotes of an instrument's regions as one line of the market. */
import { compareDecimals, percentChange } from '../client/decimal';
import type { Catalog, Instrument, Quote } from '../client/market';

export interface MarketRow {
  readonly modelId: string;
  readonly name: string;
  readonly family: string;
  /** In the operator's catalog. */
  readonly isListed: boolean;
  readonly contextWindow: number | null;
  /** The operator's; the median of the market itself is none. */
  readonly listPrice: string | null;
  /** The best ask against the list price, in percent. */
  readonly againstList: string | null;
  readonly bestBid: string | null;
  readonly bestAsk: string | null;
  readonly lastPrice: string | null;
  /** The last price against the first of the last 24 hours, in percent. */
  readonly dayChange: string | null;
  readonly volumeTokens: number;
}

/** The family of names outside the catalog. */
const OTHER = 'other';

/** In the order of the catalog; what nobody quotes follows. */
export function rowsOf(catalog: Catalog): MarketRow[] {
  const rows = catalog.families.flatMap((family) =>
    family.instruments.map((instrument) => rowOf(instrument, family)),
  );
  const isQuoted = ({ bestBid, bestAsk }: MarketRow) => bestBid !== null || bestAsk !== null;
  return [...rows.filter(isQuoted), ...rows.filter((row) => !isQuoted(row))];
}

export function rowOf(
  instrument: Instrument,
  { family, name }: Pick<Catalog['families'][number], 'family' | 'name'>,
): MarketRow {
  const { quotes, last_price: lastPrice, open_24h: open } = instrument;
  const isListed = family !== OTHER;
  const listPrice = isListed ? instrument.list_price : null;
  const bestAsk = best(quotes, 'best_ask', -1);
  return {
    modelId: instrument.model_id,
    name: instrument.name,
    family: name,
    isListed,
    listPrice,
    againstList: listPrice && bestAsk ? percentChange(listPrice, bestAsk) : null,
    contextWindow: instrument.context_window,
    bestBid: best(quotes, 'best_bid', 1),
    bestAsk,
    lastPrice,
    dayChange: open && lastPrice ? percentChange(open, lastPrice) : null,
    volumeTokens: quotes.reduce((sum, { volume_24h: volume }) => sum + volume, 0),
  };
}

function best(
  quotes: readonly Quote[],
  side: 'best_bid' | 'best_ask',
  direction: 1 | -1,
): string | null {
  return quotes.reduce<string | null>((found, { [side]: price }) => {
    if (price === null || found === null) return found ?? price;
    return compareDecimals(price, found) * direction > 0 ? price : found;
  }, null);
}

const TRADED_MOST = 12;

/** Names of the instruments with the most tokens of a day, among those that somebody offers. */
export function mostTraded(rows: readonly MarketRow[]): string[] {
  return rows
    .filter(({ bestAsk }) => bestAsk !== null)
    .toSorted((one, other) => other.volumeTokens - one.volumeTokens)
    .slice(0, TRADED_MOST)
    .map(({ modelId }) => modelId);
}

export const pathOf = (modelId: string) => `/market/${encodeURIComponent(modelId)}`;

/** Whether it is more than a name that somebody made up: buyers have traded it, or the operator lists it. */
export function isKnown({ isListed, lastPrice }: MarketRow): boolean {
  return isListed || lastPrice !== null;
}

/** Whether all words of a search stand in the row's names. */
export function matches(row: MarketRow, search: string): boolean {
  const text = `${row.name} ${row.modelId} ${row.family}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
