/** The follower of the trades: candles of what was traded before it began, of what comes, and of nothing voided. */
import { randomUUID } from 'node:crypto';
import { CandleFollower } from '../../followers/candles/follower';
import { rebuildCandles } from '../../followers/candles/rebuild';
import { clearRecords, recordsForFile } from '../records/scenario';
import { until } from '../support/wait';
import { print } from './tape';

const START_MS = Date.UTC(2026, 0, 31, 23, 58);
const DAY_SECONDS = 86_400;

const records = recordsForFile();
let follower: CandleFollower;
let failures: unknown[];
beforeEach(() => {
  failures = [];
  follower = newFollower();
});
afterEach(async () => {
  await follower.stop();
  await clearRecords(records);
  expect(failures).toEqual([]);
});

const at = (seconds: number) => new Date(START_MS + seconds * 1_000);

function newFollower(): CandleFollower {
  return new CandleFollower(records, {
    holder: randomUUID(),
    leaseMs: 1e3,
    gatherMs: 10,
    onError: (err) => failures.push(err),
  });
}

/** The last prices of a model's minutes, in their order. */
async function closes(modelId: string): Promise<number[]> {
  const found = await records.candles
    .find({ modelId, interval: '1m', region: 'any' })
    .sort({ time: 1 })
    .toArray();
  return found.map(({ closeScale8 }) => Number(closeScale8));
}

const untilCloses = (modelId: string, expected: number[]) =>
  until(async () => (await closes(modelId)).join() === expected.join(), {
    what: `the candles ${expected.join()}`,
    timeoutMs: 20_000,
  });

test('trades from before its beginning, later ones, and those that are voided', async () => {
  const [early, model] = [`early-${randomUUID()}`, `model-${randomUUID()}`];
  await print(records, [{ modelId: early, executedAt: at(0), priceScale8: 5n }]);
  follower.start();
  await untilCloses(early, [5]);
  const [first] = await print(records, [
    { modelId: model, executedAt: at(0), priceScale8: 7n },
    { modelId: model, executedAt: at(61), priceScale8: 9n },
  ]);
  await untilCloses(model, [7, 9]);
  await records.trades.updateOne({ _id: first! }, { $set: { status: 'voided' } });
  await untilCloses(model, [9]);
  expect(await closes(early)).toEqual([5]);
});

test('a place that MongoDB no longer knows, as after a restore, makes all candles anew', async () => {
  const [lost, model] = [`lost-${randomUUID()}`, `model-${randomUUID()}`];
  follower.start();
  await print(records, [{ modelId: model, executedAt: at(0), priceScale8: 3n }]);
  await untilCloses(model, [3]);
  await follower.stop();
  const token = await unknownPlace();
  await print(records, [{ modelId: lost, executedAt: at(0), priceScale8: 2n }]);
  await records.followers.updateOne({ _id: 'candles' }, { $set: { token } });
  follower = newFollower();
  follower.start();
  await untilCloses(lost, [2]);
  await print(records, [{ modelId: lost, executedAt: at(60), priceScale8: 4n }]);
  await untilCloses(lost, [2, 4]);
});

/** The place of a change that the trades never had. */
async function unknownPlace(): Promise<string> {
  const elsewhere = records.connection.collection(`elsewhere-${randomUUID()}`);
  await elsewhere.insertOne({});
  const stream = elsewhere.watch();
  try {
    await stream.tryNext();
    await elsewhere.insertOne({});
    const change = await until(() => stream.tryNext(), { what: 'a change' });
    return (change._id as { _data: string })._data;
  } finally {
    await stream.close();
  }
}

test('the last price of a series is that of its newest day', async () => {
  const modelId = `model-${randomUUID()}`;
  await print(records, [
    { modelId, executedAt: at(0), priceScale8: 5n },
    { modelId, executedAt: at(3 * DAY_SECONDS), priceScale8: 8n, region: 'apac' },
    { modelId, executedAt: at(DAY_SECONDS), priceScale8: 6n },
  ]);
  await rebuildCandles(records, 1);
  const last = async (region: string) =>
    (await records.tickers.findOne({ _id: `${modelId}|spot|${region}` }))?.lastPriceScale8;
  expect(await last('any')).toBe(8n);
  expect(await last('us-east')).toBe(6n);
  expect(await last('apac')).toBe(8n);
  expect(await last('eu-west')).toBeUndefined();
});

test('trades that were moved to the archive keep their candles when all are made anew', async () => {
  const modelId = `model-${randomUUID()}`;
  const [old] = await print(records, [
    { modelId, executedAt: at(0), priceScale8: 5n },
    { modelId, executedAt: at(40 * DAY_SECONDS), priceScale8: 8n },
  ]);
  await archive(old!);
  await rebuildCandles(records, 1);
  expect(await closes(modelId)).toEqual([5, 8]);
});

async function archive(tradeId: string): Promise<void> {
  const trade = (await records.trades.findOneAndDelete({ _id: tradeId }))!;
  await records.archivedTrades.insertOne(trade);
}
