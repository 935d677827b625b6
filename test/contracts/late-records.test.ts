/** The window of a later tenor begins while its fill waits to be written. */
import { recordsForFile, expectSound, fundedAccount, placedAsk } from '../records/scenario';
import { fillOrder, newOrder, nthFill } from './records-scenario';

const HOUR_MS = 3_600_000;
const TERMS = { quantityTokens: 10, priceScale8: 100_000_000n };

const records = recordsForFile();
afterEach(async () => {
  jest.restoreAllMocks();
  await expectSound(records);
});

/** An order for a window that has begun, planned as in the last moment before. */
async function planBefore() {
  const accountId = await fundedAccount(records, 1_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 5_000, tenor: '1h' });
  const opensAtMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const now = new Date(opensAtMs - 1);
  jest.spyOn(records.ledger.capacity, 'now').mockResolvedValueOnce(now);
  return { accountId, askId, opensAtMs, now };
}

test('does not record a fill whose window begins before the write', async () => {
  const { accountId, askId, now } = await planBefore();
  const order = newOrder(accountId, { tenor: '1h' });
  await records.ledger.capacity.open(order);
  const fill = nthFill(order._id, 1, { ...TERMS, askId, atMs: now.getTime() });
  const refused = { status: 'refused', fillId: fill.fillId, reason: 'window_begun' };
  expect(await fillOrder(records, order._id, fill)).toEqual(refused);
  expect(await records.lots.countDocuments({ orderId: order._id })).toBe(0);
});

test('does not sell a ticket whose window begins before the write', async () => {
  const { accountId, askId, opensAtMs, now } = await planBefore();
  const ask = (await records.asks.findOne({ _id: askId }))!;
  const order = newOrder(accountId, { tenor: '1h', ...TERMS });
  const bought = await records.ledger.capacity.buyTicket({
    order,
    now,
    credentialHash: order._id,
    fees: () => 0,
    fill: nthFill(order._id, 1, {
      ...TERMS,
      askId,
    }),
    seller: {
      sellerId: ask.sellerId,
      region: ask.region,
    },
    window: {
      opensAtMs,
      endsAtMs: opensAtMs + HOUR_MS,
    },
  });
  expect(bought).toEqual({ status: 'refused', reason: 'window_begun' });
  expect(await records.tickets.countDocuments({ accountId })).toBe(0);
});
