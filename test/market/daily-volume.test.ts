/** Volume and first price of the last 24 hours are those of its trades, to the minute, at whatever time it is read. */
import { randomUUID } from 'node:crypto';
import { CandleFollower } from '../../followers/candles/follower';
import { readTickers } from '../../records/queries/daily-volume';
import type { WritableRecords } from '../../records/connect';
import { dropRecords, openRecords } from '../records/scenario';
import { Random, SEED } from '../support/random';
import { until } from '../support/wait';
import { print } from './tape';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const TRADES = 150;
const QUANTITY_TOKENS = 1_000;
const READS = 40;

let records: WritableRecords;
let follower: CandleFollower;
const failures: unknown[] = [];
beforeAll(async () => {
  records = await openRecords();
  follower = new CandleFollower(records, {
    holder: randomUUID(),
    leaseMs: 1e3,
    gatherMs: 10,
    onError: (err) => failures.push(err),
  });
});
afterAll(async () => {
  await follower.stop();
  await dropRecords(records);
  expect(failures).toEqual([]);
});

const minuteOf = (timeMs: number) => Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;

test(`whether an hour has just begun or is almost over (seed ${SEED})`, async () => {
  const random = new Random(SEED);
  const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const firstMs = hourMs - 26 * HOUR_MS;
  const times = [
    ...Array.from({ length: TRADES }, () => random.between(firstMs, hourMs - 1)),
    // At the edges of hours and minutes.
    ...[DAY_MS, DAY_MS - 1, DAY_MS + 1, HOUR_MS, HOUR_MS + 1].map((ms) => hourMs - ms),
  ];
  const modelId = `model-${randomUUID()}`;
  const terms = { modelId, quantityTokens: QUANTITY_TOKENS };
  const priceOf = (timeMs: number) => BigInt(timeMs - firstMs + 1);
  const trades = times.map((timeMs) => ({
    ...terms,
    priceScale8: priceOf(timeMs),
    executedAt: new Date(timeMs),
  }));
  await print(records, trades);
  follower.start();
  const counted = async () => {
    const hours = await records.candles.find({ modelId, region: 'any', interval: '1h' }).toArray();
    return hours.reduce((sum, { volumeTokens }) => sum + volumeTokens, 0);
  };
  await until(async () => (await counted()) === times.length * QUANTITY_TOKENS, {
    what: 'all trades in the candles',
    timeoutMs: 20_000,
  });
  const nows = [
    ...[0, 1, MINUTE_MS - 1, MINUTE_MS, HOUR_MS - 1, HOUR_MS].map((ms) => hourMs - HOUR_MS + ms),
    ...Array.from({ length: READS }, () => random.between(hourMs - HOUR_MS, hourMs)),
  ];
  for (const nowMs of nows) {
    const fromMs = minuteOf(nowMs - DAY_MS) + MINUTE_MS;
    const within = times.filter((timeMs) => timeMs >= fromMs);
    const expected = [within.length * QUANTITY_TOKENS, priceOf(Math.min(...within))];
    const tickers = await readTickers(records, nowMs);
    const shown = tickers.find(({ book, region }) => book.modelId === modelId && region === 'any');
    expect([nowMs, shown!.volumeTokens, shown!.openScale8]).toEqual([nowMs, ...expected]);
  }
});
