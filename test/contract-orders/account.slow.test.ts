/** A buyer who looks while his orders are opened and closed: the summary never contradicts itself. */
import { accountSummary } from '../../api/market/account';
import { parseScale8 } from '../../domain/money';
import { newOrder } from '../contracts/records-scenario';
import { recordsForFile, fundedAccount } from '../records/scenario';

const ORDERS = 60;

const records = recordsForFile();

test('what is reserved is the sum of the reservations, at every moment', async () => {
  const accountId = await fundedAccount(records, 100_000_000_000n);
  let isOver = false;
  const contradictions: string[] = [];
  const look = async () => {
    while (!isOver) {
      const { reserved, reservations } = await accountSummary(records, accountId);
      const sum = reservations.reduce((total, { amount }) => total + parseScale8(amount)!, 0n);
      if (sum !== parseScale8(reserved)) contradictions.push(`${sum} of ${reserved}`);
    }
  };
  const readers = [look(), look()];
  const { capacity } = records.ledger;
  for (let at = 0; at < ORDERS; at += 1) {
    const order = newOrder(accountId);
    await capacity.open(order);
    await capacity.close({ orderId: order._id, status: 'cancelled', reason: 'asked for' });
  }
  isOver = true;
  await Promise.all(readers);
  expect(contradictions).toEqual([]);
});
