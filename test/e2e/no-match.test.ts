/** The refusal of a request that nobody can serve says why, and whether the next second may bring it (MATCH-10). */
import { type Answer, Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { cancelAsk, joinMarket, newModel, openMarket } from './market';

const exchange = Exchange.pooledForFile();
let key: string;
beforeAll(async () => {
  ({ key } = await exchange.buyer('1000'));
});

const chat = (model: string, body: object = {}) => exchange.chat(key, { model, ...body });

const reasonOf = async (model: string, body: object = {}): Promise<string> => {
  const answer = await chat(model, body);
  expect(answer).toMatchObject({ status: 404, body: { code: 'no_match' } });
  expect(answer.body.error.message).toBe(answer.body.message);
  return answer.body.message;
};

const advice = ({ headers }: Answer) => [headers['retry-after'], headers['x-should-retry']];

test('an instrument that does not exist, and one that nobody offers now', async () => {
  const model = newModel();
  expect(await reasonOf(model)).toBe(`There is no instrument ${model}.`);
  await exchange.seller('normal', { models: [model] });
  expect(await reasonOf(model)).toBe(`Nobody offers ${model} now.`);
});

test('the size of the largest offer, and what the request needs', async () => {
  const { model } = await openMarket(exchange, { capacity: 74 });
  await joinMarket(exchange, model, { capacity: 61, price: '0.002' });
  // 75 tokens are reserved for a request with a cap of 64.
  expect((await chat(model, { max_tokens: 63 })).status).toBe(200);
  await exchange.expectBookAgrees(model);
  const dear = await joinMarket(exchange, model, { capacity: 70, price: '0.003' });
  expect(await reasonOf(model)).toBe(
    `The largest offer of ${model} is 70 tokens; the request needs 75.`,
  );
  await joinMarket(exchange, model, { capacity: 100, price: '0.001', region: 'eu-west' });
  const pinned = await reasonOf(model, { venue_pin: dear.seller.sellerId });
  expect(pinned).toBe(
    `The largest offer of ${model} that satisfies the request is 70 tokens; the request needs 75.`,
  );
});

test('what no offer satisfies: region, venue, needs, or all of them together', async () => {
  const { model, seller } = await openMarket(exchange, { region: 'us-east' });
  const other = await joinMarket(exchange, model, { region: 'eu-west' });
  const idle = await exchange.seller('normal', { models: [model] });
  const says = (what: string) => `No offer of ${model} ${what}.`;
  expect(await reasonOf(model, { region: 'apac' })).toBe(says('is in the region apac'));
  expect(await reasonOf(model, { venue_pin: idle.sellerId })).toBe(says('is of the wanted venue'));
  expect(await reasonOf(model, { venue_pin: seller.sellerId, region: 'eu-west' })).toBe(
    says('satisfies region, venue and needs of the request together'),
  );
  const ignore = [seller.sellerId, other.seller.sellerId];
  expect(await reasonOf(model, { provider: { ignore } })).toBe(
    says('is of a seller besides your own and those that you ignore'),
  );
  for (const { url, apiKey } of [seller, other.seller]) {
    const models = [{ model, features: ['json_mode'] }];
    const registration = { name: 'S', endpoint_url: url, api_key: apiKey, models };
    await exchange.send('POST', '/seller/v1/register', {
      body: { ...registration, supported_models: [model] },
    });
  }
  expect(await reasonOf(model, { n: 2, logprobs: true })).toBe(
    says('can serve what it needs: logprobs, n'),
  );
});

test('an eligible ask that stood a moment ago is worth another try; any other is not', async () => {
  const market = await openMarket(exchange, { capacity: 100 });
  const { model } = market;
  // It is busy: what is reserved returns with the answer.
  market.seller.hold();
  const held = chat(model);
  await until(() => market.seller.held === 1, { what: 'the seller to be asked' });
  expect(advice(await chat(model))).toEqual(['1', undefined]);
  expect(advice(await chat(model, { max_tokens: 100 }))).toEqual([undefined, 'false']);
  expect(advice(await chat(model, { region: 'eu-west' }))).toEqual([undefined, 'false']);
  market.seller.release();
  expect((await held).status).toBe(200);
  await cancelAsk(exchange, market);
  expect(advice(await chat(model))).toEqual(['1', undefined]);
  expect(advice(await chat(newModel()))).toEqual([undefined, 'false']);
});
