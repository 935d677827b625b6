/** The key of a request for an order is remembered for as long as answers are. */
import { randomUUID } from 'node:crypto';
import { newModel } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { placeOrder } from './market';

const exchange = Exchange.pooledForFile();

test('as long as the operator has set', async () => {
  const { key, accountId } = await exchange.buyer('1');
  const sent = randomUUID();
  const order = { model_id: newModel(), quantity: 10, time_in_force: 'IOC' };
  const { body } = await placeOrder(exchange, key, order, sent);
  const kept = await exchange.records.idempotency.findOne({ orderId: body.order_id });
  expect(kept?._id).toBe(`contracts:${accountId}:${sent}`);
  const keptForMs = kept!.expiresAt.getTime() - kept!.createdAt.getTime();
  const hours = exchange.settings.ANSWER_RETENTION_HOURS;
  // And longer, by what clocks may differ.
  const longerMs = keptForMs - hours * 3_600_000;
  expect(longerMs).toBeGreaterThanOrEqual(0);
  expect(longerMs).toBeLessThan(300_000);
});
