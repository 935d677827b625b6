/** The clock of a book ahead of that of the records. */
import { recordsForFile, expectSound, fundedAccount, placedAsk } from '../records/scenario';
import { fillOrder, newOrder, nthFill } from './records-scenario';

const MINUTE_MS = 60_000;

const records = recordsForFile();

test('a fill that was made in the future, by the clock of its book, can be drawn on at once', async () => {
  const accountId = await fundedAccount(records, 1_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 5_000 });
  const order = newOrder(accountId, { spotLifetimeMs: 60 * MINUTE_MS });
  await records.ledger.capacity.open(order);
  const recordedAfterMs = Date.now();
  const atMs = recordedAfterMs + 10 * MINUTE_MS;
  await fillOrder(records, order._id, nthFill(order._id, 1, { askId, quantityTokens: 10, atMs }));
  const [lot] = await records.lots.find({ orderId: order._id }).toArray();
  const opensAtMs = lot!.opensAt.getTime();
  expect(opensAtMs).toBeGreaterThanOrEqual(recordedAfterMs);
  expect(opensAtMs).toBeLessThanOrEqual(Date.now());
  expect(lot!.endsAt.getTime()).toBe(opensAtMs + 60 * MINUTE_MS);
  await expectSound(records);
});
