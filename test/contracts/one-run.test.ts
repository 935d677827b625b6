/** An order that has ended has one workflow run, and one whose run was terminated is taken up. */
import { contractOrderWorkflowId } from '../../domain/workflow-names';
import { contractOrderOf } from '../../records/ledger/new-contract-order';
import { ContractOrders } from '../../temporal/contract-orders';
import { newModel } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { cancelOrder, placeOrder, readContract, readOrder, untilOrder } from './market';

const exchange = Exchange.pooledForFile();
let orders: ContractOrders;
beforeAll(async () => {
  orders = new ContractOrders(
    exchange.temporal,
    exchange.settings.TOKENBOOK_DEPLOYMENT,
    exchange.records,
  );
});
afterEach(() => exchange.expectExact());

const handleOf = (orderId: string) =>
  exchange.temporal.workflow.getHandle(
    contractOrderWorkflowId(exchange.settings.TOKENBOOK_DEPLOYMENT, orderId),
  );

/** An order that was filled whole at once, and whose workflow has ended. */
async function filledOrder() {
  const model = newModel();
  const seller = await exchange.seller('normal', { models: [model] });
  await exchange.ask(seller, { model, price: '0.001' });
  const { key } = await exchange.buyer('1');
  const placed = await placeOrder(exchange, key, { model_id: model, time_in_force: 'IOC' });
  const orderId: string = placed.body.order_id;
  await handleOf(orderId).result();
  return { orderId, runId: (await handleOf(orderId).describe()).runId };
}

test('it is not run again by its request, which is told that it ended, or what it was told first', async () => {
  const { orderId, runId } = await filledOrder();
  const order = contractOrderOf((await exchange.records.contractOrders.findOne({ _id: orderId }))!);
  // Temporal knows the outcome of an update for some time after its workflow has ended.
  expect(['ended', 'placed']).toContain((await orders.place(order)).kind);
  expect((await handleOf(orderId).describe()).runId).toBe(runId);
});

test('it is not run again for fills that are recorded', async () => {
  const { orderId, runId } = await filledOrder();
  const [fill] = await exchange.records.fills.find({ orderId }).toArray();
  const { _id: fillId, askId, epoch, quantityTokens } = fill!;
  const told = { fillId, orderId, askId, epoch, quantityTokens, priceScale8: 100_000n };
  await orders.signalOrderFills([{ ...told, takerSide: 'bid', atMs: Date.now() }], raise);
  expect((await handleOf(orderId).describe()).runId).toBe(runId);
});

test('one whose workflow was terminated is cancelled with the second attempt', async () => {
  const { key } = await exchange.buyer('1');
  const placed = await placeOrder(exchange, key, { model_id: newModel() });
  const orderId: string = placed.body.order_id;
  await handleOf(orderId).terminate('a test');
  expect(await cancelOrder(exchange, key, orderId)).toMatchObject({ status: 503 });
  expect(await cancelOrder(exchange, key, orderId)).toMatchObject({ status: 204 });
  expect(await readOrder(exchange, key, orderId)).toMatchObject({ status: 'cancelled' });
  expect(await exchange.account(key)).toMatchObject({ balance: '1', reserved: '0' });
});

test('one that expired in its book without a workflow is taken up', async () => {
  const { key } = await exchange.buyer('1');
  const placed = await placeOrder(exchange, key, { model_id: newModel() });
  const orderId: string = placed.body.order_id;
  const { runId } = await handleOf(orderId).describe();
  await handleOf(orderId).terminate('a test');
  await orders.expired([orderId], raise);
  const running = await handleOf(orderId).describe();
  expect(running.status.name).toBe('RUNNING');
  expect(running.runId).not.toBe(runId);
  expect(await cancelOrder(exchange, key, orderId)).toMatchObject({ status: 204 });
});

test('of two orders that one ask fills, each records its own fill', async () => {
  const model = newModel();
  const seller = await exchange.seller('normal', { models: [model] });
  const placed = await Promise.all(
    [4_000, 6_000].map(async (quantity) => {
      const { key } = await exchange.buyer('1');
      const answer = await placeOrder(exchange, key, { model_id: model, quantity });
      return { key, quantity, orderId: answer.body.order_id as string };
    }),
  );
  const askId = await exchange.ask(seller, { model, price: '0.001', capacity: 10_000 });
  for (const { key, quantity, orderId } of placed) {
    const order = await untilOrder(exchange, key, orderId, { status: 'filled' });
    const { lots } = await readContract(exchange, key, order.contract_id);
    expect(lots.map((lot: any) => lot.quantity)).toEqual([quantity]);
  }
  // None was void, and filled again.
  expect(await exchange.records.fills.countDocuments({ askId })).toBe(2);
});

function raise(_orderId: string, err: Error): never {
  throw err;
}
