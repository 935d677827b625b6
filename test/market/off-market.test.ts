/** Which trades are off-market (PRICE-10), at the limits of the rule and in the records. */
import { isOffMarket } from '../../domain/off-market';
import {
  clearRecords,
  recordsForFile,
  fundedAccount,
  MODEL,
  openRecords,
  placedAsk,
  reserve,
  settlement,
} from '../records/scenario';
import { print } from './tape';

const MEDIAN_SCALE8 = 1_000n;
const MARKET = { medianScale8: MEDIAN_SCALE8, trades: 20 };

const records = recordsForFile();

test.each([
  ['exactly ten times the median', 10_000n, MARKET, false],
  ['one unit more than ten times', 10_001n, MARKET, true],
  ['exactly a tenth of the median', 100n, MARKET, false],
  ['one unit less than a tenth', 99n, MARKET, true],
  ['more than ten times the median of 19 trades', 10_001n, { ...MARKET, trades: 19 }, false],
  ['any price without trades', 10_001n, null, false],
])('%s', (_title, priceScale8, market, expected) => {
  expect(isOffMarket(priceScale8, market)).toBe(expected);
});

/** Prints trades at the median, sells one token at a price, and returns its trade. */
async function sold(priceScale8: bigint, others: Parameters<typeof print>[1]) {
  await clearRecords(records);
  // The median is kept for a while; each test has a process of its own.
  const own = await openRecords(records.connection.name);
  try {
    await print(own, others);
    const accountId = await fundedAccount(own, 1_000_000_000n);
    const askId = await placedAsk(own, { capacityTokens: 10, priceScale8 });
    const fillId = await reserve(own, { accountId, askId, quantityTokens: 10 });
    await own.ledger.settleFill(settlement(fillId, 10));
    return await own.trades.findOne({ _id: fillId });
  } finally {
    await own.close();
  }
}

const trades = (count: number, parts = {}) =>
  Array.from({ length: count }, () => ({
    modelId: MODEL,
    executedAt: new Date(),
    priceScale8: MEDIAN_SCALE8,
    ...parts,
  }));

test('marks a settled trade above ten times the median of 20 trades', async () => {
  expect(await sold(10_001n, trades(20))).toMatchObject({ offMarket: true });
});

test.each([
  ['at ten times the median', 10_000n, trades(20)],
  ['after 19 trades', 10_001n, trades(19)],
  ['after 20 trades of another tenor', 10_001n, trades(20, { tenor: '7d' })],
  ['after 20 trades of another instrument', 10_001n, trades(20, { modelId: 'another' })],
  ['after 20 voided trades', 10_001n, trades(20, { status: 'voided' })],
])('does not mark a settled trade %s', async (_title, priceScale8, others) => {
  const trade = await sold(priceScale8, others);
  expect(trade).not.toBeNull();
  expect(trade).not.toMatchObject({ offMarket: true });
});
