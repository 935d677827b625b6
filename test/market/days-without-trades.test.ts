/** Candles that are made anew are those of the trades that there are: days that have none left lose theirs. */
import { randomUUID } from 'node:crypto';
import { rebuildCandles } from '../../followers/candles/rebuild';
import { recordsForFile } from '../records/scenario';
import { print } from './tape';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 0, 30, 12);

const records = recordsForFile();

test('days whose trades a restore has taken back, each', async () => {
  const modelId = `model-${randomUUID()}`;
  const trades = Array.from({ length: 4 }, (_, at) => ({
    modelId,
    executedAt: new Date(START_MS + at * DAY_MS),
  }));
  const [kept, ...lost] = await print(records, trades);
  await rebuildCandles(records, 1);
  const days = async () => {
    const found = await records.candles.find({ modelId, interval: '1d', region: 'any' }).toArray();
    return found.map(({ time }) => time.getTime()).sort();
  };
  expect(await days()).toHaveLength(4);
  await records.trades.deleteMany({ _id: { $in: lost } });
  await rebuildCandles(records, 2);
  const { executedAt } = (await records.trades.findOne({ _id: kept! }))!;
  expect(await days()).toEqual([executedAt.getTime() - DAY_MS / 2]);
});
