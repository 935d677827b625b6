/** What an order may spend, and what is left of it when its end meets a fill of another process. */
import type { WritableRecords } from '../../records/connect';
import {
  clearRecords,
  dropRecords,
  expectSound,
  fundedAccount,
  openRecords,
  placedAsk,
} from '../records/scenario';
import { boughtTicket, fillOrder, newOrder, nthFill } from './records-scenario';

const USD = 100_000_000n;

let records: WritableRecords;
/** Another process on the same records. */
let other: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
  other = await openRecords(records.connection.name);
});
beforeEach(() => clearRecords(records));
afterEach(async () => {
  jest.restoreAllMocks();
  await expectSound(records);
});
afterAll(async () => {
  await other.close();
  await dropRecords(records);
});

const available = async (accountId: string) =>
  (await records.ledger.balanceOf(accountId)).postedScale8;

describe('a ticket, whose money is not held before', () => {
  it('is refused to an account that cannot pay all of it', async () => {
    const accountId = await fundedAccount(records, 2n * USD - 1n);
    const askId = await placedAsk(records, { capacityTokens: 5_000 });
    const { result } = await boughtTicket(records, { accountId, askId, quantityTokens: 2_000 });
    expect(result).toEqual({ status: 'refused', reason: 'insufficient_balance' });
    expect(await available(accountId)).toBe(2n * USD - 1n);
    expect(await records.lots.countDocuments()).toBe(0);
    expect(await records.asks.findOne({ _id: askId })).toMatchObject({ remainingTokens: 5_000 });
  });

  it('is refused when only what other orders hold could pay it', async () => {
    const accountId = await fundedAccount(records, 3n * USD);
    const askId = await placedAsk(records, { capacityTokens: 5_000 });
    await records.ledger.capacity.open(newOrder(accountId, { quantityTokens: 2_000 }));
    const { result } = await boughtTicket(records, { accountId, askId, quantityTokens: 2_000 });
    expect(result).toEqual({ status: 'refused', reason: 'insufficient_balance' });
    expect(await available(accountId)).toBe(3n * USD);
  });

  it('is sold once to an account that buys two at once, with money for one', async () => {
    const accountId = await fundedAccount(records, 3n * USD);
    const askId = await placedAsk(records, { capacityTokens: 5_000 });
    const bought = await Promise.all(
      [records, other].map((process) =>
        boughtTicket(process, { accountId, askId, quantityTokens: 2_000 }),
      ),
    );
    expect(bought.map(({ result }) => result.status).sort()).toEqual(['bought', 'refused']);
    expect(await available(accountId)).toBe(USD);
  });
});

describe('the end of an order', () => {
  const end = (orderId: string) =>
    records.ledger.capacity.close({ orderId, status: 'cancelled', reason: 'asked for' });

  it('closes what a fill has left that came while the order was read', async () => {
    const accountId = await fundedAccount(records, USD);
    // The cheapest price there is: the hold is rounded up to one unit, with the fill and without it.
    const priceScale8 = 1n;
    const askId = await placedAsk(records, { capacityTokens: 400, priceScale8 });
    const order = newOrder(accountId, { limitPriceScale8: priceScale8 });
    await records.ledger.capacity.open(order);
    const fill = nthFill(order._id, 1, { askId, quantityTokens: 400, priceScale8 });

    // Between the read of the one process and its transaction, the other one commits.
    const { contractOrders } = records;
    const find = contractOrders.find.bind(contractOrders);
    jest.spyOn(contractOrders, 'find').mockImplementationOnce((...asked: unknown[]) => {
      const cursor = find(...(asked as Parameters<typeof find>));
      const toArray = cursor.toArray.bind(cursor);
      cursor.toArray = async () => {
        const read = await toArray();
        expect(await fillOrder(other, order._id, fill)).toMatchObject({ status: 'recorded' });
        return read;
      };
      return cursor as never;
    });
    expect(await end(order._id)).toMatchObject({
      status: 'closed',
      order: { filledTokens: 400, closedTokens: 600, openTokens: 0 },
    });
    expect(await records.contractOrders.findOne({ _id: order._id })).toMatchObject({
      status: 'cancelled',
      quantityTokens: 1e3,
      filledTokens: 400,
      closedTokens: 600,
      openTokens: 0,
    });
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({ heldScale8: 0n });
  });

  it.each([
    ['has paid for a fill', 400, { status: 'captured', capturedScale8: (4n * USD) / 10n }],
    ['has paid for nothing', 0, { status: 'released', capturedScale8: 0n }],
  ])('says of its hold whether it %s', async (_what, filledTokens, hold) => {
    const accountId = await fundedAccount(records, USD);
    const order = newOrder(accountId);
    await records.ledger.capacity.open(order);
    if (filledTokens > 0) {
      const askId = await placedAsk(records, { capacityTokens: filledTokens });
      const fill = nthFill(order._id, 1, { askId, quantityTokens: filledTokens });
      await fillOrder(records, order._id, fill);
    }
    await end(order._id);
    const { amountScale8, releasedScale8, ...found } = (await records.holds.findOne({
      _id: order._id,
    }))!;
    expect(found).toMatchObject({ ...hold, openScale8: 0n });
    expect(releasedScale8).toBe(amountScale8 - hold.capturedScale8);
  });
});
