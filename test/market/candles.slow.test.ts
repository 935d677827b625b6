/** Candles follow the trades: whole, once, and without what was voided. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type CandleRegion, INTERVALS, type Interval } from '../../domain/candles';
import { formatPrice } from '../../domain/money';
import type { Region } from '../../domain/regions';
import { CandleFollower } from '../../followers/candles/follower';
import { readCandles } from '../../records/queries/read-candles';
import { rebuildCandles } from '../../followers/candles/rebuild';
import type { WritableRecords } from '../../records/connect';
import { dropRecords, openRecords } from '../records/scenario';
import { until } from '../support/wait';
import { type TradeTerms, print } from './tape';

let records: WritableRecords;
const followers: CandleFollower[] = [];
const failures: unknown[] = [];

beforeAll(async () => {
  records = await openRecords();
});
afterAll(async () => {
  await Promise.all(followers.map((follower) => follower.stop()));
  await dropRecords(records);
  expect(failures).toEqual([]);
});

function newFollower(leaseMs = 1_000): CandleFollower {
  const made = new CandleFollower(records, {
    holder: randomUUID(),
    leaseMs,
    gatherMs: 50,
    onError: (err) => failures.push(err),
  });
  followers.push(made);
  return made;
}

const START_MS = Date.UTC(2026, 0, 31, 23, 58);
const at = (seconds: number) => new Date(START_MS + seconds * 1_000);
const newModel = () => `candles-${randomUUID()}`;

interface Row {
  readonly time: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: number;
}

async function read(
  modelId: string,
  interval: Interval,
  region: CandleRegion = 'any',
): Promise<Row[]> {
  const book = { modelId, tenor: 'spot' } as const;
  const query = { book, region, interval, from: null, to: null, limit: 2_000 };
  return rowsOf(await readCandles(records.candles, query));
}

function rowsOf(rows: readonly string[]): Row[] {
  return rows.map((row) => JSON.parse(row) as Row);
}

const price = (priceScale8: bigint) => formatPrice(priceScale8, 'perThousand');

/** What the candles of a series must be, counted in the plainest way. */
function expected(
  trades: readonly (TradeTerms & { id: string })[],
  interval: Interval,
  region: CandleRegion,
): Row[] {
  const buckets = new Map<number, (TradeTerms & { id: string })[]>();
  for (const trade of trades) {
    if (region !== 'any' && trade.region !== region) continue;
    const length = INTERVALS[interval];
    const start = Math.floor(trade.executedAt.getTime() / length) * length;
    buckets.set(start, [...(buckets.get(start) ?? []), trade]);
  }
  return [...buckets]
    .sort(([a], [b]) => a - b)
    .map(([start, unsorted]) => {
      const bucket = unsorted.sort(
        (a, b) => +a.executedAt - +b.executedAt || (a.id < b.id ? -1 : 1),
      );
      const prices = bucket.map(({ priceScale8 }) => priceScale8 ?? 0n);
      const sorted = [...prices].sort((a, b) => (a < b ? -1 : 1));
      return {
        time: new Date(start).toISOString(),
        open: price(prices[0]!),
        high: price(sorted.at(-1)!),
        low: price(sorted[0]!),
        close: price(prices.at(-1)!),
        volume: bucket.reduce((sum, trade) => sum + (trade.quantityTokens ?? 0), 0),
      };
    });
}

const REGIONS: readonly Region[] = ['us-east', 'eu-west', 'global'];
const anyTrade = fc.record({
  executedAt: fc.integer({ min: 0, max: 3 * 86_400 }).map(at),
  priceScale8: fc.bigInt({ min: 1n, max: 9_000_000_000_000_000_000n }),
  quantityTokens: fc.integer({ min: 1, max: 1_000_000_000_000 }),
  region: fc.constantFrom(...REGIONS),
  isVoided: fc.boolean(),
});

test('every interval and region agrees with the trades, before and after some are voided', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyTrade, { minLength: 1, maxLength: 40 }), async (trades) => {
      const modelId = newModel();
      const ids = await print(
        records,
        trades.map((trade) => ({ ...trade, modelId })),
      );
      const printed = trades.map((trade, index) => ({ ...trade, modelId, id: ids[index]! }));
      const agree = async (standing: typeof printed) => {
        for (const interval of ['1m', '5m', '1h', '1d'] as const) {
          for (const region of ['any', ...REGIONS] as const) {
            const found = await read(modelId, interval, region);
            expect(found).toEqual(expected(standing, interval, region));
          }
        }
      };
      await rebuildCandles(records, 1);
      await agree(printed);
      const voided = printed.filter(({ isVoided }) => isVoided).map(({ id }) => id);
      await records.trades.updateMany({ _id: { $in: voided } }, { $set: { status: 'voided' } });
      await rebuildCandles(records, 1);
      await agree(printed.filter(({ isVoided }) => !isVoided));
      await records.trades.deleteMany({ modelId });
      await rebuildCandles(records, 1);
    }),
    { numRuns: 12 },
  );
});

describe('the follower', () => {
  const closes = async (modelId: string) =>
    (await read(modelId, '1m')).map(({ close, volume }) => [close, volume]);
  beforeAll(() => newFollower().start());

  test('a trade of no tokens prints no candle; one that is all voided leaves none', async () => {
    const modelId = newModel();
    const [id] = await print(records, [
      { modelId, executedAt: at(0) },
      { modelId, executedAt: at(90), quantityTokens: 0 },
    ]);
    await until(async () => (await closes(modelId)).length === 1);
    await records.trades.updateOne({ _id: id! }, { $set: { status: 'voided' } });
    await until(async () => (await records.candles.countDocuments({ modelId })) === 0);
    await until(async () => (await records.tickers.countDocuments({ modelId })) === 0);
  });

  test('another one goes on where one stopped, and misses nothing between', async () => {
    const modelId = newModel();
    await followers[0]!.stop();
    await print(records, [{ modelId, executedAt: at(0), priceScale8: 1n }]);
    newFollower().start();
    await until(async () => (await closes(modelId)).length === 1);
    const { fence } = (await records.followers.findOne({ _id: 'candles' }))!;
    expect(fence).toBe(2);
  });
});

test.each<[object, number[]]>([
  [{ limit: 0 }, []],
  [{ limit: 2 }, [2, 3]],
  [{ limit: 2, from: at(0) }, [0, 1]],
  [{ from: at(120), limit: 10 }, [2, 3]],
  [{ from: at(121), limit: 10 }, [3]],
  [{ to: at(120), limit: 10 }, [0, 1]],
  [{ to: at(121), limit: 1 }, [2]],
  [{ from: at(60), to: at(120), limit: 10 }, [1]],
  [{ from: at(120), to: at(60), limit: 10 }, []],
])('%j gives the candles %j', async (part, minutes) => {
  const modelId = 'ranges';
  if ((await records.trades.countDocuments({ modelId })) === 0) {
    await print(
      records,
      [0, 60, 120, 180].map((seconds) => ({ modelId, executedAt: at(seconds) })),
    );
  }
  await until(async () => (await read(modelId, '1m')).length === 4);
  const book = { modelId, tenor: 'spot' } as const;
  const query = { book, region: 'any', interval: '1m', from: null, to: null, limit: 500 } as const;
  const found = rowsOf(await readCandles(records.candles, { ...query, ...part }));
  expect(found.map(({ time }) => (Date.parse(time) - START_MS) / 60_000)).toEqual(minutes);
});
