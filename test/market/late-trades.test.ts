/** A trade that comes late changes the candles of its minute, and no other ones. */
import { randomUUID } from 'node:crypto';
import { foldSpan } from '../../followers/candles/fold';
import { dropRecords, openRecords } from '../records/scenario';
import { print } from './tape';

const MINUTE_MS = 60_000;
/** The last minute of an hour. */
const START_MS = Date.UTC(2026, 0, 31, 20, 59);

test('neither of the minute behind it nor of the hour', async () => {
  const records = await openRecords();
  const modelId = `late-${randomUUID()}`;
  const trade = async (minute: number, priceScale8: bigint) => {
    const fromMs = START_MS + minute * MINUTE_MS;
    await print(records, [{ modelId, priceScale8, executedAt: new Date(fromMs + 1_000) }]);
    const span = { fromMs, toMs: fromMs + MINUTE_MS };
    await foldSpan(records, { modelId, tenor: 'spot' }, span, 1);
  };
  const shown = async (interval: '1m' | '1h') => {
    const candles = records.candles.find({ modelId, interval, region: 'any' }).sort({ time: 1 });
    return (await candles.toArray()).map(({ highScale8 }) => Number(highScale8));
  };
  for (const minute of [-1, 0, 1]) await trade(minute, BigInt(10 + minute));
  await trade(0, 100n);
  expect(await shown('1m')).toEqual([9, 100, 11]);
  expect(await shown('1h')).toEqual([100, 11]);
  await dropRecords(records);
});
