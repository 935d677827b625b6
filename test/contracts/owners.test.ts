/** A buyer never meets the asks of a seller of the same owner, from when the operator says so. */
import { v7 as uuidV7 } from 'uuid';
import { contractOrderWorkflowId, queueName } from '../../domain/workflow-names';
import { connectTemporal } from '../../temporal/connection';
import { Exchange } from '../support/exchange';
import { newModel } from '../e2e/market';
import { until } from '../support/wait';
import { placeOrder, untilOrder } from './market';

const exchange = Exchange.pooledForFile();

test('an owner that is given and taken while asks and bids rest', async () => {
  const model = newModel();
  const maker = await exchange.seller('normal', { models: [model] });
  await exchange.ask(maker, { model, price: '0.001', capacity: 20_000 });
  const own = (owner: string | null) =>
    exchange.admin('PATCH', `/sellers/${maker.sellerId}`, { owner });
  await own('house');

  const { key } = await exchange.buyer('1', { owner: 'house' });
  const order = { model_id: model, price: '0.002' };
  const { body: resting } = await placeOrder(exchange, key, order);
  expect(resting).toMatchObject({ status: 'open', filled_quantity: 0 });

  const stranger = await exchange.buyer('1');
  const taking = { ...order, quantity: 5_000, time_in_force: 'IOC' };
  expect((await placeOrder(exchange, stranger.key, taking)).body.status).toBe('filled');

  await own(null);
  await untilOrder(exchange, key, resting.order_id, { status: 'filled', filled_quantity: 10_000 });
  await exchange.expectExact();
});

test('an account that is given and loses an owner while its orders and asks rest', async () => {
  const model = newModel();
  const maker = await exchange.seller('normal', { models: [model] });
  await exchange.admin('PATCH', `/sellers/${maker.sellerId}`, { owner: 'house' });
  const { accountId, key } = await exchange.buyer('1');
  const own = (owner: string | null) =>
    exchange.admin('PATCH', `/accounts/${accountId}`, { owner });
  const order = { model_id: model, price: '0.002' };
  const { body: resting } = await placeOrder(exchange, key, order);

  await own('house');
  await exchange.ask(maker, { model, price: '0.001', capacity: 20_000 });
  const book = await exchange.send('GET', `/market/v1/orderbook?model_id=${model}`);
  expect(book.body).toMatchObject({
    asks: [{ price: '0.001', quantity: '20000' }],
    bids: [{ price: '0.002', quantity: '10000' }],
  });

  await own(null);
  await untilOrder(exchange, key, resting.order_id, { status: 'filled', filled_quantity: 10_000 });
  await exchange.expectExact();
});

test('an account that is given an owner while its order is under way', async () => {
  const model = newModel();
  const maker = await exchange.seller('normal', { models: [model] });
  await exchange.admin('PATCH', `/sellers/${maker.sellerId}`, { owner: 'house' });
  await exchange.ask(maker, { model, price: '0.001', capacity: 20_000 });
  const { accountId } = await exchange.buyer('1');
  const orderId = uuidV7();
  // The gateway has read the account, and no worker has looked at the order yet.
  const deployment = exchange.settings.TOKENBOOK_DEPLOYMENT;
  const temporal = await connectTemporal(exchange.settings);
  await temporal.client.workflow.start('contractOrder', {
    workflowId: contractOrderWorkflowId(deployment, orderId),
    taskQueue: queueName(deployment, 'contracts'),
    startDelay: '2s',
    args: [
      {
        orderId,
        contractId: uuidV7(),
        accountId,
        requestId: 'request',
        clientOrderId: null,
        ticket: null,
        modelId: model,
        tenor: 'spot',
        region: null,
        excludedOwner: null,
        limitPriceScale8: '200000',
        quantityTokens: 5e3,
        timeInForce: 'IOC',
        expiresAtMs: null,
        spotLifetimeMs: 36e5,
      },
    ],
  });
  await exchange.admin('PATCH', `/accounts/${accountId}`, { owner: 'house' });
  const { contractOrders } = exchange.records;
  const ended = () => contractOrders.findOne({ _id: orderId, status: { $ne: 'open' } });
  await until(async () => (await ended()) !== null, { what: 'the end of the order' });
  expect(await ended()).toMatchObject({ status: 'cancelled', filledTokens: 0 });
  await temporal.close();
  await exchange.expectExact();
});
