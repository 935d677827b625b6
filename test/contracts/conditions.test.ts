/** What the records refuse although a book or another process would have it: windows, quantities, late ends. */
import { v7 as uuidV7 } from 'uuid';
import {
  MODEL,
  clearRecords,
  recordsForFile,
  expectSound,
  fundedAccount,
  openRecords,
  placedAsk,
  settlement,
} from '../records/scenario';
import { boughtTicket, draw, fillOrder, newOrder, nthFill } from './records-scenario';

const USD = 100_000_000n;
const MINUTE_MS = 60_000;

const records = recordsForFile();
let accountId: string;
beforeEach(async () => {
  await clearRecords(records);
  accountId = await fundedAccount(records, 10n * USD);
});
afterEach(() => expectSound(records));

async function lotOf(quantityTokens: number) {
  const askId = await placedAsk(records, { capacityTokens: quantityTokens });
  const { lotId } = await boughtTicket(records, { accountId, askId, quantityTokens });
  return (await records.lots.findOne({ _id: lotId }))!;
}

test('a lot is drawn in its window, not before and not after it', async () => {
  const { _id, opensAt, endsAt } = await lotOf(1_000);
  const during = async (window: { opensAt: Date; endsAt: Date }) => {
    await records.lots.updateOne({ _id }, { $set: window });
    return (await draw(records, _id, 10)).result.status;
  };
  const [past, future] = [new Date(Date.now() - 1), new Date(Date.now() + MINUTE_MS)];
  expect(await during({ opensAt: future, endsAt })).toBe('lot_short');
  expect(await during({ opensAt, endsAt: past })).toBe('lot_short');
  expect(await during({ opensAt, endsAt })).toBe('reserved');
});

test('an order is filled to its last token, and not beyond', async () => {
  const askId = await placedAsk(records, { capacityTokens: 5_000 });
  const order = newOrder(accountId);
  await records.ledger.capacity.open(order);
  const fillOf = (count: number, quantityTokens: number) =>
    nthFill(order._id, count, { askId, quantityTokens });
  const beyond = { status: 'refused', reason: 'order_closed' };
  expect(await fillOrder(records, order._id, fillOf(1, 1_001))).toMatchObject(beyond);
  const both = [fillOf(1, 500), fillOf(2, 501)];
  expect(await fillOrder(records, order._id, ...both)).toMatchObject(beyond);
  const exact = [fillOf(3, 500), fillOf(4, 500)];
  expect(await fillOrder(records, order._id, ...exact)).toMatchObject({ status: 'recorded' });
});

test('the window of a spot fill begins when the fill is recorded, however late that is', async () => {
  const askId = await placedAsk(records, { capacityTokens: 5_000 });
  const order = newOrder(accountId, { spotLifetimeMs: 60 * MINUTE_MS });
  await records.ledger.capacity.open(order);
  const atMs = Date.now() - 10 * MINUTE_MS;
  const before = await records.ledger.capacity.now();
  await fillOrder(records, order._id, nthFill(order._id, 1, { askId, quantityTokens: 10, atMs }));
  const after = await records.ledger.capacity.now();
  const [lot] = await records.lots.find({ orderId: order._id }).toArray();
  const opensAtMs = lot!.opensAt.getTime();
  expect(opensAtMs).toBeGreaterThanOrEqual(before.getTime());
  expect(opensAtMs).toBeLessThanOrEqual(after.getTime());
  expect(lot!.endsAt.getTime()).toBe(opensAtMs + 60 * MINUTE_MS);
});

test('a contract spans the windows of all its lots', async () => {
  const askId = await placedAsk(records, { capacityTokens: 5_000 });
  const order = newOrder(accountId, { spotLifetimeMs: 60 * MINUTE_MS });
  await records.ledger.capacity.open(order);
  for (const index of [1, 2]) {
    const fill = nthFill(order._id, index, { askId, quantityTokens: 10 });
    expect(await fillOrder(records, order._id, fill)).toMatchObject({ status: 'recorded' });
  }
  const lots = await records.lots.find({ orderId: order._id }).sort({ opensAt: 1 }).toArray();
  expect(lots).toHaveLength(2);
  expect(await records.contracts.findOne({ orderId: order._id })).toMatchObject({
    quantityTokens: 20,
    opensAt: lots[0]!.opensAt,
    endsAt: lots[1]!.endsAt,
  });
});

test('a fill at the limit that costs a unit more than it frees takes it, or is waived it', async () => {
  // 1 of 2 tokens at half a unit each: the hold of both is 1, and of the rest still 1; the cost is 1.
  const limitPriceScale8 = 500n;
  for (const [deposit, cost, left] of [
    [1n, 0n, 0n],
    [2n, 1n, 0n],
    [3n, 1n, 1n],
  ] as const) {
    const account = await fundedAccount(records, deposit);
    const order = newOrder(account, { limitPriceScale8, quantityTokens: 2 });
    await records.ledger.capacity.open(order);
    const askId = await placedAsk(records, { capacityTokens: 2, priceScale8: limitPriceScale8 });
    const terms = { askId, quantityTokens: 1, priceScale8: limitPriceScale8 };
    const first = nthFill(order._id, 1, terms);
    expect(await fillOrder(records, order._id, first)).toMatchObject({ status: 'recorded' });
    const lot = await records.lots.findOne({ _id: first.fillId });
    expect(lot).toMatchObject({ costScale8: cost, escrowScale8: cost });
    const second = nthFill(order._id, 2, terms);
    expect(await fillOrder(records, order._id, second)).toMatchObject({ status: 'recorded' });
    expect(await records.ledger.balanceOf(account)).toMatchObject({
      postedScale8: left,
      heldScale8: 0n,
    });
    await expectSound(records);
  }
});

test('a ticket is refused, and costs nothing, when the book has taken its fill back', async () => {
  const askId = await placedAsk(records, { capacityTokens: 1_000 });
  const fillId = uuidV7();
  const book = { modelId: MODEL, tenor: 'spot' } as const;
  await records.ledger.abandonFill({ fillId, askId, book });
  const bought = async (parts: { fillId?: string }) =>
    (await boughtTicket(records, { accountId, askId, quantityTokens: 1_000, ...parts })).result;
  expect(await bought({ fillId })).toEqual({ status: 'refused', reason: 'abandoned' });
  expect(await records.asks.findOne({ _id: askId })).toMatchObject({ remainingTokens: 1_000 });
  expect(await records.tickets.countDocuments()).toBe(0);
  expect(await records.ledger.balanceOf(accountId)).toMatchObject({ postedScale8: 10n * USD });
  expect(await bought({})).toMatchObject({ status: 'bought' });
});

test('draws of one lot that two processes end at once are all paid', async () => {
  const lot = await lotOf(1_000);
  const other = await openRecords(records.connection.name);
  try {
    for (let pair = 0; pair < 12; pair += 1) {
      const draws = [await draw(records, lot._id, 10), await draw(records, lot._id, 10)];
      await Promise.all(
        draws.map(({ fillId }, at) =>
          [records, other][at]!.ledger.settleFill(settlement(fillId, 10)),
        ),
      );
    }
  } finally {
    await other.close();
  }
  const after = await records.lots.findOne({ _id: lot._id });
  const paid = (24n * 10n * lot.priceScale8) / 1_000n;
  expect(after).toMatchObject({ drawnTokens: 240, escrowScale8: lot.costScale8 - paid });
});
