/**
 * Whatever the records say is alive has a workflow that makes progress: one that was terminated or
 * deleted gets another, and one whose task fails is replaced. On real servers and processes.
 */
import {
  chatWorkflowId,
  contractOrderWorkflowId,
  lotWorkflowId,
  queueName,
  sellerWorkflowId,
} from '../../domain/workflow-names';
import { cancelOrder, placeOrder } from '../contracts/market';
import { endWindow, lotsOf, ticketOn } from '../lots/ticket-market';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';

/** Younger records are left to their own workflows. */
const PATIENCE_MS = 60_000;
const PUT_BACK_WITHIN_MS = 60_000;
/** A minute of failures, and a run of the upkeep. */
const REPLACED_WITHIN_MS = 150_000;

const exchange = Exchange.forFile({ relay: true });
let deployment: string;
beforeAll(async () => {
  deployment = exchange.settings.TOKENBOOK_DEPLOYMENT;
});

const namespace = 'default';
const typeOf = async (workflowId: string) => {
  const { status, type } = await exchange.temporal.workflow.getHandle(workflowId).describe();
  return status.name === 'RUNNING' ? type : status.name;
};

async function untilRuns(type: string, workflowId: string, timeoutMs = PUT_BACK_WITHIN_MS) {
  const runs = async () => (await typeOf(workflowId).catch(() => null)) === type;
  await until(runs, { what: `${workflowId} to run`, timeoutMs, everyMs: 200 });
}

/** Records of this age are no longer left to their own workflows. */
async function growOld(): Promise<void> {
  const { contractOrders, lots, orders, sellers } = exchange.records;
  const old = { $set: { updatedAt: new Date(Date.now() - 2 * PATIENCE_MS) } };
  await contractOrders.updateMany({}, old);
  await orders.updateMany({ status: 'open' }, old);
  await sellers.updateMany({}, old);
  await lots.updateMany({}, { $set: { createdAt: new Date(Date.now() - 2 * PATIENCE_MS) } });
}

/** A lot that can be drawn, an order that rests, and a seller that is suspended for some seconds. */
async function aliveThings() {
  const ticket = await ticketOn(exchange, 1_000);
  const { key, model, contractId, maker } = ticket;
  const lotId = (await lotsOf(exchange, contractId))[0]!._id;
  const resting = await placeOrder(exchange, key, {
    model_id: model,
    quantity: 500,
    price: '0.0001',
  });
  const orderId: string = resting.body.order_id;
  const { endpointUrl } = (await exchange.records.sellers.findOne({ _id: maker.sellerId }))!;
  return {
    ...ticket,
    orderId,
    lot: lotWorkflowId(deployment, lotId),
    order: contractOrderWorkflowId(deployment, orderId),
    seller: sellerWorkflowId(deployment, endpointUrl),
  };
}

async function ended(contractId: string): Promise<string> {
  await endWindow(exchange, contractId);
  const hasEnded = async () => (await lotsOf(exchange, contractId))[0]!.status !== 'open';
  await until(hasEnded, { what: 'the lot to end', timeoutMs: 30_000 });
  return (await lotsOf(exchange, contractId))[0]!.status;
}

test('a lot, an order and a suspension whose workflows were deleted go on to their ends', async () => {
  const things = await aliveThings();
  const { key, contractId, orderId, maker, lot, order, seller } = things;
  const suspended = { standing: 'Suspended', suspendedUntil: new Date(Date.now() + 60_000) };
  await exchange.records.sellers.updateOne({ _id: maker.sellerId }, { $set: suspended as never });
  for (const workflowId of [lot, order, seller]) {
    const workflowExecution = { workflowId };
    await exchange.temporal.workflowService.deleteWorkflowExecution({
      namespace,
      workflowExecution,
    });
    const isGone = () =>
      typeOf(workflowId).then(
        () => false,
        () => true,
      );
    await until(isGone, { what: `${workflowId} to be deleted`, timeoutMs: 30_000 });
  }
  await growOld();
  await untilRuns('deliveryLot', lot);
  await untilRuns('contractOrder', order);
  await untilRuns('seller', seller);
  expect(await ended(contractId)).toBe('expired');
  expect((await cancelOrder(exchange, key, orderId)).status).toBe(204);
  const isBack = async () =>
    (await exchange.records.sellers.findOne({ _id: maker.sellerId }))?.standing !== 'Suspended';
  await until(isBack, { what: 'the suspension to end', timeoutMs: 90_000 });
  await exchange.expectExact();
}, 300_000);

/** Runs under the id of the workflow, and fails each of its tasks: no worker knows its type. */
async function breakWorkflow(workflowId: string, queue: 'contracts' | 'orders'): Promise<void> {
  await exchange.temporal.workflow.start('unknownWorkflow', {
    workflowId,
    taskQueue: queueName(deployment, queue),
    workflowIdConflictPolicy: 'TERMINATE_EXISTING',
    workflowTaskTimeout: '2s',
  });
}

test('workflows that fail their tasks for a minute are replaced, and end as their records say', async () => {
  const { key, contractId, lot, order, orderId, model } = await aliveThings();
  const failing = await exchange.seller('resetAfterBody', { models: [model] });
  await exchange.ask(failing, { model, price: '0.0005', capacity: 60_000 });
  const slow = await exchange.seller(BEHAVIOURS.slowFirstByte({ delayMs: 10_000 }), {
    models: [model],
  });
  await exchange.ask(slow, { model, price: '0.001', capacity: 60_000 });
  const answer = exchange.chat(key, { model });
  const chat = await until(
    async () => {
      const open = await exchange.records.orders.findOne({ modelId: model, status: 'open' });
      return open?.workflowId === chatWorkflowId(deployment, open?._id ?? '') && open.workflowId;
    },
    { what: 'the chat to have a workflow of its own', timeoutMs: 30_000 },
  );
  for (const workflowId of [lot, order]) await breakWorkflow(workflowId, 'contracts');
  await breakWorkflow(chat as string, 'orders');
  slow.setBehaviour('normal');
  await growOld();
  await untilRuns('deliveryLot', lot, REPLACED_WITHIN_MS);
  await untilRuns('contractOrder', order, REPLACED_WITHIN_MS);
  const hasEnded = async () => ['COMPLETED', 'FAILED'].includes(await typeOf(chat as string));
  await until(hasEnded, { what: 'the chat to end', timeoutMs: REPLACED_WITHIN_MS });
  await answer;
  expect(await ended(contractId)).toBe('expired');
  expect((await cancelOrder(exchange, key, orderId)).status).toBe(204);
  await exchange.expectExact();
}, 400_000);
