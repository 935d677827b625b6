/** Rebuilds all candles from all trades, one day of a book at a time. */
import { INTERVALS, bucketStart } from '../../domain/candles';
import { type BookId, bookName } from '../../domain/instruments';
import { unionWithArchive } from '../../records/archive/with-archive';
import { SCAN_MAX_MS } from '../../records/mongodb/read-limits';
import { foldSpan, type Tape } from './fold';

/** @param beforeEach may throw to end the rebuild */
export async function rebuildCandles(
  tape: Tape,
  fence: number,
  beforeEach: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (const { book, days } of await tradedDays(tape)) {
    for (const fromMs of days) {
      await beforeEach();
      await foldSpan(tape, book, { fromMs, toMs: fromMs + INTERVALS['1d'] }, fence);
    }
  }
}

/** Days with trades, and days with candles, whose trades may all have been voided. */
async function tradedDays(tape: Tape): Promise<{ book: BookId; days: number[] }[]> {
  const { trades, candles } = tape;
  const day = (date: string) => ({
    modelId: '$modelId',
    tenor: '$tenor',
    day: { $dateTrunc: { date, unit: 'day' } },
  });
  const ofTrades = [{ $group: { _id: day('$executedAt') } }];
  const ofCandles = [{ $match: { interval: '1d' } }, { $group: { _id: day('$time') } }];
  const all = [
    ...ofTrades,
    { $unionWith: { coll: candles.collectionName, pipeline: ofCandles } },
    // Behind the live ones: a trade that moves meanwhile is in one of them.
    unionWithArchive('trades', ofTrades),
    { $sort: { '_id.day': 1 } },
  ];
  const found = await trades
    .aggregate<{ _id: BookId & { day: Date } }>(all, { allowDiskUse: true, maxTimeMS: SCAN_MAX_MS })
    .toArray();
  const books = new Map<string, { book: BookId; days: Set<number> }>();
  for (const { _id } of found) {
    const book = { modelId: _id.modelId, tenor: _id.tenor };
    const known = books.get(bookName(book)) ?? { book, days: new Set() };
    known.days.add(bucketStart('1d', _id.day.getTime()));
    books.set(bookName(book), known);
  }
  return [...books.values()].map(({ book, days }) => ({ book, days: [...days] }));
}
