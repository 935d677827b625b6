/**
 * Live quotes of books: the best of each side per region, the newest price, the volume of a day.
 */
import { type BookId, bookName } from '../../domain/instruments';
import { formatPrice } from '../../domain/money';
import { REGIONS, type Region } from '../../domain/regions';
import type { Ticker } from '../../records/queries/daily-volume';
import type { QuoteBody } from '../schemas/market-data';
import type { Records } from '../../records/connect';
import { type BookReadDeps, readCurrent } from '../../exchange/books/current-read';

/** Books read concurrently. */
const CONCURRENCY = 8;
/** How long a rebuild is awaited. */
const PATIENCE_MS = 500;

type Deps = BookReadDeps & { readonly records: Records };

interface Best {
  readonly bid: bigint | null;
  readonly ask: bigint | null;
}

const NOTHING: Best = { bid: null, ask: null };

/** Quotes by book name, one per region. */
export async function readQuotes(
  deps: Deps,
  books: readonly BookId[],
  tickers: readonly Ticker[],
): Promise<Map<string, QuoteBody[]>> {
  const bySeries = new Map(
    tickers.map((ticker) => [`${bookName(ticker.book)}|${ticker.region}`, ticker]),
  );
  const recorded = await recordedEpochs(deps.records, books);
  const quotes = new Map<string, QuoteBody[]>();
  const waiting = [...books];
  const work = async () => {
    for (let book = waiting.pop(); book; book = waiting.pop()) {
      const name = bookName(book);
      const best = await bestByRegion(deps, book, recorded.get(name));
      quotes.set(
        name,
        REGIONS.map((region) => quote(region, best(region), bySeries.get(`${name}|${region}`))),
      );
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return quotes;
}

/** The latest recorded epochs of the books, in one read. */
async function recordedEpochs(
  records: Records,
  books: readonly BookId[],
): Promise<ReadonlyMap<string, number>> {
  const names = books.map(bookName);
  const found = await records.books
    .find({ _id: { $in: names } }, { projection: { epoch: 1 } })
    .toArray();
  return new Map(found.map(({ _id, epoch }) => [_id, epoch]));
}

async function bestByRegion(
  deps: Deps,
  book: BookId,
  recordedEpoch: number | undefined,
): Promise<(region: Region) => Best> {
  const isEpochCurrent: Deps['isEpochCurrent'] = async (_book, epoch) =>
    epoch === recordedEpoch || deps.isEpochCurrent(book, epoch);
  const read = () => deps.books.tops(book);
  const tops = await readCurrent({ ...deps, isEpochCurrent }, book, read, PATIENCE_MS).catch(
    (err: unknown) => {
      // A book that remains closed does not hide the others.
      if (deps.books.functions.redis.status !== 'ready') throw err;
      return null;
    },
  );
  if (!tops) return () => NOTHING;
  const { asks, bids } = tops;
  return (region) => ({
    ask: asks.get(region) ?? null,
    bid: higher(bids.get('any'), bids.get(region)),
  });
}

function higher(one: bigint | undefined, other: bigint | undefined): bigint | null {
  if (one === undefined || other === undefined) return one ?? other ?? null;
  return one > other ? one : other;
}

function quote(region: Region, best: Best, ticker: Ticker | undefined): QuoteBody {
  return {
    region,
    best_bid: priceText(best.bid),
    best_ask: priceText(best.ask),
    last_price: priceText(ticker?.lastPriceScale8 ?? null),
    volume_24h: ticker?.volumeTokens ?? 0,
  };
}

export function priceText(priceScale8: bigint | null): string | null {
  return priceScale8 === null ? null : formatPrice(priceScale8, 'perThousand');
}
