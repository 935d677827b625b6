/** Orders and tickets that are sent again: after a refusal that nobody heard, and after their end. */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { contractOrderWorkflowId, queueName } from '../../domain/workflow-names';
import { newModel } from '../e2e/market';
import { canonicalHash } from '../../domain/canonical-json';
import { connectTemporal } from '../../temporal/connection';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { as, buyTicket, placeOrder, untilOrder } from './market';

const exchange = Exchange.pooledForFile();

/** The key means this order, as after a gateway that died before it could free or answer it. */
function remember(scope: string, key: string, orderId: string, body: object) {
  const use = { scope, key, orderId, bodyHash: canonicalHash(body), retentionMs: 60_000 };
  return exchange.records.idempotencyMemory.begin(use);
}

test('an order whose refusal nobody heard is placed when it is sent again', async () => {
  const { accountId, key } = await exchange.buyer('0');
  const body = { model_id: newModel(), quantity: 1_000, price: '0.001' };
  const [orderId, idempotencyKey] = [uuidV7(), randomUUID()];
  const send = async () => {
    await remember(`contracts:${accountId}`, idempotencyKey, orderId, body);
    return placeOrder(exchange, key, body, idempotencyKey);
  };
  expect((await send()).body.code).toBe('insufficient_balance');
  expect((await send()).body.code).toBe('insufficient_balance');
  await exchange.admin('POST', `/accounts/${accountId}/deposits`, {
    amount: '1',
    reference: randomUUID(),
  });
  expect((await send()).body).toMatchObject({ order_id: orderId, status: 'open' });
  expect((await send()).body).toMatchObject({ order_id: orderId, status: 'open' });
  expect(await exchange.account(key)).toMatchObject({ reserved: '0.001' });
});

test('a refusal of a ticket that nobody heard is answered again, and then its key buys one, once', async () => {
  const model = newModel();
  const { accountId, key } = await exchange.buyer('0.01');
  const body = { model, quantity_tokens: 10_000, max_price: '0.001' };
  const [orderId, idempotencyKey] = [uuidV7(), randomUUID()];
  const send = () => buyTicket(exchange, key, body, idempotencyKey);
  await remember(`tickets:${accountId}`, idempotencyKey, orderId, body);
  expect((await send()).body.code).toBe('no_match');
  const seller = await exchange.seller('normal', { models: [model] });
  await exchange.ask(seller, { model, price: '0.001', capacity: 100_000 });
  await remember(`tickets:${accountId}`, idempotencyKey, orderId, body);
  expect((await send()).body.code).toBe('no_match');
  const bought = await send();
  expect(bought.body).toMatchObject({ status: 'active' });
  expect(bought.body.order_id).not.toBe(orderId);
  expect((await send()).body.ticket_id).toBe(bought.body.ticket_id);
  expect(await exchange.account(key)).toMatchObject({ balance: '0', reserved: '0' });
  await exchange.expectExact();
});

test('an order whose time is over is still the answer to the request that made it', async () => {
  const { accountId, key } = await exchange.buyer('1');
  const idempotencyKey = randomUUID();
  const order = {
    model_id: newModel(),
    time_in_force: 'GTD',
    expires_at: new Date(Date.now() + 1_500).toISOString(),
  };
  const named = { ...order, client_order_id: 'mine' };
  const first = await placeOrder(exchange, key, order, idempotencyKey);
  const firstNamed = await placeOrder(exchange, key, named);
  for (const { body } of [first, firstNamed]) {
    await untilOrder(exchange, key, body.order_id, { status: 'expired' });
  }
  const id = `contracts:${accountId}:${idempotencyKey}`;
  await exchange.records.idempotency.updateOne({ _id: id }, { $set: { response: null } });

  const again = await placeOrder(exchange, key, order, idempotencyKey);
  expect(again).toMatchObject({ status: 200, body: { order_id: first.body.order_id } });
  const namedAgain = await placeOrder(exchange, key, named);
  expect(namedAgain).toMatchObject({ status: 200, body: { order_id: firstNamed.body.order_id } });
  const late = await exchange.send('POST', '/market/v1/contracts', {
    ...as(key),
    body: { quantity: 10_000, price: '0.001', ...order },
  });
  expect(late).toMatchObject({ status: 400, body: { param: 'expires_at' } });
});

test('a request that is repeated while its order is under way joins it, and is not refused', async () => {
  const { accountId, key } = await exchange.buyer('1');
  const [orderId, idempotencyKey] = [uuidV7(), randomUUID()];
  const expiresAt = new Date(Date.now() + 300);
  const body = {
    model_id: newModel(),
    quantity: 1e3,
    price: '0.001',
    time_in_force: 'GTD',
    expires_at: expiresAt.toISOString(),
  };
  await remember(`contracts:${accountId}`, idempotencyKey, orderId, body);
  // Its first request began the workflow, and no worker has looked at it yet.
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
        modelId: body.model_id,
        tenor: 'spot',
        region: null,
        excludedOwner: null,
        limitPriceScale8: '100000',
        quantityTokens: body.quantity,
        timeInForce: 'GTD',
        expiresAtMs: expiresAt.getTime(),
        spotLifetimeMs: 36e5,
      },
    ],
  });
  await until(() => Date.now() > expiresAt.getTime(), { what: 'the expiry' });
  const repeated = await placeOrder(exchange, key, body, idempotencyKey);
  expect(repeated.body).toMatchObject({ order_id: orderId, status: 'expired' });
  await temporal.close();
});
