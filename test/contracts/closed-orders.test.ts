/** The end of an order is told as it is recorded: how much was filled, and how much was not. */
import {
  dropRecords,
  expectSound,
  fundedAccount,
  openRecords,
  placedAsk,
} from '../records/scenario';
import { fillOrder, newOrder, nthFill } from './records-scenario';

test('to who closes it, and to webhooks', async () => {
  const records = await openRecords();
  const accountId = await fundedAccount(records, 1_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 5_000 });
  const { _id: orderId, ...order } = newOrder(accountId, { quantityTokens: 1_000 });
  await records.ledger.capacity.open({ ...order, _id: orderId });
  await fillOrder(records, orderId, nthFill(orderId, 1, { askId, quantityTokens: 300 }));
  const close = { orderId, status: 'cancelled', reason: 'asked for' } as const;
  const closed = await records.ledger.capacity.close(close);
  const parts = { status: 'cancelled', filledTokens: 300, openTokens: 0, closedTokens: 700 };
  expect(closed).toMatchObject({ status: 'closed', order: parts });
  expect(await records.contractOrders.findOne({ _id: orderId })).toMatchObject(parts);
  const event = await records.webhookEvents.findOne({ type: 'order.cancelled' });
  const told = { order_id: orderId, filled_quantity: 300, remaining: 0 };
  expect(JSON.parse(event!.body)).toMatchObject({ data: told });
  await expectSound(records);
  await dropRecords(records);
});
