/**
 * The market price of a book: the volume-weighted median of the trades of the last 24 hours. A
 * trade of few tokens, however far from it, does not move it (PRICE-7, PRICE-10).
 */
import { LRUCache } from 'lru-cache';
import { type BookId, bookName } from '../../domain/instruments';
import { type MarketPrice, TRADES_OF_A_MARKET } from '../../domain/off-market';
import { REGIONS } from '../../domain/regions';
import type { ReadCollections } from '../collections';

const DAY_MS = 24 * 3_600_000;
const REMEMBERED_MS = 5_000;
const BOOKS_MAX = 1_000;

export class MarketPrices {
  /** Of books with a market: one more trade hardly changes it. */
  private readonly known = new LRUCache<string, MarketPrice>({
    max: BOOKS_MAX,
    ttl: REMEMBERED_MS,
  });

  constructor(private readonly collections: Pick<ReadCollections, 'trades'>) {}

  /** @returns null without trades */
  async of({ modelId, tenor }: BookId): Promise<MarketPrice | null> {
    const name = bookName({ modelId, tenor });
    const known = this.known.get(name);
    if (known) return known;
    const price = await this.read({ modelId, tenor });
    if (price && price.trades >= TRADES_OF_A_MARKET) this.known.set(name, price);
    return price;
  }

  private async read({ modelId, tenor }: BookId): Promise<MarketPrice | null> {
    const upTo = (last: 'current' | 'unbounded') => ({ documents: ['unbounded', last] });
    const [median] = await this.collections.trades
      .aggregate<{ _id: bigint; count: number }>([
        {
          $match: {
            modelId,
            tenor,
            // Named even for all of them: each has its own range of the index.
            region: { $in: [...REGIONS] },
            executedAt: { $gte: new Date(Date.now() - DAY_MS) },
            status: { $ne: 'voided' },
            quantityTokens: { $gt: 0 },
          },
        },
        {
          $group: { _id: '$priceScale8', tokens: { $sum: '$quantityTokens' }, count: { $sum: 1 } },
        },
        {
          $setWindowFields: {
            sortBy: { _id: 1 },
            output: {
              below: { $sum: '$tokens', window: upTo('current') },
              total: { $sum: '$tokens', window: upTo('unbounded') },
              count: { $sum: '$count', window: upTo('unbounded') },
            },
          },
        },
        { $match: { $expr: { $gte: [{ $multiply: ['$below', 2] }, '$total'] } } },
        { $sort: { _id: 1 } },
        { $limit: 1 },
      ])
      .toArray();
    return median ? { medianScale8: median._id, trades: median.count } : null;
  }
}
