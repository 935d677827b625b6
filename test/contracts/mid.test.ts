/** The default ceiling of a bid where both sides are present (PRICE-8). */
import { Exchange } from '../support/exchange';
import { placeOrder } from './market';

test('a chat without a maximum price bids at most the mid', async () => {
  const exchange = await Exchange.pooled();
  const model = 'mid-model';
  const { key } = await exchange.buyer('1');
  const seller = await exchange.seller('normal', { models: [model] });
  await exchange.ask(seller, { price: '0.003', model });
  const chat = () => exchange.chat(key, { model, max_price: undefined });
  expect((await chat()).status).toBe(200);
  await placeOrder(exchange, key, { model_id: model, price: '0.001' });
  const refused = await chat();
  expect(refused).toMatchObject({ status: 402, body: { code: 'no_fill_at_limit' } });
  expect(refused.body.message).toContain('0.002');
  await exchange.stop();
});
