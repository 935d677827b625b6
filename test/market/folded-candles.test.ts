/** Candles of a range of trades: whole, of what was traded alone, and without what was voided later. */
import { randomUUID } from 'node:crypto';
import type { CandleRegion, Interval } from '../../domain/candles';
import { foldSpan } from '../../followers/candles/fold';
import { rebuildCandles } from '../../followers/candles/rebuild';
import { readCandles } from '../../records/queries/read-candles';
import { recordsForFile } from '../records/scenario';
import { print, type TradeTerms } from './tape';

/** Two minutes before the end of an hour, a day and a month. */
const START_MS = Date.UTC(2026, 0, 31, 23, 58);
const FENCE = 1;

const records = recordsForFile();
let modelId: string;
beforeEach(() => {
  modelId = `candles-${randomUUID()}`;
});

const at = (seconds: number) => new Date(START_MS + seconds * 1_000);

function printed(trades: readonly Omit<TradeTerms, 'modelId'>[]): Promise<string[]> {
  return print(
    records,
    trades.map((trade) => ({ modelId, ...trade })),
  );
}

function fold(fromSeconds: number, toSeconds: number): Promise<void> {
  const span = { fromMs: at(fromSeconds).getTime(), toMs: at(toSeconds).getTime() };
  return foldSpan(records, { modelId, tenor: 'spot' }, span, FENCE);
}

/** Of each candle: its start in seconds, open, high, low, close, volume. */
async function shown(interval: Interval, region: CandleRegion = 'any') {
  const found = await records.candles
    .find({ modelId, interval, region })
    .sort({ time: 1 })
    .toArray();
  return found.map((candle) => [
    (candle.time.getTime() - START_MS) / 1_000,
    ...[candle.openScale8, candle.highScale8, candle.lowScale8, candle.closeScale8].map(Number),
    candle.volumeTokens,
  ]);
}

test('a minute has its first, highest, lowest and last price, in each region and over all', async () => {
  await printed([
    { executedAt: at(1), priceScale8: 300n, quantityTokens: 10 },
    { executedAt: at(2), priceScale8: 500n, quantityTokens: 20, region: 'eu-west' },
    { executedAt: at(3), priceScale8: 100n, quantityTokens: 30 },
    { executedAt: at(59), priceScale8: 200n, quantityTokens: 40 },
  ]);
  await fold(0, 60);
  expect(await shown('1m', 'us-east')).toEqual([[0, 300, 300, 100, 200, 80]]);
  expect(await shown('1m', 'eu-west')).toEqual([[0, 500, 500, 500, 500, 20]]);
  expect(await shown('1m')).toEqual([[0, 300, 500, 100, 200, 100]]);
});

test('every minute of the range has its candle, and longer intervals add them up', async () => {
  await printed([
    { executedAt: at(30), priceScale8: 100n, quantityTokens: 1 },
    { executedAt: at(90), priceScale8: 200n, quantityTokens: 2 },
    { executedAt: at(150), priceScale8: 300n, quantityTokens: 4 },
  ]);
  await fold(30, 151);
  expect(await shown('1m')).toEqual([
    [0, 100, 100, 100, 100, 1],
    [60, 200, 200, 200, 200, 2],
    [120, 300, 300, 300, 300, 4],
  ]);
  expect((await shown('5m')).map(([, ...prices]) => prices)).toEqual([
    [100, 200, 100, 200, 3],
    [300, 300, 300, 300, 4],
  ]);
  expect((await shown('1d')).map(([, ...prices]) => prices)).toEqual([
    [100, 200, 100, 200, 3],
    [300, 300, 300, 300, 4],
  ]);
});

test('a stream that broke before its first token makes no price', async () => {
  await printed([
    { executedAt: at(1), priceScale8: 900n, quantityTokens: 0 },
    { executedAt: at(2), priceScale8: 100n, quantityTokens: 5 },
  ]);
  await fold(0, 60);
  expect(await shown('1m')).toEqual([[0, 100, 100, 100, 100, 5]]);
});

test('a voided trade leaves its candle, and a candle of nothing else', async () => {
  const [first, , alone] = await printed([
    { executedAt: at(1), priceScale8: 900n, quantityTokens: 5 },
    { executedAt: at(2), priceScale8: 100n, quantityTokens: 5 },
    { executedAt: at(61), priceScale8: 700n, quantityTokens: 5 },
  ]);
  await fold(0, 120);
  expect(await shown('1m')).toHaveLength(2);
  const voided = { _id: { $in: [first!, alone!] } };
  await records.trades.updateMany(voided, { $set: { status: 'voided' } });
  await fold(0, 120);
  expect(await shown('1m')).toEqual([[0, 100, 100, 100, 100, 5]]);
});

test('an off-market trade adds volume and no price to its candles, and alone makes no candle', async () => {
  await printed([
    { executedAt: at(1), priceScale8: 100n, quantityTokens: 5 },
    { executedAt: at(2), priceScale8: 9_000n, quantityTokens: 3, offMarket: true },
    { executedAt: at(61), priceScale8: 8_000n, quantityTokens: 2, offMarket: true },
  ]);
  await fold(0, 120);
  const book = { modelId, tenor: 'spot' } as const;
  const read = async (interval: Interval) => {
    const query = { book, region: 'any', interval, from: null, to: null, limit: 10 } as const;
    return (await readCandles(records.candles, query)).map((row) => {
      const { open, high, low, close, volume } = JSON.parse(row) as Record<string, unknown>;
      return [open, high, low, close, volume];
    });
  };
  const price = '0.000001';
  expect(await read('1m')).toEqual([[price, price, price, price, 8]]);
  expect(await read('5m')).toEqual([[price, price, price, price, 10]]);
  const followed = await records.candles.find({ modelId }).sort({ _id: 1 }).toArray();
  const ticker = await records.tickers.findOne({ modelId, region: 'any' });
  expect(ticker).toMatchObject({ lastPriceScale8: 100n, lastAt: at(1) });
  await rebuildCandles(records, FENCE);
  expect(await records.candles.find({ modelId }).sort({ _id: 1 }).toArray()).toEqual(followed);
});
