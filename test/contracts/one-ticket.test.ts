/** An order of a ticket buys one, whichever asks its book gives it one after the other. */
import { v7 as uuidV7 } from 'uuid';
import {
  dropRecords,
  EPOCH,
  expectSound,
  fundedAccount,
  openRecords,
  placedAsk,
} from '../records/scenario';
import { newOrder } from './records-scenario';

test('a second fill of it is refused', async () => {
  const records = await openRecords();
  const accountId = await fundedAccount(records, 1_000_000_000n);
  const order = newOrder(accountId);
  const buy = async () => {
    const askId = await placedAsk(records, { capacityTokens: 5_000 });
    const { sellerId, region } = (await records.asks.findOne({ _id: askId }))!;
    return records.ledger.capacity.buyTicket({
      order,
      credentialHash: uuidV7(),
      fill: {
        fillId: uuidV7(),
        askId,
        priceScale8: 100000000n,
        quantityTokens: 1e3,
        epoch: EPOCH,
        takerSide: 'bid',
        atMs: Date.now(),
      },
      seller: { sellerId, region },
      window: { opensAtMs: Date.now(), endsAtMs: Date.now() + 60_000 },
      fees: () => 100,
      now: new Date(),
    });
  };
  expect(await buy()).toMatchObject({ status: 'bought' });
  expect(await buy()).toEqual({ status: 'refused', reason: 'order_closed' });
  expect(await records.lots.countDocuments()).toBe(1);
  await expectSound(records);
  await dropRecords(records);
});
