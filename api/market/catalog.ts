/**
 * `GET /v1/markets`: tradable instruments with live quotes. A frequently polled route: a process
 * computes it at most once a second, and less often when that takes long. Sellers decide how many books
 * there are, so the number of listed ones is limited.
 */
import type { Catalog, Instrument } from '../../config/catalog';
import { type BookId, bookName } from '../../domain/instruments';
import { REGIONS } from '../../domain/regions';
import { type Tenor, deliveryWindow } from '../../domain/tenors';
import { type Ticker, readTickers } from '../../records/queries/daily-volume';
import type { Records } from '../../records/connect';
import { booksWithAsks, booksWithOrders } from '../../records/queries/live-books';
import { type TaggedText, sendText, tagOf } from '../middleware/cacheable';
import type { CatalogBody, InstrumentBody, QuoteBody } from '../schemas/market-data';
import type { RouteHandler } from '../routes/declared-route';
import type { marketDataRoutes } from '../routes/market-data';
import { MedianPrices } from './median-prices';
import { priceText, readQuotes } from './quotes';
import type { BookReadDeps } from '../../exchange/books/current-read';

const FRESH_MS = 1_000;
/** An answer that took long to make stays valid for this many times as long. */
const FRESH_FACTOR = 10;
/** The family of instruments outside the operator's catalog. */
const OTHER = { family: 'other', name: 'Other' } as const;

interface CatalogDeps extends BookReadDeps {
  readonly records: Records;
  readonly catalog: Catalog;
}

/** Limits of what is listed besides the operator's instruments; traded books come first. */
export interface CatalogLimits {
  /** Instruments outside the operator's catalog. */
  readonly others: number;
  /** Forward books of all instruments together. */
  readonly forwards: number;
}

const LIMITS: CatalogLimits = { others: 1_000, forwards: 500 };

interface Answer extends TaggedText {
  readonly body: CatalogBody;
}

export class CatalogRoute {
  private answer: Promise<Answer> | null = null;
  private validUntil = -Infinity;
  private readonly medians: MedianPrices;

  constructor(
    private readonly deps: CatalogDeps,
    private readonly limits: CatalogLimits = LIMITS,
  ) {
    this.medians = new MedianPrices(deps.records);
  }

  readonly show: RouteHandler<typeof marketDataRoutes.listMarkets> = async (req, res) => {
    await sendText(req, res, await this.newest(), `public, max-age=${FRESH_MS / 1_000}`);
  };

  readonly read = async (): Promise<CatalogBody> => (await this.newest()).body;

  private newest(): Promise<Answer> {
    if (!this.answer || performance.now() >= this.validUntil) this.renew();
    return this.answer!;
  }

  /** Callers in the meantime share the answer that is being made. */
  private renew(): void {
    const beganAt = performance.now();
    this.validUntil = Infinity;
    this.answer = this.make();
    this.answer.then(
      () => {
        const now = performance.now();
        this.validUntil = beganAt + Math.max(FRESH_MS, FRESH_FACTOR * (now - beganAt));
      },
      () => (this.validUntil = -Infinity),
    );
  }

  private async make(): Promise<Answer> {
    const { records, catalog } = this.deps;
    const now = new Date();
    const [live, tickers] = await Promise.all([
      liveBooks(records, now),
      readTickers(records, now.getTime()),
    ]);
    const others = [...new Set(live.map(({ modelId }) => modelId))]
      .filter((modelId) => !catalog.instrument(modelId))
      .slice(0, this.limits.others);
    const models = [...catalog.instruments.map(({ modelId }) => modelId), ...others.sort()];
    const spot = models.map((modelId) => ({ modelId, tenor: 'spot' }) as const);
    const forwards = this.forwardsOf(live, new Set(models));
    const quotes = await readQuotes(this.deps, [...spot, ...forwards], tickers);
    const byModel = groupedBy(forwards, ({ modelId }) => modelId);
    const prices = await this.medians.of(others, tickers);
    const whole = new Map(
      tickers
        .filter(({ book, region }) => book.tenor === 'spot' && region === 'any')
        .map((ticker) => [ticker.book.modelId, ticker]),
    );
    const instrumentOf = (modelId: string) =>
      instrumentBody(catalog, modelId, { quotes, forwards: byModel, prices, spot: whole, now });
    const dateless: Omit<CatalogBody, 'as_of'> = {
      families: familiesOf(catalog, others, instrumentOf),
      regions: [...REGIONS],
    };
    const body = { ...dateless, as_of: now.toISOString() };
    return { text: JSON.stringify(body), tag: tagOf(JSON.stringify(dateless)), body };
  }

  /** Those of the operator's instruments come first. */
  private forwardsOf(live: readonly BookId[], shown: ReadonlySet<string>): BookId[] {
    const { catalog } = this.deps;
    const forwards = live.filter(({ modelId, tenor }) => tenor !== 'spot' && shown.has(modelId));
    const isKnown = ({ modelId }: BookId) => catalog.instrument(modelId) !== undefined;
    const sorted = [...forwards.filter(isKnown), ...forwards.filter((book) => !isKnown(book))];
    return sorted.slice(0, this.limits.forwards);
  }
}

/** How long an instrument without orders is listed after its last trade. */
const TRADED_MS = 30 * 86_400_000;
/** Maximum number of books read per kind. */
const BOOKS_MAX = 10_000;

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
  readonly forwards: ReadonlyMap<string, readonly BookId[]>;
  /** Volume-weighted medians of a day, by instrument that is not the operator's. */
  readonly prices: ReadonlyMap<string, bigint>;
  /** Of all regions together, by instrument. */
  readonly spot: ReadonlyMap<string, Ticker>;
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
    list_price: listPrice(known, live.prices.get(modelId)),
    last_price: priceText(live.spot.get(modelId)?.lastPriceScale8 ?? null),
    open_24h: priceText(live.spot.get(modelId)?.openScale8 ?? null),
    quotes: live.quotes.get(bookName({ modelId, tenor: 'spot' })) ?? [],
    ...(forwards.length === 0 ? {} : { forwards }),
  };
}

/** The operator's list price; without one the volume-weighted median of a day (PRICE-7). */
function listPrice(known: Instrument | undefined, dailyScale8: bigint | undefined): string | null {
  const priceScale8 = known ? known.listPriceScale8 : dailyScale8;
  return priceText(priceScale8 ?? null);
}

export function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

function forwardsOf(modelId: string, live: Live): NonNullable<InstrumentBody['forwards']> {
  return (live.forwards.get(modelId) ?? []).map((book) => ({
    tenor: book.tenor,
    delivery_start: deliveryStart(book.tenor, live.now),
    quotes: live.quotes.get(bookName(book)) ?? [],
  }));
}

function deliveryStart(tenor: Tenor, now: Date): string {
  return new Date(deliveryWindow(tenor, now.getTime(), 0).opensAtMs).toISOString();
}
