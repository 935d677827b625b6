/** The hourly check counts what asks sold into lots once, as the check of all records does. */
import { fillOrder, newOrder, nthFill } from '../contracts/records-scenario';
import { violators } from './clauses';
import { dropRecords, fundedAccount, openRecords, placedAsk } from './scenario';

test.each([
  ['of the last hour', new Date(Date.now() - 3_600_000)],
  ['of all time', null],
])('fills of contract orders, in the check %s', async (_extent, since) => {
  const records = await openRecords();
  const accountId = await fundedAccount(records, 1_000_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 10_000 });
  const order = newOrder(accountId, { quantityTokens: 3_000 });
  await records.ledger.capacity.open(order);
  const fills = [1_000, 500].map((quantityTokens, at) =>
    nthFill(order._id, at + 1, { askId, quantityTokens }),
  );
  await fillOrder(records, order._id, ...fills);
  expect(await violators(records, 'I11', since)).toEqual([]);
  await records.asks.updateOne({ _id: askId }, { $inc: { soldTokens: -1, remainingTokens: 1 } });
  expect(await violators(records, 'I11', since)).toEqual([askId]);
  await dropRecords(records);
});
