/** `tokenbook market` without a further word: the instruments with their best prices. */
import { comparePrices, parseScale8 } from '../../domain/money';
import type { CommandContext } from '../context';
import { grouped } from '../draw/bars';
import { cell, plainTable, printJson } from '../output';
import { perMillion } from '../prices';

interface Quote {
  readonly region: string;
  readonly best_bid: string | null;
  readonly best_ask: string | null;
  readonly last_price: string | null;
  readonly volume_24h: number;
}

interface Instrument {
  readonly model_id: string;
  readonly list_price: string | null;
  readonly quotes: readonly Quote[];
}

interface Catalog {
  readonly families: readonly { readonly instruments: readonly Instrument[] }[];
}

interface Row extends Omit<Quote, 'region'> {
  readonly id: string;
  readonly list: string | null;
}

export interface ListOptions {
  readonly region?: string;
  readonly search?: string;
  readonly sort?: keyof typeof ORDERS;
  readonly top?: number;
}

/** What has no value stands last. */
const ORDERS = {
  model: (one: Row, other: Row) => (one.id < other.id ? -1 : 1),
  ask: (one: Row, other: Row) => knownFirst(one.best_ask, other.best_ask, comparePrices),
  saving: (one: Row, other: Row) => knownFirst(askInList(one), askInList(other), compareRatios),
  volume: (one: Row, other: Row) => other.volume_24h - one.volume_24h,
};

export const LIST_ORDERS = Object.keys(ORDERS);

export async function showMarket(
  { client, output }: CommandContext,
  options: ListOptions,
): Promise<void> {
  const catalog = (await client.call('GET', '/market/v1/markets')) as Catalog;
  const rows = chosen(catalog, options);
  if (output.json) return printJson(withOnly(catalog, rows));
  const columns = ['model', 'best bid', 'best ask', 'last price', 'list', 'tokens in 24 h'];
  const table = plainTable(columns, ['left', 'right', 'right', 'right', 'right', 'right']);
  for (const { id, best_bid: bid, best_ask: ask, last_price: last, list, volume_24h } of rows) {
    table.push([id, ...[bid, ask, last, list].map(priceCell), grouped(volume_24h)]);
  }
  console.log(table.toString());
  console.log('USD per million tokens. One book: tokenbook market book <model> --watch');
}

function chosen({ families }: Catalog, { region, search = '', sort, top }: ListOptions): Row[] {
  const rows = families
    .flatMap(({ instruments }) => instruments)
    .filter(({ model_id: id }) => id.includes(search.toLowerCase()))
    .map(({ model_id: id, list_price: list, quotes }) => {
      const quote = combined(quotes.filter((one) => region === undefined || one.region === region));
      return { id, list, ...quote };
    });
  return (sort === undefined ? rows : rows.toSorted(ORDERS[sort])).slice(0, top);
}

/** Families keep their order; their instruments have that of the rows. */
function withOnly({ families, ...others }: Catalog, rows: readonly Row[]): Catalog {
  const places = new Map(rows.map(({ id }, index) => [id, index]));
  const place = ({ model_id: id }: Instrument) => places.get(id) ?? -1;
  const left = families.map(({ instruments, ...family }) => ({
    ...family,
    instruments: instruments
      .filter((one) => place(one) >= 0)
      .toSorted((one, other) => place(one) - place(other)),
  }));
  return { ...others, families: left.filter(({ instruments }) => instruments.length > 0) };
}

function knownFirst<Value>(
  one: Value | null,
  other: Value | null,
  compare: (one: Value, other: Value) => number,
): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return compare(one, other);
}

type Ratio = readonly [bigint, bigint];

function askInList({ best_ask: ask, list }: Row): Ratio | null {
  const [above, below] = [ask, list].map((price) => parseScale8(price ?? ''));
  return above == null || below == null ? null : [above, below];
}

function compareRatios([a, b]: Ratio, [c, d]: Ratio): number {
  return a * d < c * b ? -1 : a * d > c * b ? 1 : 0;
}

function priceCell(price: string | null): string {
  return cell(price?.split('..').map(perMillion).join('..'));
}

/** Of several regions: the best prices, all tokens, and the range of their last prices. */
function combined(quotes: readonly Quote[]): Omit<Quote, 'region'> {
  const given = (name: 'best_bid' | 'best_ask' | 'last_price') =>
    quotes.flatMap((quote) => quote[name] ?? []).toSorted(comparePrices);
  const last = [...new Set(given('last_price'))];
  return {
    best_bid: given('best_bid').at(-1) ?? null,
    best_ask: given('best_ask')[0] ?? null,
    last_price: last.length > 1 ? `${last[0]}..${last.at(-1)}` : (last[0] ?? null),
    volume_24h: quotes.reduce((sum, { volume_24h: volume }) => sum + volume, 0),
  };
}
