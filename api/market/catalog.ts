/**
 * `GET /v1/markets`: tradable instruments with live quotes. A frequently polled route: a process
 * computes it at most once a second.
 */
import type { Catalog, Instrument } from '../../config/catalog';
import { type BookId, bookName } from '../../domain/instruments';
import { averagePriceScale8, formatPrice } from '../../domain/money';
import { REGIONS } from '../../domain/regions';
import { type Tenor, deliveryWindow } from '../../domain/tenors';
import { type Ticker, readTickers } from '../../records/candles/daily-volume';
import type { Records } from '../../records/connect';
import { booksWithAsks, booksWithOrders } from '../../records/live-books';
import { type TaggedText, sendText, tagOf } from '../middleware/cacheable';
import type { CatalogBody, InstrumentBody, QuoteBody } from '../schemas/market-data';
import type { RouteHandler } from '../routes/declared-route';
import type { marketDataRoutes } from '../routes/market-data';
import { readQuotes } from './quotes';
import { singleFlightCache } from '../../exchange/single-flight-cache';
import type { BookReadDeps } from '../../exchange/books/current-read';

const FRESH_MS = 1_000;
/** The family of instruments outside the operator's catalog. */
const OTHER = { family: 'other', name: 'Other' } as const;

interface CatalogDeps extends BookReadDeps {
  readonly records: Records;
  readonly catalog: Catalog;
}

export class CatalogRoute {
  private readonly answers = singleFlightCache<TaggedText>(1, FRESH_MS);

  constructor(private readonly deps: CatalogDeps) {}

  readonly show: RouteHandler<typeof marketDataRoutes.listMarkets> = async (req, res) => {
    const answer = await this.answers.forceFetch('catalog', { context: () => this.make() });
    sendText(req, res, { ...answer, cacheControl: `public, max-age=${FRESH_MS / 1_000}` });
  };

  private async make(): Promise<TaggedText> {
    const { records, catalog } = this.deps;
    const now = new Date();
    const [live, tickers] = await Promise.all([
      liveBooks(records, now),
      readTickers(records, now.getTime()),
    ]);
    const others = [...new Set(live.map(({ modelId }) => modelId))]
      .filter((modelId) => !catalog.instrument(modelId))
      .slice(0, OTHERS_MAX);
    const models = [...catalog.instruments.map(({ modelId }) => modelId), ...others.sort()];
    const spot = models.map((modelId) => ({ modelId, tenor: 'spot' }) as const);
    const shown = new Set(models);
    const forwards = live.filter(({ modelId, tenor }) => tenor !== 'spot' && shown.has(modelId));
    const quotes = await readQuotes(this.deps, [...spot, ...forwards], tickers);
    const instrumentOf = (modelId: string) =>
      instrumentBody(catalog, modelId, { quotes, forwards, tickers, now });
    const body: Omit<CatalogBody, 'as_of'> = {
      families: familiesOf(catalog, others, instrumentOf),
      regions: [...REGIONS],
    };
    const text = JSON.stringify({ ...body, as_of: now.toISOString() });
    return { text, tag: tagOf(JSON.stringify(body)) };
  }
}

/** How long an instrument without orders is listed after its last trade. */
const TRADED_MS = 30 * 86_400_000;
/**
 * Maximum number of books read per kind, and of listed instruments outside the operator's catalog.
 */
const BOOKS_MAX = 10_000;
const OTHERS_MAX = 1_000;

/**
 * Books with a recent trade, an active ask or an open order. Books with a trade come first: free
 * names cannot displace them.
 */
async function liveBooks(records: Records, now: Date): Promise<BookId[]> {
  const { tickers } = records;
  const stages = [
    { $group: { _id: { modelId: '$modelId', tenor: '$tenor' } } },
    { $limit: BOOKS_MAX },
    { $replaceWith: '$_id' },
  ];
  const traded = { lastAt: { $gte: new Date(now.getTime() - TRADED_MS) } };
  const found = await Promise.all([
    tickers.aggregate<BookId>([{ $match: traded }, ...stages]).toArray(),
    booksWithAsks(records, BOOKS_MAX),
    booksWithOrders(records, BOOKS_MAX),
  ]);
  return [...new Map(found.flat().map((book) => [bookName(book), book])).values()];
}

function familiesOf(
  catalog: Catalog,
  others: readonly string[],
  instrumentOf: (modelId: string) => InstrumentBody,
): CatalogBody['families'] {
  const known = catalog.families.map(({ family, name }) => ({
    family,
    name,
    modelIds: catalog.instruments
      .filter((instrument) => instrument.family === family)
      .map(({ modelId }) => modelId),
  }));
  const rest = others.length > 0 ? [{ ...OTHER, modelIds: others }] : [];
  return [...known, ...rest].map(({ family, name, modelIds }) => ({
    family,
    name,
    instruments: modelIds.map(instrumentOf),
  }));
}

interface Live {
  readonly quotes: ReadonlyMap<string, QuoteBody[]>;
  readonly forwards: readonly BookId[];
  readonly tickers: readonly Ticker[];
  readonly now: Date;
}

function instrumentBody(catalog: Catalog, modelId: string, live: Live): InstrumentBody {
  const known = catalog.instrument(modelId);
  const forwards = forwardsOf(modelId, live);
  return {
    model_id: modelId,
    name: known?.name ?? modelId,
    context_window: known?.contextWindowTokens ?? null,
    default_max_tokens: catalog.defaultMaxTokens(modelId),
    list_price: listPrice(known, modelId, live.tickers),
    quotes: live.quotes.get(bookName({ modelId, tenor: 'spot' })) ?? [],
    ...(forwards.length === 0 ? {} : { forwards }),
  };
}

/** The operator's list price; without one the volume-weighted price of a day (PRICE-7). */
function listPrice(
  known: Instrument | undefined,
  modelId: string,
  tickers: readonly Ticker[],
): string | null {
  if (known) return formatPrice(known.listPriceScale8, 'perThousand');
  const daily = tickers.find(
    ({ book, region }) => book.modelId === modelId && book.tenor === 'spot' && region === 'any',
  );
  if (!daily || daily.volumeTokens === 0) return null;
  return formatPrice(averagePriceScale8(daily.grossScale8, daily.volumeTokens), 'perThousand');
}

function forwardsOf(modelId: string, live: Live): NonNullable<InstrumentBody['forwards']> {
  return live.forwards
    .filter((book) => book.modelId === modelId)
    .map((book) => ({
      tenor: book.tenor,
      delivery_start: deliveryStart(book.tenor, live.now),
      quotes: live.quotes.get(bookName(book)) ?? [],
    }));
}

function deliveryStart(tenor: Tenor, now: Date): string {
  return new Date(deliveryWindow(tenor, now.getTime(), 0).opensAtMs).toISOString();
}
