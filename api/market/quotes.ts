/** Live quotes of books: the best of each side per region, the newest price, the volume of a day. */
import { type BookId, bookName } from '../../domain/instruments';
import { formatPrice } from '../../domain/money';
import { REGIONS, type Region } from '../../domain/regions';
import type { Ticker } from '../../records/candles/daily-volume';
import type { QuoteBody } from '../schemas/market-data';
import type { Records } from '../../records/connect';
import { type ViewDeps, readOpened } from './order-book';

/** Books that are read at once. */
const CONCURRENCY = 8;

type Deps = ViewDeps & { readonly records: Records };

interface Best {
  readonly bid: bigint | null;
  readonly ask: bigint | null;
}

const NOTHING: Best = { bid: null, ask: null };

/** Quotes by name of the book, one for each region. */
export async function readQuotes(
  deps: Deps,
  books: readonly BookId[],
  tickers: readonly Ticker[],
): Promise<Map<string, QuoteBody[]>> {
  const bySeries = new Map(
    tickers.map((ticker) => [`${bookName(ticker.book)}|${ticker.region}`, ticker]),
  );
  const quotes = new Map<string, QuoteBody[]>();
  const waiting = [...books];
  const work = async () => {
    for (let book = waiting.pop(); book; book = waiting.pop()) {
      const name = bookName(book);
      const best = await bestByRegion(deps, book);
      quotes.set(
        name,
        REGIONS.map((region) => quote(region, best(region), bySeries.get(`${name}|${region}`))),
      );
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return quotes;
}

/** An empty book, which most are, is one look. */
async function bestByRegion(deps: Deps, book: BookId): Promise<(region: Region) => Best> {
  const overall = await bestOf(deps, book, null);
  if (overall.bid === null && overall.ask === null) return () => NOTHING;
  const found = await Promise.all(
    REGIONS.map(async (region) => [region, await bestOf(deps, book, region)] as const),
  );
  const byRegion = new Map(found);
  return (region) => byRegion.get(region) ?? NOTHING;
}

async function bestOf(deps: Deps, book: BookId, region: Region | null): Promise<Best> {
  const { bids, asks } = await readOpened(deps, book, region, 1);
  return { bid: bids[0]?.priceScale8 ?? null, ask: asks[0]?.priceScale8 ?? null };
}

function quote(region: Region, best: Best, ticker: Ticker | undefined): QuoteBody {
  return {
    region,
    best_bid: price(best.bid),
    best_ask: price(best.ask),
    last_price: price(ticker?.lastPriceScale8 ?? null),
    volume_24h: ticker?.volumeTokens ?? 0,
  };
}

function price(priceScale8: bigint | null): string | null {
  return priceScale8 === null ? null : formatPrice(priceScale8, 'perThousand');
}
