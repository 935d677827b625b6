/** The owner of an account changes while an order opens, and the process that opens it dies. */
import { Steps } from './steps';

const steps = Steps.forFile();

test('the repetition excludes the owner that the account has by then', async () => {
  const order = await steps.order();
  const { accounts, contractOrders } = steps.records;
  // The change has read the open orders before this one was written.
  await accounts.updateOne({ _id: order.accountId }, { $set: { owner: 'acme' } });
  expect(await steps.activities.openOrder(order)).toEqual({ kind: 'opened' });
  expect(await contractOrders.findOne({ _id: order.orderId })).toMatchObject({
    excludedOwner: 'acme',
  });
});
