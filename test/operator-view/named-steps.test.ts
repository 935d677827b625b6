/** Every workflow says in the web UI what it is for, and every step and timer of its history what it does. */
import { randomUUID } from 'node:crypto';
import { type WorkflowHandle, defaultPayloadConverter } from '@temporalio/client';
import {
  contractOrderWorkflowId,
  lotWorkflowId,
  sellerWorkflowId,
} from '../../domain/workflow-names';
import { as, placeOrder } from '../contracts/market';
import { ticketOn } from '../lots/ticket-market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';

const exchange = Exchange.pooledForFile();

const handleOf = (workflowId: string) => exchange.temporal.workflow.getHandle(workflowId);

/** What the history says of itself and of each of its steps; those without a word are `null`. */
async function wordsOf(handle: WorkflowHandle) {
  const { events } = await handle.fetchHistory();
  const textOf = (payload: unknown) =>
    payload ? defaultPayloadConverter.fromPayload<string>(payload as never) : null;
  const steps = events!.filter(
    ({
      activityTaskScheduledEventAttributes: activity,
      timerStartedEventAttributes: timer,
      markerRecordedEventAttributes: marker,
    }) => activity || timer || marker?.markerName === 'core_local_activity',
  );
  const started = events![0]!.userMetadata;
  return {
    summary: textOf(started?.summary),
    details: textOf(started?.details),
    steps: steps.map(({ userMetadata }) => textOf(userMetadata?.summary)),
    memo: (await handle.describe()).memo,
  };
}

test('a lot and its steps', async () => {
  const { contractId, model, maker, accountId } = await ticketOn(exchange, 1_000);
  const lot = (await exchange.records.lots.findOne({ contractId }))!;
  const handle = handleOf(lotWorkflowId(exchange.settings.TOKENBOOK_DEPLOYMENT, lot._id));
  const waits = async () => (await wordsOf(handle)).steps.length === 2;
  await until(waits, { what: 'the lot to wait for its end' });
  const { summary, details, steps } = await wordsOf(handle);
  expect(summary).toContain(`1000 tokens of ${model}`);
  expect(summary).toContain('0.001 USD paid ahead');
  for (const id of [maker.sellerId, accountId, contractId]) expect(details).toContain(id);
  expect(steps).toContain('Notify buyer and seller');
  expect(steps).toContainEqual(expect.stringMatching(/^Window ends soon \d{4}-\d\d-\d\dT/));
  expect(steps).not.toContain(null);
});

test('an order that rests until it expires', async () => {
  const { key } = await exchange.buyer('1');
  const requestId = randomUUID();
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const model = `named-${randomUUID().slice(0, 8)}`;
  const order = {
    model_id: model,
    price: '0.001',
    quantity: 500,
    time_in_force: 'GTD',
    expires_at,
  };
  const { headers } = as(key);
  const placed = await exchange.send('POST', '/market/v1/contracts', {
    headers: { ...headers, 'x-request-id': requestId },
    body: order,
  });
  const orderId = placed.body.order_id;
  const { TOKENBOOK_DEPLOYMENT: deployment } = exchange.settings;
  const words = await wordsOf(handleOf(contractOrderWorkflowId(deployment, orderId)));
  expect(words.summary).toContain(`500 tokens of ${model}`);
  expect(words.details).toContain(orderId);
  expect(words.memo).toEqual({ request_id: requestId });
  expect(words.steps).toContain('The order expires');
  expect(words.steps).not.toContain(null);
  expect((await placeOrder(exchange, key, { model_id: model })).status).toBe(200);
});

test('chats that are recorded together, and their sellers', async () => {
  const seller = await exchange.seller();
  await exchange.ask(seller, { price: '0.001' });
  const { key } = await exchange.buyer('1');
  const chat = await exchange.chat(key, {});
  const requestId = chat.headers['x-request-id'] as string;
  await exchange.expectSagasEnded({ requestId });
  const order = (await exchange.records.orders.findOne({ requestId }))!;
  const batch = await wordsOf(handleOf(order.workflowId!));
  expect(batch.details).toContain(order._id);
  expect([batch.memo?.['request_id']].flat()).toContain(requestId);
  expect(batch.steps).toContain('Record how each order ended');
  expect(batch.steps).not.toContain(null);
  const { TOKENBOOK_DEPLOYMENT: deployment } = exchange.settings;
  const registered = await wordsOf(handleOf(sellerWorkflowId(deployment, seller.url)));
  expect(registered.details).toContain(seller.url);
  expect(registered.steps).not.toContain(null);
});
