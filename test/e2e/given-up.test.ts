/**
 * A workflow that has given an attempt up, and meets its order filled by that attempt: it ends as
 * filled. What it would refuse was charged, and its key must stay used.
 */
import { queueName } from '../../domain/workflow-names';
import { Exchange } from '../support/exchange';
import { bidOf } from './bid-of';
import { until } from '../support/wait';
import { openMarket } from './market';

const exchange = Exchange.pooledForFile();

test('the key of a filled order is not freed, and nothing is refused behind its answer', async () => {
  const { key, model, seller } = await openMarket(exchange);
  const chat = () => exchange.chat(key, { model }, { idempotencyKey: 'once' });
  seller.hold();
  const asked = chat();
  await until(() => seller.held === 1, { what: 'the seller to be asked' });
  const { _id: orderId } = (await exchange.records.orders.findOne({ modelId: model }))!;
  const { gatewayId: _gatewayId, ...order } = await bidOf(exchange, orderId);
  seller.release();
  const first = await asked;
  const fillId = first.body.fill.fill_id;

  const result = await exchange.temporal.workflow.execute('chatOrder', {
    workflowId: `${order.workflowId}-again`,
    taskQueue: queueName(exchange.settings.TOKENBOOK_DEPLOYMENT, 'orders'),
    args: [order],
  });

  expect(result).toMatchObject({ orderId: order.orderId, fillId });
  expect((await chat()).body).toEqual(first.body);
  expect(seller.requests).toHaveLength(1);
  expect(await exchange.account(key)).toMatchObject({ balance: '9.999976', reserved: '0' });
});
