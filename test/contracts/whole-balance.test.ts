/** What a balance just covers is accepted, and never more is released than is held. */
import { clearRecords, recordsForFile, expectSound, fundedAccount } from '../records/scenario';
import { newOrder } from './records-scenario';

const USD = 100_000_000n;

const records = recordsForFile();
afterEach(() => clearRecords(records));

test('an order for the whole balance, together with one that is refused', async () => {
  const [first, poor, exact] = await Promise.all([
    fundedAccount(records, 2n * USD),
    fundedAccount(records, 2n * USD - 1n),
    fundedAccount(records, 2n * USD),
  ]);
  // The first one is committed alone; meanwhile the others wait for one commit.
  const opened = await Promise.all(
    [first, poor, exact].map((accountId) =>
      records.ledger.capacity.open(newOrder(accountId, { quantityTokens: 2_000 })),
    ),
  );
  expect(opened).toEqual([
    { status: 'opened' },
    { status: 'refused', reason: 'insufficient_balance' },
    { status: 'opened' },
  ]);
  await expectSound(records);
});

test('an order that holds more than its balance says is not closed', async () => {
  const accountId = await fundedAccount(records, 3n * USD);
  const order = newOrder(accountId, { quantityTokens: 2_000 });
  await records.ledger.capacity.open(order);
  // As when somebody has restored a part of the records.
  await records.balances.updateOne({ _id: accountId }, { $set: { heldScale8: USD } });
  const close = { orderId: order._id, status: 'cancelled', reason: 'asked for' } as const;
  await expect(records.ledger.capacity.close(close)).rejects.toThrow(/not confirmed/);
  expect(await records.ledger.balanceOf(accountId)).toMatchObject({ heldScale8: USD });
  expect(await records.contractOrders.findOne({ _id: order._id })).toMatchObject({
    status: 'open',
  });
});
