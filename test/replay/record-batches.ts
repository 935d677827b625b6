/**
 * Records the histories of orders that a gateway makes itself, of a gateway that died with one, and
 * of a contract order that is told of a fill after its end. No test of its own: `npm run histories`
 * runs it.
 */
import { ContractOrders } from '../../temporal/contract-orders';
import { cancelOrder, placeOrder } from '../contracts/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { saveEnded } from './stored';

test('records the histories', async () => {
  const exchange = await Exchange.start({ gateways: 2, settings: { GATEWAY_WORKER: 'off' } });
  const { settings, records } = exchange;
  const { workflow } = exchange.temporal;
  const deployment = settings.TOKENBOOK_DEPLOYMENT;
  const seen = new Set<string>();
  const begun = async () => {
    const query = 'WorkflowType = "orderBatch"';
    const workflowId = await until(
      async () => {
        for await (const found of workflow.list({ query })) {
          if (found.workflowId.startsWith(deployment) && !seen.has(found.workflowId))
            return found.workflowId;
        }
        return null;
      },
      { what: 'the workflow of a batch' },
    );
    seen.add(workflowId);
    return workflowId;
  };

  const { key } = await exchange.buyer();
  const seller = await exchange.seller();
  await exchange.ask(seller, { price: '0.001' });
  await exchange.chat(key, {}, { gateway: 0 });
  const whole = await begun();
  await saveEnded(exchange, 'order-batch.recorded-as-deeds', whole);

  seller.hold();
  const lost = exchange.chat(key, {}, { gateway: 1 }).catch(() => null);
  await until(() => seller.held === 1, { what: 'the seller to be asked' });
  const interrupted = await begun();
  await exchange.gateways[1]!.kill('SIGKILL');
  await lost;
  seller.release();
  await saveEnded(exchange, 'order-batch.recorded-as-deeds-of-a-killed-gateway', interrupted);

  const { body: order } = await placeOrder(exchange, key, { quantity: 1_000_000 });
  await cancelOrder(exchange, key, order.order_id);
  const { workflowId } = (await records.contractOrders.findOne({ _id: order.order_id }))!;
  await exchange.workflowEnded(workflowId);
  const lot = (await records.lots.findOne({ orderId: order.order_id }))!;
  const lateFill = {
    fillId: lot._id,
    orderId: lot.orderId,
    askId: lot.askId,
    priceScale8: String(lot.priceScale8),
    quantityTokens: lot.quantityTokens,
    epoch: 1,
    takerSide: 'bid',
    atMs: lot.createdAt.getTime(),
  } as const;
  const first = (await workflow.getHandle(workflowId).describe()).runId;
  await new ContractOrders(exchange.temporal, deployment, records).wake(order.order_id, [lateFill]);
  const { runId } = await workflow.getHandle(workflowId).describe();
  expect(runId).not.toBe(first);
  await saveEnded(exchange, 'contract-order.told-after-its-end', workflowId, runId);

  await exchange.stop();
}, 180_000);
