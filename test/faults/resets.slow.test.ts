/**
 * After a short day of trade every workflow is reset to each of its tasks, on the running market:
 * ledger, books, standings and keys are as they were.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { buyTicket, cancelOrder, placeOrder, untilOrder } from '../contracts/market';
import { endWindow, ticketOn } from '../lots/ticket-market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { quietRun, taskEndsOf } from '../support/workflow-resets';

/** Of these the day has at least one; upkeep and reconciliation have no decision. */
const KINDS = [
  'chatOrder',
  'contractOrder',
  'deliveryLot',
  'orderBatch',
  'seller',
  'ticketPurchase',
];
const WITHOUT_PROBES = { health: 0, nextProbeAt: 0, asleepSince: 0 } as const;

const exchange = Exchange.forFile({ relay: true });

async function tradeOneDay(): Promise<string> {
  const model = `day-${randomUUID().slice(0, 8)}`;
  const { key } = await exchange.buyer('100');
  expect((await buyTicket(exchange, key, { model })).status).toBe(404);
  const seller = await exchange.seller('normal', { models: [model] });
  const { sellerId } = seller;
  const { endpointUrl } = (await exchange.records.sellers.findOne({ _id: sellerId }))!;
  const rotate = async (apiKey: string, currentKey: string) => {
    const { status } = await exchange.send('POST', '/seller/v1/register', {
      headers: { 'x-seller-api-key': currentKey },
      body: {
        name: 'Seller',
        endpoint_url: endpointUrl,
        supported_models: [model],
        api_key: apiKey,
      },
    });
    expect(status).toBe(200);
  };
  const other = randomBytes(32).toString('hex');
  await rotate(other, seller.apiKey);
  await rotate(seller.apiKey, other);
  for (const standing of ['Banned', 'Active']) {
    const body = { standing, reason: 'test' };
    expect((await exchange.admin('PATCH', `/sellers/${sellerId}`, body)).status).toBe(200);
  }
  const placed = async (order: object) => (await placeOrder(exchange, key, order)).body.order_id;
  const later = await placed({ model_id: model, quantity: 3_000, time_in_force: 'GTC' });
  const given = await placed({ model_id: model, quantity: 3_000, price: '0.0001' });
  await exchange.ask(seller, { model, price: '0.001', capacity: 60_000 });
  await untilOrder(exchange, key, later, { status: 'filled' });
  expect((await cancelOrder(exchange, key, given)).status).toBe(204);
  expect((await buyTicket(exchange, key, { model })).status).toBe(200);
  expect((await exchange.chat(key, { model })).status).toBe(200);
  expect((await exchange.chat(key, { model, max_price: '0.00001' })).status).toBe(402);
  await failOver(key, model);
  const ended = await ticketOn(exchange, 2_000);
  await endWindow(exchange, ended.contractId);
  const isEnded = async () =>
    (await exchange.records.lots.countDocuments({
      contractId: ended.contractId,
      status: 'open',
    })) === 0;
  await until(isEnded, { what: 'the lot to end', timeoutMs: 30_000 });
  return model;
}

/** Chats that get workflows of their own: one is served by its second seller, one by nobody. */
async function failOver(key: string, model: string): Promise<void> {
  const failing = await exchange.seller('resetAfterBody', { models: [model] });
  await exchange.ask(failing, { model, price: '0.0005', capacity: 60_000 });
  expect((await exchange.chat(key, { model })).status).toBe(200);
  expect((await exchange.chat(key, { model, max_price: '0.0006' })).status).toBe(502);
}

async function stateOf() {
  const { records } = exchange;
  const sorted = { sort: { _id: 1 } } as const;
  const without = { projection: { updatedAt: 0, version: 0 }, ...sorted } as const;
  return {
    balances: await records.balances.find({}, without).toArray(),
    journals: await records.journals.find({}, sorted).toArray(),
    holds: await records.holds.find({}, sorted).toArray(),
    asks: await records.asks.find({}, without).toArray(),
    orders: await records.contractOrders.find({}, without).toArray(),
    chats: await records.orders.find({}, without).toArray(),
    lots: await records.lots.find({}, without).toArray(),
    trades: await records.trades.find({}, sorted).toArray(),
    changes: await records.sellerChanges.find({}, sorted).toArray(),
    sellers: await records.sellers.find({}, { projection: WITHOUT_PROBES, ...sorted }).toArray(),
  };
}

test('a reset of any workflow to any of its tasks changes no record and no book', async () => {
  const model = await tradeOneDay();
  const deployment = exchange.settings.TOKENBOOK_DEPLOYMENT;
  const query = KINDS.map((kind) => `WorkflowType = "${kind}"`).join(' OR ');
  const runs = new Map<string, { runId: string; type: string }>();
  const haveAll = async () => {
    for await (const { workflowId, runId, type } of exchange.temporal.workflow.list({ query })) {
      if (workflowId.startsWith(deployment)) runs.set(workflowId, { runId, type });
    }
    const kinds = new Set([...runs.values()].map(({ type }) => type));
    return KINDS.every((kind) => kinds.has(kind));
  };
  await until(haveAll, { what: 'workflows of each kind', timeoutMs: 30_000 });
  for (const workflowId of runs.keys()) await quietRun(exchange.temporal, workflowId);
  const before = await stateOf();

  for (const [workflowId, { runId, type }] of runs) {
    for (const workflowTaskFinishEventId of await taskEndsOf(
      exchange.temporal,
      workflowId,
      runId,
    )) {
      await exchange.temporal.workflowService.resetWorkflowExecution({
        namespace: 'default',
        workflowExecution: { workflowId, runId },
        ...({ workflowTaskFinishEventId } as object),
        requestId: randomUUID(),
        reason: 'test',
      });
      await quietRun(exchange.temporal, workflowId);
      const what = `${type} at ${workflowTaskFinishEventId}`;
      expect({ what, ...(await stateOf()) }).toEqual({ what, ...before });
    }
  }
  await exchange.expectExact();
  await exchange.expectBookAgrees(model);
}, 300_000);
