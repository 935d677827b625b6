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

/** Days with trades, and days with candles, whose trades may all have been voided. */
async function tradedDays({ trades, candles }: Tape): Promise<{ book: BookId; days: number[] }[]> {
  const day = (date: string) => ({
    modelId: '$modelId',
    tenor: '$tenor',
    day: { $dateTrunc: { date, unit: 'day' } },
  });
  const groups = trades.aggregate<{ _id: BookId & { day: Date } }>(
    [
      { $group: { _id: day('$executedAt') } },
      {
        $unionWith: {
          coll: candles.collectionName,
          pipeline: [{ $match: { interval: '1d' } }, { $group: { _id: day('$time') } }],
        },
      },
      { $sort: { '_id.day': 1 } },
    ],
    { allowDiskUse: true, maxTimeMS: SCAN_MAX_MS },
  );
  const books = new Map<string, { book: BookId; days: Set<number> }>();
  for await (const { _id } of groups) {
    const book = { modelId: _id.modelId, tenor: _id.tenor };
    const known = books.get(bookName(book)) ?? { book, days: new Set() };
    known.days.add(bucketStart('1d', _id.day.getTime()));
    books.set(bookName(book), known);
  }
  return [...books.values()].map(({ book, days }) => ({ book, days: [...days] }));
}
