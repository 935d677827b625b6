/** `models`: after `model`, the first instrument that the bid crosses serves. */
import { randomUUID } from 'node:crypto';
import { Exchange } from '../support/exchange';
import { joinMarket, newModel, openMarket } from './market';

const exchange = Exchange.pooledForFile();

const requestsOf = async (key: string) =>
  (
    await exchange.send('GET', '/market/v1/requests', {
      headers: { authorization: `Bearer ${key}` },
    })
  ).body.requests;

const availableTo = async (key: string) =>
  (
    await exchange.send('GET', '/market/v1/account', {
      headers: { authorization: `Bearer ${key}` },
    })
  ).body;

test('the first one that crosses serves, and the answer, the fill and the request name it', async () => {
  const [unoffered, dear] = [newModel(), newModel()];
  await joinMarket(exchange, dear, { price: '0.02' });
  const { key, model, seller } = await openMarket(exchange, { price: '0.002' });
  const cheaper = await openMarket(exchange, { price: '0.001' });
  const asked = {
    model: unoffered,
    models: [dear, model, cheaper.model],
    max_price: '0.01',
  };
  const idempotencyKey = randomUUID();
  const answer = await exchange.chat(key, asked, { idempotencyKey });
  expect(answer).toMatchObject({ status: 200, body: { model, fill: { fill_price: '2' } } });
  expect(cheaper.seller.requests).toHaveLength(0);
  expect(seller.requests.map(({ body }) => [body['model'], 'models' in body])).toEqual([
    [model, false],
  ]);

  const again = await exchange.chat(key, asked, { idempotencyKey });
  expect(again.body).toEqual(answer.body);
  expect(seller.requests).toHaveLength(1);
  expect(await requestsOf(key)).toMatchObject([{ model_id: model, status: 'filled' }]);
  const { balance, reserved } = await availableTo(key);
  expect(reserved).toBe('0');
  expect(Number(balance)).toBeCloseTo(10 - Number(answer.body.fill.cost), 8);
});

test('a stream is served by another model as well', async () => {
  const { key, model } = await openMarket(exchange);
  const { status, chunks, done } = await exchange.stream(key, {
    model: newModel(),
    models: [model],
  });
  expect([status, done]).toEqual([200, true]);
  expect(new Set(chunks.map((chunk) => chunk.model))).toEqual(new Set([model]));
});

test('model goes before models, whatever the price', async () => {
  const { key, model } = await openMarket(exchange, { price: '0.003' });
  const cheaper = await openMarket(exchange, { price: '0.001' });
  const { body } = await exchange.chat(key, { model, models: [model, cheaper.model] });
  expect(body).toMatchObject({ model, fill: { fill_price: '3' } });
});

test('when none crosses, the refusal is that of model, and nothing is charged', async () => {
  const { key, model } = await openMarket(exchange, { price: '0.005' });
  const unoffered = newModel();
  const refused = await exchange.chat(key, { model, models: [unoffered], max_price: '0.001' });
  expect([refused.status, refused.body.code]).toEqual([402, 'no_fill_at_limit']);
  const other = await exchange.chat(key, { model: unoffered, models: [model], max_price: '0.001' });
  expect([other.status, other.body.code]).toEqual([404, 'no_match']);
  expect(await availableTo(key)).toMatchObject({ balance: '10', reserved: '0' });
});

test('eight are tried, nine are refused, and so is what is no instrument', async () => {
  const { key, model } = await openMarket(exchange);
  const seven = Array.from({ length: 7 }, newModel);
  const eight = await exchange.chat(key, { model: newModel(), models: [...seven, model] });
  expect(eight.body.model).toBe(model);
  const nine = await exchange.chat(key, { model, models: [...seven, model, newModel()] });
  expect([nine.status, nine.body.error.param]).toEqual([400, 'models']);
  const wrong = await exchange.chat(key, { model, models: ['no such name!'] });
  expect([wrong.status, wrong.body.error.param]).toEqual([400, 'models']);
});
