/** Rebuilds all candles from all trades, one day of a book at a time. */
import { INTERVALS, bucketStart } from '../../domain/candles';
import { type BookId, bookName } from '../../domain/instruments';
import { SCAN_MAX_MS } from '../../records/read-limits';
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

/** Selects no live trade. */
const NOTHING = [{ $match: { _id: { $in: [] } } }];

/** Days with trades, and days with candles, whose trades may all have been voided. */
async function tradedDays(tape: Tape): Promise<{ book: BookId; days: number[] }[]> {
  const { archiveMonths, trades, candles } = tape;
  const day = (date: string) => ({
    modelId: '$modelId',
    tenor: '$tenor',
    day: { $dateTrunc: { date, unit: 'day' } },
  });
  const ofTrades = [{ $group: { _id: day('$executedAt') } }];
  const ofCandles = [{ $match: { interval: '1d' } }, { $group: { _id: day('$time') } }];
  const grouped = (first: object[], others: { coll: string; pipeline: object[] }[]) =>
    trades
      .aggregate<{ _id: BookId & { day: Date } }>(
        [...first, ...others.map((other) => ({ $unionWith: other }))],
        { allowDiskUse: true, maxTimeMS: SCAN_MAX_MS },
      )
      .toArray();
  const live = await grouped(ofTrades, [{ coll: candles.collectionName, pipeline: ofCandles }]);
  // Listed behind the live ones: a trade that has moved meanwhile is in one of these months.
  const months = await archiveMonths.find({ of: 'trades' }).sort({ until: 1 }).toArray();
  const archived = await grouped(
    NOTHING,
    months.map(({ _id: coll }) => ({ coll, pipeline: ofTrades })),
  );
  const found = [...live, ...archived].sort((one, other) => +one._id.day - +other._id.day);
  const books = new Map<string, { book: BookId; days: Set<number> }>();
  for (const { _id } of found) {
    const book = { modelId: _id.modelId, tenor: _id.tenor };
    const known = books.get(bookName(book)) ?? { book, days: new Set() };
    known.days.add(bucketStart('1d', _id.day.getTime()));
    books.set(bookName(book), known);
  }
  return [...books.values()].map(({ book, days }) => ({ book, days: [...days] }));
}
