/** What readers of the list of the instruments have yet to be told, in messages of bounded size. */
import { REGIONS, type Region } from '../../domain/regions';
import type { CatalogBody, InstrumentQuotesBody, QuoteBody } from '../schemas/market-data';

/** The instrument of a message that passes it is the last one. */
const MESSAGE_BYTES = 16_000;

type Prices = Pick<InstrumentQuotesBody, 'list_price' | 'last_price' | 'open_24h'>;

interface Known {
  prices: Prices;
  readonly quotes: Map<Region, QuoteBody>;
}

export class CatalogChanges {
  private readonly known = new Map<string, Known>();
  /** Those that have changed the longest ago come first. */
  private readonly due = new Set<string>();

  /** @param list that readers have, or a later one */
  constructor(list: CatalogBody) {
    for (const instrument of instrumentsOf(list)) {
      const { model_id: id, quotes } = instrument;
      this.known.set(id, {
        prices: pricesOf(instrument),
        quotes: new Map(quotes.map((quote) => [quote.region, quote])),
      });
    }
  }

  /** The next changes to send; what does not fit is sent from a later list. */
  in(list: CatalogBody): InstrumentQuotesBody[] {
    const now = new Map(instrumentsOf(list).map((one) => [one.model_id, one]));
    for (const id of new Set([...now.keys(), ...this.known.keys()])) {
      if (this.changed(id, now.get(id))) this.due.add(id);
      else this.due.delete(id);
    }
    const told: InstrumentQuotesBody[] = [];
    let bytes = 0;
    for (const id of this.due) {
      if (bytes > MESSAGE_BYTES) break;
      const change = this.changed(id, now.get(id))!;
      this.tell(change, now.has(id));
      told.push(change);
      bytes += JSON.stringify(change).length;
    }
    return told;
  }

  /** @param listed undefined when the list has it no longer: nobody quotes it */
  private changed(id: string, listed: InstrumentQuotesBody | undefined) {
    const known = this.known.get(id);
    const prices = listed ? pricesOf(listed) : NO_PRICES;
    const byRegion = new Map(listed?.quotes.map((quote) => [quote.region, quote]));
    const quotes = REGIONS.map((region) => byRegion.get(region) ?? nothing(region)).filter(
      (quote) => !isSame(quote, known?.quotes.get(quote.region) ?? nothing(quote.region)),
    );
    const isNew = known === undefined && listed !== undefined;
    const hasSamePrices = JSON.stringify(prices) === JSON.stringify(known?.prices ?? NO_PRICES);
    if (!isNew && quotes.length === 0 && hasSamePrices) return null;
    return { model_id: id, ...prices, quotes };
  }

  private tell(change: InstrumentQuotesBody, isListed: boolean) {
    const { model_id: id, quotes } = change;
    this.due.delete(id);
    if (!isListed) return void this.known.delete(id);
    const known = this.known.get(id) ?? {
      prices: NO_PRICES,
      quotes: new Map<Region, QuoteBody>(),
    };
    known.prices = pricesOf(change);
    for (const quote of quotes) known.quotes.set(quote.region, quote);
    this.known.set(id, known);
  }
}

const instrumentsOf = ({ families }: CatalogBody) =>
  families.flatMap(({ instruments }) => instruments);

const NO_PRICES: Prices = { list_price: null, last_price: null, open_24h: null };

function pricesOf({ list_price, last_price, open_24h }: Prices): Prices {
  return { list_price, last_price, open_24h };
}

function nothing(region: Region): QuoteBody {
  return { region, best_bid: null, best_ask: null, last_price: null, volume_24h: 0 };
}

function isSame(one: QuoteBody, other: QuoteBody): boolean {
  return (
    one.best_bid === other.best_bid &&
    one.best_ask === other.best_ask &&
    one.last_price === other.last_price &&
    one.volume_24h === other.volume_24h
  );
}
