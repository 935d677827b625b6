/** Signals and updates of contract orders and lots that arrive twice, late, or for nothing. */
import { type CapacityFillText } from '../../domain/fill';
import { lotWorkflowId } from '../../domain/workflow-names';
import { ContractOrders } from '../../temporal/contract-orders';
import { lotEnded } from '../../workflows/delivery-lot';
import { newModel } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { cancelOrder, placeOrder, readContract, readOrder, untilOrder } from './market';

const exchange = Exchange.pooledForFile();
let orders: ContractOrders;
beforeAll(async () => {
  const { settings, records } = exchange;
  orders = new ContractOrders(exchange.temporal, settings.TOKENBOOK_DEPLOYMENT, records);
});
afterEach(() => exchange.expectExact());

/** An order of 10,000 tokens that rested, and was filled with 4,000 of them. */
async function filledInPart() {
  const model = newModel();
  const maker = await exchange.seller('normal', { models: [model] });
  const { key } = await exchange.buyer('1');
  const placed = await placeOrder(exchange, key, { model_id: model });
  const orderId: string = placed.body.order_id;
  await exchange.ask(maker, { price: '0.001', capacity: 4_000, model });
  const order = await untilOrder(exchange, key, orderId, { filled_quantity: 4_000 });
  return { model, maker, key, orderId, contractId: order.contract_id as string };
}

/** The fills of an order, as the relay told them. */
async function toldFills(orderId: string): Promise<CapacityFillText[]> {
  const fills = await exchange.records.fills.find({ orderId }).toArray();
  return fills.map((fill) => ({
    fillId: fill._id,
    orderId,
    askId: fill.askId,
    epoch: fill.epoch,
    priceScale8: String(fill.priceScale8),
    quantityTokens: fill.quantityTokens,
    takerSide: 'ask',
    atMs: fill.createdAt.getTime(),
  }));
}

test('fills that are told again are recorded once, also those told twice at once', async () => {
  const { model, maker, key, orderId, contractId } = await filledInPart();
  const told = await toldFills(orderId);
  expect(told).toHaveLength(1);
  await Promise.all([orders.wake(orderId, [...told, ...told]), orders.wake(orderId, told)]);
  await exchange.ask(maker, { price: '0.001', capacity: 1_000, model });
  await untilOrder(exchange, key, orderId, { filled_quantity: 5_000, remaining: 5_000 });
  const { lots } = await readContract(exchange, key, contractId);
  expect(lots.map(({ quantity }: any) => quantity).sort()).toEqual([1_000, 4_000]);
  expect(await exchange.account(key)).toMatchObject({ balance: '0.995', reserved: '0.005' });
});

test('cancelled twice at once: one remainder is released, and late fills change nothing', async () => {
  const { key, orderId } = await filledInPart();
  const told = await toldFills(orderId);
  const answers = await Promise.all([1, 2].map(() => cancelOrder(exchange, key, orderId)));
  for (const { status } of answers) expect([204, 404]).toContain(status);
  expect(answers.map(({ status }) => status)).toContain(204);
  const ended = await readOrder(exchange, key, orderId);
  expect(ended).toMatchObject({ status: 'cancelled', filled_quantity: 4_000 });
  await orders.wake(orderId, told);
  await until(async () => !(await isRunning(orderId)), { what: 'the order to be at rest' });
  expect(await readOrder(exchange, key, orderId)).toEqual(ended);
  expect(await exchange.account(key)).toMatchObject({ balance: '0.996', reserved: '0' });
});

async function isRunning(orderId: string): Promise<boolean> {
  const query = `Ids = "${orderId}" AND ExecutionStatus = "Running" AND WorkflowType = "contractOrder"`;
  for await (const _running of exchange.temporal.workflow.list({ query })) return true;
  return false;
}

test('the end of a lot that has not ended is told for nothing', async () => {
  const { key, contractId } = await filledInPart();
  const lot = (await exchange.records.lots.findOne({ contractId }))!;
  const id = lotWorkflowId(exchange.settings.TOKENBOOK_DEPLOYMENT, lot._id);
  for (let time = 0; time < 3; time += 1)
    await exchange.temporal.workflow.getHandle(id).signal(lotEnded);
  const { lots } = await readContract(exchange, key, contractId);
  expect(lots).toMatchObject([{ quantity: 4_000, remaining: 4_000 }]);
  expect((await exchange.temporal.workflow.getHandle(id).describe()).status.name).toBe('RUNNING');
});
