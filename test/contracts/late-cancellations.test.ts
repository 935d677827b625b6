/** A cancellation is confirmed when it has ended the order, and not before or instead. */
import { cancelOrder } from '../../exchange/orders/cancel-order';
import { recordsForFile, fundedAccount } from '../records/scenario';
import { newOrder } from './records-scenario';

const records = recordsForFile();

async function openOrder() {
  const accountId = await fundedAccount(records, 1_000_000_000_000n);
  const order = newOrder(accountId);
  const { _id } = order;
  await records.ledger.capacity.open(order);
  /** @param cancel what the workflow of the order answers: whether it was still open */
  const cancelled = (cancel: () => Promise<boolean>) =>
    cancelOrder(records, { cancel }, _id, accountId);
  return { _id, cancelled };
}

test('an order that its workflow ended is cancelled', async () => {
  const { cancelled } = await openOrder();
  await expect(cancelled(() => Promise.resolve(true))).resolves.toBeUndefined();
});

test('one that was filled first has no remainder to cancel', async () => {
  const { cancelled } = await openOrder();
  const refusal = { code: 'not_found' };
  await expect(cancelled(() => Promise.resolve(false))).rejects.toMatchObject(refusal);
});

test('one whose workflow cannot be asked is not confirmed', async () => {
  const { cancelled } = await openOrder();
  const failing = () => Promise.reject(new Error('Temporal is away'));
  await expect(cancelled(failing)).rejects.toThrow('Temporal is away');
});

test('the workflow of an order that has ended is not asked', async () => {
  const { _id, cancelled } = await openOrder();
  await records.contractOrders.updateOne({ _id }, { $set: { status: 'filled' } });
  const asked = jest.fn(() => Promise.resolve(true));
  await expect(cancelled(asked)).rejects.toMatchObject({ code: 'not_found' });
  expect(asked).not.toHaveBeenCalled();
});
