/** An operator ends an order under way: Cancel cleans up at once, Terminate is cleaned up after by maintenance. */
import { scheduledWorkflowId } from '../../domain/workflow-names';
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';

const exchange = Exchange.forFile({ settings: { ORDER_WATCHED_MS: 1_000 } });

test.each([
  ['cancel', 'ended_by_operator'],
  ['terminate', 'service_unavailable'],
] as const)(
  '%s: the buyer is told, nothing is charged, nothing stays reserved',
  async (how, code) => {
    const { key, accountId, model, seller } = await openMarket(exchange);
    seller.hold();
    const answering = exchange.chat(key, { model });
    await until(() => seller.held === 1, { what: 'the seller to be asked' });

    const order = await exchange.records.orders.findOne({ accountId });
    await exchange.temporal.workflow.getHandle(await idOf(order!._id))[how]();
    if (how === 'terminate') await upkeepAfter(order!._id, 2 * 60_000);

    const answer = await answering;
    expect([answer.status, answer.body.code]).toEqual([503, code]);
    await exchange.expectExact();
    expect(await exchange.account(key)).toMatchObject({ balance: '10', reserved: '0' });
    await exchange.expectBookAgrees(model);
  },
  180_000,
);

/** The upkeep's next run, when the order has been left alone for this long. */
async function upkeepAfter(orderId: string, leftAloneMs: number): Promise<void> {
  const updatedAt = new Date(Date.now() - leftAloneMs);
  await exchange.records.orders.updateOne({ _id: orderId }, { $set: { updatedAt } });
  const maintenance = scheduledWorkflowId(exchange.settings.TOKENBOOK_DEPLOYMENT, 'upkeep');
  await exchange.temporal.schedule.getHandle(maintenance).trigger();
}

/** As an operator finds it: by the order. */
function idOf(orderId: string): Promise<string> {
  return until(
    async () => {
      const query = `WorkflowType = "chatOrder" AND Ids = "${orderId}"`;
      for await (const { workflowId } of exchange.temporal.workflow.list({ query }))
        return workflowId;
      return null;
    },
    { what: 'the workflow to be found by its order' },
  );
}
