/**
 * The newest price of each of a book's series, read from its newest day. The follower of the candles
 * owns `tickers`: no service writes it.
 */
import { type BookId, bookName } from '../../domain/instruments';
import { type CandleRegion } from '../../domain/candles';
import { REGIONS } from '../../domain/regions';
import { asDouble, type ReadCollections } from '../../records/collections';
import { replaceFenced } from './write-fenced';
import { writable } from '../../records/mongodb/writable';

const SERIES: readonly CandleRegion[] = [...REGIONS, 'any'];

export async function refreshTickers(
  { candles, tickers }: Pick<ReadCollections, 'candles' | 'tickers'>,
  book: BookId,
  fence: number,
): Promise<void> {
  const { modelId, tenor } = book;
  const newest = await Promise.all(
    SERIES.map((region) =>
      candles.findOne(
        { interval: '1d', modelId, tenor, region, row: { $type: 'string' } },
        { sort: { time: -1 }, projection: { region: 1, closeScale8: 1, last: 1 } },
      ),
    ),
  );
  const documents = newest.flatMap((candle) =>
    candle?.closeScale8 !== undefined && candle.last
      ? {
          _id: `${bookName(book)}|${candle.region}`,
          modelId,
          tenor,
          region: candle.region,
          lastPriceScale8: candle.closeScale8,
          lastAt: candle.last.at,
          fence: asDouble(fence),
        }
      : [],
  );
  const ids = SERIES.map((region) => `${bookName(book)}|${region}`);
  await replaceFenced(writable(tickers), { _id: { $in: ids } }, documents, fence);
}
