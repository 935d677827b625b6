/**
 * A refused purchase is refused for good: a reset of its workflow, or a second run of it, never
 * buys what its client was refused.
 */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { contractOrderWorkflowId } from '../../domain/workflow-names';
import { ContractOrders } from '../../temporal/contract-orders';
import { Exchange } from '../support/exchange';
import { as, buyTicket, placeOrder } from './market';
import { orderInput } from './order-input';

const exchange = Exchange.pooledForFile();

const FIRST_TASK_COMPLETED = 4;

const workflowIdOf = (orderId: string) =>
  contractOrderWorkflowId(exchange.settings.TOKENBOOK_DEPLOYMENT, orderId);

/** @returns how the new run ended */
async function runAgain(orderId: string): Promise<unknown> {
  const workflowId = workflowIdOf(orderId);
  const { runId } = await exchange.temporal.workflowService.resetWorkflowExecution({
    namespace: 'default',
    workflowExecution: { workflowId },
    ...({ workflowTaskFinishEventId: FIRST_TASK_COMPLETED } as object),
    requestId: randomUUID(),
    reason: 'test',
  });
  return exchange.temporal.workflow
    .getHandle(workflowId, runId)
    .result()
    .catch((err: { cause?: { type?: string } }) => err.cause?.type);
}

async function holdingsOf(accountId: string) {
  const { balances, contracts, lots, tickets } = exchange.records;
  const balance = await balances.findOne({ _id: accountId });
  return {
    available: balance!.postedScale8 - balance!.heldScale8,
    contracts: await contracts.countDocuments({ accountId }),
    lots: await lots.countDocuments({ accountId }),
    tickets: await tickets.countDocuments({ accountId }),
  };
}

async function lastOrderOf(accountId: string): Promise<string> {
  const [last] = await exchange.records.contractOrders
    .find({ accountId })
    .sort({ _id: -1 })
    .limit(1)
    .toArray();
  return last!._id;
}

test('a ticket that was refused is not bought by a reset after an ask was posted', async () => {
  const model = `refused-${randomUUID()}`;
  const { key, accountId } = await exchange.buyer('100');
  const { status, body } = await buyTicket(exchange, key, { model });
  expect([status, body.code]).toEqual([404, 'no_match']);
  const before = await holdingsOf(accountId);
  const seller = await exchange.seller('normal', { models: [model] });
  await exchange.ask(seller, { model, price: '0.001', capacity: 20_000 });

  expect(await runAgain(await lastOrderOf(accountId))).toBe('no_match');
  expect(await holdingsOf(accountId)).toEqual(before);
});

test('a contract order that was refused is not opened by a reset after a deposit', async () => {
  const { key, accountId } = await exchange.buyer('0.02');
  const placing = await Promise.all([
    placeOrder(exchange, key, { quantity: 15_000, model_id: `a-${randomUUID()}` }),
    placeOrder(exchange, key, { quantity: 15_000, model_id: `b-${randomUUID()}` }),
  ]);
  expect(placing.map(({ status }) => status).sort()).toEqual([200, 402]);
  const { contractOrders } = exchange.records;
  const refused = await contractOrders.findOne({ accountId, status: 'rejected' });
  await exchange.admin('POST', `/accounts/${accountId}/deposits`, {
    amount: '10',
    reference: randomUUID(),
  });
  const before = await holdingsOf(accountId);

  await runAgain(refused!._id);
  expect(await holdingsOf(accountId)).toEqual(before);
  expect(await contractOrders.findOne({ _id: refused!._id })).toEqual(refused);
});

test('a refused order takes no client_order_id, and its buyer sees it as rejected', async () => {
  const model = `refused-${randomUUID()}`;
  const { key, accountId } = await exchange.buyer('100');
  expect((await buyTicket(exchange, key, { model })).status).toBe(404);
  const orderId = await lastOrderOf(accountId);
  const { body } = await exchange.send('GET', `/market/v1/orders/${orderId}`, as(key));
  expect(body).toMatchObject({ status: 'rejected', filled_quantity: 0, client_order_id: null });
});

test.each(['ticket', 'order'])(
  'a %s whose client waits no longer is refused, and a repetition of its request buys it',
  async (kind) => {
    const model = `late-${randomUUID()}`;
    const { accountId } = await exchange.buyer('100');
    const seller = await exchange.seller('normal', { models: [model] });
    await exchange.ask(seller, { model, price: '0.001', capacity: 20_000 });
    const { records, settings } = exchange;
    const ticket = { ticketId: uuidV7(), credentialHash: uuidV7() };
    const order = orderInput({
      accountId,
      modelId: model,
      ticket: kind === 'ticket' ? ticket : null,
    });
    const before = await holdingsOf(accountId);
    const now = (await records.ledger.capacity.now()).getTime();
    const run = exchange.temporal.workflow.execute(
      kind === 'ticket' ? 'ticketPurchase' : 'contractOrder',
      {
        workflowId: workflowIdOf(order.orderId),
        taskQueue: `${settings.TOKENBOOK_DEPLOYMENT}-contracts`,
        args: [{ ...order, waitedUntilMs: now - 1 }],
      },
    );
    await run.catch(() => undefined);
    expect(await holdingsOf(accountId)).toEqual(before);

    const orders = new ContractOrders(exchange.temporal, settings.TOKENBOOK_DEPLOYMENT, records);
    await (kind === 'ticket' ? orders.buyTicket(order) : orders.place(order));
    expect(await holdingsOf(accountId)).toMatchObject({ contracts: 1, lots: 1 });
  },
);
