/** `provider` of OpenRouter: each member is honoured, or refused by its name; none reaches a seller. */
import { Exchange } from '../support/exchange';
import { joinMarket, newModel, openMarket } from './market';

const exchange = Exchange.pooledForFile();

/** The cheapest seller at 1 USD per 1,000,000 tokens, and one at 2. */
async function openTwo() {
  const market = await openMarket(exchange, { price: '0.001' });
  const dear = await joinMarket(exchange, market.model, { price: '0.002' });
  const ask = (provider: unknown, more: object = {}) =>
    exchange.chat(market.key, { model: market.model, provider, ...more });
  return { market, dear, ask };
}

const DEAR = { status: 200, body: { fill: { fill_price: '2' } } };
const CHEAP = { status: 200, body: { fill: { fill_price: '1' } } };

test('only, ignore and an order without fallbacks decide who serves', async () => {
  const { market, dear, ask } = await openTwo();
  expect(await ask({ only: [dear.seller.sellerId] })).toMatchObject(DEAR);
  expect(await ask({ ignore: [market.seller.sellerId] })).toMatchObject(DEAR);
  expect(await ask({ ignore: ['nobody'] })).toMatchObject(CHEAP);
  expect(await ask({ order: [dear.seller.sellerId], allow_fallbacks: false })).toMatchObject(DEAR);
  const both = { only: [dear.seller.sellerId], ignore: [dear.seller.sellerId] };
  expect(await ask(both)).toMatchObject({ status: 404, body: { code: 'no_match' } });
  expect(await ask({ only: ['nobody'] })).toMatchObject({
    status: 404,
    body: { code: 'no_match' },
  });
});

/** Sellers at 1, 2 and 3 USD per 1,000,000 tokens. */
async function openThree() {
  const { market, dear, ask } = await openTwo();
  const dearest = await joinMarket(exchange, market.model, { price: '0.003' });
  const [one, two, three] = [market, dear, dearest].map(({ seller }) => seller);
  const servedBy = async (provider: object, more: object = {}) => {
    const { body } = await ask(provider, more);
    return body.fill?.fill_price ?? body.code;
  };
  return { market, one: one!, two: two!, three: three!, servedBy };
}

test('several sellers in only: the cheapest of them serves, and the next one if it fails', async () => {
  const { market, one, two, three, servedBy } = await openThree();
  const only = [three.sellerId, two.sellerId, 'nobody'];
  expect(await servedBy({ only })).toBe('2');
  expect(await servedBy({ only, ignore: [two.sellerId] })).toBe('3');
  expect(await servedBy({ only, max_price: { prompt: 1.5 } })).toBe('no_fill_at_limit');
  expect(await servedBy({ only }, { venue_pin: three.sellerId })).toBe('3');
  expect(await servedBy({ only }, { venue_pin: one.sellerId })).toBe('invalid_request');
  expect(await servedBy({ only: ['nobody', 'nobody else'] })).toBe('no_match');
  two.setBehaviour('error500');
  expect(await servedBy({ only })).toBe('3');
  three.setBehaviour('error500');
  const refused = await exchange.chat(market.key, { model: market.model, provider: { only } });
  expect(refused.body.code).toBe('seller_unreachable');
  expect(one.requests).toHaveLength(0);
});

test('an order of sellers is tried in that order, each within the ceiling, then the cheapest', async () => {
  const { one, two, three, servedBy } = await openThree();
  const order = ['nobody', three.sellerId, two.sellerId];
  expect(await servedBy({ order })).toBe('3');
  expect(await servedBy({ order, max_price: { prompt: 2.5 } })).toBe('2');
  expect(await servedBy({ order, max_price: { prompt: 1.5 } })).toBe('1');
  expect(await servedBy({ order, only: [one.sellerId, two.sellerId] })).toBe('2');
  expect(await servedBy({ order: ['nobody'] })).toBe('1');
  three.setBehaviour('error500');
  expect(await servedBy({ order })).toBe('2');
  two.setBehaviour('error500');
  expect(await servedBy({ order })).toBe('1');
});

test('without fallbacks nobody but the sellers of an order is asked', async () => {
  const { one, two, three, servedBy } = await openThree();
  const provider = { order: [three.sellerId, two.sellerId], allow_fallbacks: false };
  expect(await servedBy(provider)).toBe('3');
  three.setBehaviour('error500');
  expect(await servedBy(provider)).toBe('2');
  expect(await servedBy({ ...provider, max_price: { prompt: 1.5 } })).toBe('no_fill_at_limit');
  two.setBehaviour('error500');
  expect(await servedBy(provider)).toBe('seller_unreachable');
  expect(await servedBy({ order: ['nobody'], allow_fallbacks: false })).toBe('no_match');
  expect(one.requests).toHaveLength(0);
});

test('max_price per million is the ceiling, the lowest of those that are given', async () => {
  const { market, ask } = await openTwo();
  expect(await ask({ max_price: { prompt: 1, completion: '1.5' } })).toMatchObject(CHEAP);
  expect((await ask({ max_price: { prompt: 0.9, completion: 5 } })).body.code).toBe(
    'no_fill_at_limit',
  );
  const high = { ignore: [market.seller.sellerId], max_price: { completion: 1.9 } };
  expect((await ask(high, { max_price: '1' })).body.code).toBe('no_fill_at_limit');
});

test('what changes nothing is accepted, and no member reaches the seller', async () => {
  const { market, ask } = await openTwo();
  const provider = { sort: 'price', data_collection: 'allow', zdr: false, allow_fallbacks: true };
  expect(await ask(provider, { models: [] })).toMatchObject(CHEAP);
  expect(market.seller.requests[0]!.body).not.toHaveProperty('provider');
  expect(market.seller.requests[0]!.body).not.toHaveProperty('models');
});

test.each([
  [{ zdr: 'yes' }, 'provider.zdr'],
  [{ data_collection: 'none' }, 'provider.data_collection'],
  [{ quantizations: ['fp7'] }, 'provider.quantizations[0]'],
  [{ quantizations: [] }, 'provider.quantizations'],
  [{ require_parameters: 1 }, 'provider.require_parameters'],
  [{ sort: 'throughput' }, 'provider.sort'],
  [{ order: [] }, 'provider.order'],
  [{ only: Array.from({ length: 33 }, (_, at) => `seller ${at}`) }, 'provider.only'],
  [{ allow_fallbacks: false }, 'provider.allow_fallbacks'],
  [{ max_price: { prompt: 'cheap' } }, 'provider.max_price.prompt'],
  [{ max_price: { image: 1 } }, 'provider.max_price.image'],
  [{ preferred: 1 }, 'provider.preferred'],
  ['cheapest', 'provider'],
])('provider %j is refused as %s', async (provider, param) => {
  const { ask } = await openTwo();
  const { status, body } = await ask(provider);
  expect([status, body.error.param]).toEqual([400, param]);
});

test('what sellers must declare decides who serves; a seller that declares nothing does not', async () => {
  const model = newModel();
  const { key } = await exchange.buyer();
  const declares = { quantization: 'fp8', data_policy: { retains_prompts: false, trains: false } };
  await joinMarket(exchange, model, { price: '0.001' });
  await joinMarket(exchange, model, { price: '0.002', declared: { quantization: 'int4' } });
  await joinMarket(exchange, model, {
    price: '0.003',
    declared: { ...declares, features: ['n'], context_window: 8_192, max_output_tokens: 8_192 },
  });
  const priceFor = async (provider: object, more: object = {}) => {
    const { body } = await exchange.chat(key, { model, provider, ...more });
    return body.fill?.fill_price ?? body.code;
  };
  expect(await priceFor({})).toBe('1');
  expect(await priceFor({ quantizations: ['int4'] })).toBe('2');
  expect(await priceFor({ quantizations: ['fp8', 'bf16'] })).toBe('3');
  expect(await priceFor({ quantizations: ['bf16'] })).toBe('no_match');
  expect(await priceFor({ zdr: true })).toBe('3');
  expect(await priceFor({ data_collection: 'deny' })).toBe('3');
  expect(await priceFor({ require_parameters: true }, { n: 2 })).toBe('3');
  const tools = [{ type: 'function', function: { name: 'now' } }];
  expect(await priceFor({ require_parameters: true }, { tools })).toBe('no_match');
});
