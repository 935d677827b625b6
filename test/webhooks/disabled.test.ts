/** What the owner of a webhook endpoint is told and keeps when it changes or disables it. */
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import {
  type Receiver,
  acceptAll,
  deliveriesOf,
  startReceiver,
  subscribe,
  webhooks,
  withStatus,
} from './receiver';

let exchange: Exchange;
let hook: Receiver;
beforeAll(async () => {
  exchange = await Exchange.pooled();
  hook = await startReceiver();
});
afterAll(async () => {
  await hook.close();
  await exchange.stop();
});

test('a change without a status leaves an endpoint as it is, enabled or disabled', async () => {
  const buyer = await exchange.buyer('0');
  const { id } = await subscribe(exchange, buyer, hook.url);
  const change = async (body: object) =>
    (await webhooks(exchange, buyer, 'PATCH', `/${id}`, body)).body;
  const texts = { description: 'another text' };
  expect(await change(texts)).toMatchObject({ ...texts, status: 'enabled', disabled_at: null });
  expect((await webhooks(exchange, buyer, 'POST', `/${id}/test`)).status).toBe(200);
  const disabled = await change({ status: 'disabled' });
  expect(await change({ event_types: ['lot.ended'] })).toMatchObject({
    status: 'disabled',
    disabled_reason: 'owner',
    disabled_at: disabled.disabled_at,
    event_types: ['lot.ended'],
  });
  expect(await change({ status: 'enabled' })).toMatchObject({ ...texts, status: 'enabled' });
});

test('a delivery that failed has a next attempt, and none while its endpoint is disabled', async () => {
  hook.answer = withStatus(500);
  const buyer = await exchange.buyer('0');
  const { id } = await subscribe(exchange, buyer, hook.url);
  await exchange.admin('POST', `/accounts/${buyer.accountId}/deposits`, {
    amount: '1',
    reference: 'a deposit',
  });
  const newest = async () => (await deliveriesOf(exchange, buyer, id))[0];
  const isDue = async () => (await newest())?.next_attempt_at;
  expect(await until(isDue, { what: 'a next attempt' })).toMatch(/^\d{4}-/);
  await webhooks(exchange, buyer, 'PATCH', `/${id}`, { status: 'disabled' });
  expect(await newest()).toMatchObject({ status: 'waiting', next_attempt_at: null });

  hook.answer = acceptAll;
  await webhooks(exchange, buyer, 'PATCH', `/${id}`, { status: 'enabled' });
  const isDelivered = async () => (await newest()).status === 'delivered';
  await until(isDelivered, { what: 'the delivery, when it is enabled again' });
  expect(await newest()).toMatchObject({ response_status: 204, next_attempt_at: null });
});
