/** Records of one moment are in the order of their ids, whether they have moved to the archive or not. */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import { pastTrades } from '../../records/archive/past';
import type { WritableRecords } from '../../records/connect';
import { dropRecords, openRecords } from './scenario';

const DAY_MS = 86_400_000;
const executedAt = new Date(Date.now() - 100 * DAY_MS);
/** In their order. */
const ids = Array.from({ length: 12 }, () => uuidV7At(executedAt.getTime(), randomUUID())).sort();

let records: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
  const trades = ids.map((_id) => ({ _id, tradeId: _id, sellerId: 'seller', executedAt }));
  const moved = trades.filter((_trade, at) => at % 3 === 0);
  const left = trades.filter((trade) => !moved.includes(trade));
  await records.trades.insertMany(left as never);
  await records.archivedTrades.insertMany(moved as never);
});
afterAll(() => dropRecords(records));

test.each([
  ['oldest', ids],
  ['newest', ids.toReversed()],
] as const)('the %s first', async (sorting, expected) => {
  for (const limit of [1, 4, 11, 12, 13]) {
    const page = await pastTrades(records).page({
      filter: { sellerId: 'seller' },
      sorting,
      limit,
    });
    expect(page.map(({ _id }) => _id)).toEqual(expected.slice(0, limit));
  }
});
