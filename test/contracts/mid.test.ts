/** The default ceiling of a bid where both sides are present (PRICE-8). */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DEFAULT_LOT_TOKENS } from '../../domain/quantities';
import { Exchange } from '../support/exchange';
import { newModel } from '../e2e/market';
import { buyTicket, placeOrder } from './market';

const exchange = Exchange.pooledForFile();

async function askAt(price: string, model = newModel()): Promise<string> {
  const seller = await exchange.seller('normal', { models: [model] });
  await exchange.ask(seller, { price, model });
  return model;
}

test('a chat without a maximum price bids at most the mid, and learns what would be served', async () => {
  const { key } = await exchange.buyer('1');
  const model = await askAt('0.003');
  const chat = (price?: string) => exchange.chat(key, { model, max_price: price });
  expect((await chat()).status).toBe(200);
  await placeOrder(exchange, key, { model_id: model, price: '0.00225', quantity: 256 });
  const refused = await chat();
  expect(refused).toMatchObject({ status: 402, body: { code: 'no_fill_at_limit' } });
  expect(refused.body.message).toBe(
    'The best ask is 3 USD per million tokens, the ceiling of this request 2.625. ' +
      'It would be served at 3 (max_price 0.003).',
  );
  const { numbers } = refused.body.error;
  expect(numbers).toEqual({ best_ask: '0.003', max_price: '0.002625' });
  expect((await chat(numbers.best_ask)).status).toBe(200);
  const low = { model, quantity_tokens: 1_000, max_price: '0.0029' };
  const ticket = (await buyTicket(exchange, key, low)).body.error;
  expect(ticket.message).toMatch(/ceiling of this ticket 2\.9\. .* at 3 \(max_price 0\.003\)\.$/);
  expect(ticket.numbers).toEqual({ best_ask: '0.003', max_price: '0.0029' });
});

test('a chat without a maximum price bids that of its key, whatever rests in the book', async () => {
  const { key, accountId } = await exchange.buyer('1');
  const path = `/accounts/${accountId}/keys`;
  const { body: own } = await exchange.admin('POST', path, { max_price: '0.003' });
  const model = await askAt('0.003');
  await placeOrder(exchange, key, { model_id: model, price: '0.00225', quantity: 256 });
  const chat = (by: string) => exchange.chat(by, { model, max_price: undefined });
  expect((await chat(key)).body.code).toBe('no_fill_at_limit');
  expect((await chat(own.buyer_key)).status).toBe(200);
});

test('bids of less than a lot, or more than a quarter below the best ask, refuse nobody', async () => {
  const attacker = await exchange.buyer('1');
  const { key } = await exchange.buyer('1');
  const model = await askAt('0.003');
  for (const bid of [
    { price: '0.00000001', quantity: 1 },
    { price: '0.00299999', quantity: DEFAULT_LOT_TOKENS - 1 },
    { price: '0.00224999', quantity: DEFAULT_LOT_TOKENS },
  ]) {
    const order = await placeOrder(exchange, attacker.key, { model_id: model, ...bid });
    expect(order.status).toBe(200);
    expect((await exchange.chat(key, { model, max_price: undefined })).status).toBe(200);
  }
});

test("the README's request is served by a book with bids next to its ask", async () => {
  const readme = readFileSync(resolve('README.md'), 'utf8');
  const body = JSON.parse(/-d '(\{"model".*\})'/.exec(readme)![1]!);
  const { key } = await exchange.buyer('1');
  await askAt('0.00026', body.model);
  const bid = { model_id: body.model, price: '0.00025999', quantity: 100_000 };
  expect((await placeOrder(exchange, key, bid)).status).toBe(200);
  const headers = { authorization: `Bearer ${key}` };
  const answer = await exchange.send('POST', '/v1/chat/completions', { headers, body });
  expect(answer.status).toBe(200);
});

test('an account that is opened without a ceiling has that of new accounts, and is served by it', async () => {
  const other = await Exchange.start({ environment: { DEFAULT_PRICE_CEILING: '0.0006' } });
  const { key, accountId } = await other.buyer('1');
  const account = (await other.admin('GET', `/accounts/${accountId}`)).body;
  expect(account.price_ceiling).toBe('0.0006');
  const none = await other.admin('POST', '/accounts', { name: 'Own', price_ceiling: null });
  expect(none.body.price_ceiling).toBeNull();

  const model = newModel();
  const seller = await other.seller('normal', { models: [model] });
  await other.ask(seller, { price: '0.0005', model });
  await placeOrder(other, key, { model_id: model, price: '0.00049', quantity: 1_000 });
  expect((await other.chat(key, { model, max_price: undefined })).status).toBe(200);
  await other.stop();
});
