/** A buyer's own chat requests: what each cost, who served it and when; and nobody else's. */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { lowestUuidV7At } from '../../domain/ids';
import { SCANNED_PER_PAGE } from '../../records/queries/bounded-search';
import { as } from '../contracts/market';
import { costOf, joinMarket, type Market, openMarket, units } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';

const exchange = Exchange.pooledForFile();
let market: Market;
let stranger: { accountId: string; key: string };
beforeAll(async () => {
  market = await openMarket(exchange, { region: 'eu-west' });
  stranger = await exchange.buyer('1');
});

const list = (key: string, query = '') =>
  exchange.send('GET', `/market/v1/requests${query}`, as(key));
const show = (key: string, id: string) =>
  exchange.send('GET', `/market/v1/requests/${id}`, as(key));

test('a settled request: its seller, price, cost and times', async () => {
  const { key, model, seller } = market;
  const { body: answer } = await exchange.chat(key, { model });
  const found = await show(key, answer.fill.fill_id);
  expect(found).toMatchObject({
    status: 200,
    body: {
      status: 'filled',
      model_id: model,
      stream: false,
      price_limit: '1',
      contract_id: null,
      fill_id: answer.fill.fill_id,
      seller_id: seller.sellerId,
      venue_class: answer.fill.venue_class,
      region: 'eu-west',
      price: '0.001',
      list_price: '0.001',
      tokens: answer.usage.total_tokens,
      cost: answer.fill.cost,
      refusal: null,
      prompt_tokens: answer.usage.prompt_tokens,
      completion_tokens: answer.usage.completion_tokens,
      attempts: [{ number: 1, state: 'delivered', reason: null, seller_id: seller.sellerId }],
    },
  });
  const { body } = found;
  expect(units(body.cost)).toBe(costOf('0.001', body.tokens));
  const times = ['received_at', 'matched_at', 'dispatched_at', 'first_byte_at', 'ended_at'];
  const inOrder = times.map((name) => Date.parse(body[name]));
  expect(inOrder).toEqual([...inOrder].sort((one, other) => one - other));
  expect(JSON.stringify(body)).not.toMatch(/endpoint|detail|127\.0\.0\.1|workflow/);
  expect((await show(key, body.order_id)).body).toEqual(body);
});

test('a seller that failed is among the attempts of the request that another one answered', async () => {
  const failing = await openMarket(exchange, { behaviour: 'error500' });
  const { model, key } = failing;
  const other = await joinMarket(exchange, model, { price: '0.002' });
  const { body: answer } = await exchange.chat(key, { model });
  const { body } = await show(key, answer.fill.fill_id);
  expect(body.attempts.map((attempt: any) => [attempt.seller_id, attempt.state])).toEqual([
    [failing.seller.sellerId, 'failed'],
    [other.seller.sellerId, 'delivered'],
  ]);
  expect(body).toMatchObject({ seller_id: other.seller.sellerId, price: '0.002' });
});

test('a refused request says why, and costs nothing', async () => {
  const { key, model } = market;
  const refused = await exchange.chat(key, { model, max_price: '0.0001' });
  expect(refused.status).toBe(402);
  const recorded = async () => (await list(key, '?status=refused&limit=1')).body.requests[0];
  expect(await until(recorded, { what: 'the refusal to be on record' })).toMatchObject({
    status: 'refused',
    refusal: { code: 'no_fill_at_limit', message: refused.body.message },
    fill_id: null,
    seller_id: null,
    price: null,
    tokens: 0,
    cost: '0',
    matched_at: null,
    ended_at: expect.any(String),
  });
});

test('pages, newest first, by model, status and time', async () => {
  const { key } = await exchange.buyer('1');
  const models = [market.model, (await openMarket(exchange)).model];
  const fillIds: string[] = [];
  for (const model of [...models, ...models]) {
    fillIds.unshift((await exchange.chat(key, { model })).body.fill.fill_id);
  }
  const whole = (await list(key)).body;
  expect(whole.requests.map((one: any) => one.fill_id)).toEqual(fillIds);
  const first = (await list(key, '?limit=3')).body;
  expect(first.has_more).toBe(true);
  const second = (await list(key, `?limit=3&cursor=${first.next_cursor}`)).body;
  expect([...first.requests, ...second.requests]).toEqual(whole.requests);
  expect(second).toMatchObject({ has_more: false, next_cursor: null });

  const ofModel = (await list(key, `?model_id=${models[1]!}&status=filled`)).body.requests;
  expect(ofModel.map((one: any) => one.fill_id)).toEqual([fillIds[0], fillIds[2]]);
  expect((await list(key, '?status=open')).body.requests).toEqual([]);
  const { received_at: at } = whole.requests[1];
  const since = (await list(key, `?from=${at}`)).body.requests;
  const before = (await list(key, `?to=${at}`)).body.requests;
  expect([...since, ...before]).toEqual(whole.requests);
  expect(before.every((one: any) => one.received_at < at)).toBe(true);
});

test('nobody reads the requests of another account', async () => {
  const { body: answer } = await exchange.chat(market.key, { model: market.model });
  const { body: own } = await show(market.key, answer.fill.fill_id);
  for (const id of [own.fill_id, own.order_id]) {
    expect(await show(stranger.key, id)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
  }
  expect((await list(stranger.key)).body).toEqual({
    requests: [],
    next_cursor: null,
    has_more: false,
  });
  const { next_cursor: cursor } = (await list(market.key, '?limit=1')).body;
  expect(await list(stranger.key, `?cursor=${cursor}`)).toMatchObject({
    status: 400,
    body: { param: 'cursor' },
  });
  expect((await show(market.key, randomUUID())).status).toBe(404);
});

test('a request is found by its x-request-id behind a page of newer ones, and by nobody else', async () => {
  const { accountId, key } = await exchange.buyer('1');
  const sent = { authorization: `Bearer ${key}`, 'x-request-id': `stopped-${randomUUID()}` };
  const chat = { model: market.model, messages: [{ role: 'user', content: 'Hello' }] };
  await exchange.send('POST', '/v1/chat/completions', { headers: sent, body: chat });
  const newer = Array.from({ length: 100 }, (_, at) =>
    refusedOrder(accountId, market.model, at, Date.now()),
  );
  await exchange.records.orders.insertMany(newer as never);
  const query = `?request_id=${sent['x-request-id']}`;
  expect((await list(key, query)).body.requests).toEqual([
    expect.objectContaining({ request_id: sent['x-request-id'], status: 'filled' }),
  ]);
  expect((await list(stranger.key, query)).body.requests).toEqual([]);
});

test.each([
  ['limit=101', 'limit'],
  ['request_id=a%20b', 'request_id'],
  ['status=rejected', 'status'],
  ['from=yesterday', 'from'],
  ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'to'],
  ['seller=x', 'seller'],
])('%s is refused', async (query, param) => {
  const answer = await list(market.key, `?${query}`);
  expect(answer).toMatchObject({ status: 400, body: { param } });
});

test(`a page searches ${SCANNED_PER_PAGE} requests, and the next one continues behind them`, async () => {
  const { accountId, key } = await exchange.buyer('0');
  const [oldest, ...others] = Array.from({ length: SCANNED_PER_PAGE + 1 }, (_, at) =>
    refusedOrder(accountId, at === 0 ? 'searched-for' : 'other', at),
  );
  const { orders } = exchange.records;
  await orders.insertMany(others as never);
  expect((await list(key, '?model_id=searched-for')).body.has_more).toBe(false);
  await orders.insertOne(oldest as never);
  const first = (await list(key, '?model_id=searched-for')).body;
  expect(first).toMatchObject({ requests: [], has_more: true });
  const second = (await list(key, `?model_id=searched-for&cursor=${first.next_cursor}`)).body;
  expect(second).toMatchObject({ requests: [{ order_id: oldest!._id }], has_more: false });
});

function refusedOrder(
  accountId: string,
  modelId: string,
  at: number,
  firstMs = Date.UTC(2026, 0, 1),
) {
  const createdAt = new Date(firstMs + at);
  return {
    _id: lowestUuidV7At(createdAt.getTime()).slice(0, 24) + uuidV7().slice(24),
    kind: 'chat',
    accountId,
    modelId,
    region: null,
    venuePin: null,
    workflowId: null,
    requestId: randomUUID(),
    ceilingScale8: 1n,
    quantityMinTokens: 1,
    quantityMaxTokens: 1,
    streamed: false,
    status: 'refused',
    fillId: null,
    refusal: { code: 'no_match', message: 'No seller matches.' },
    createdAt,
    updatedAt: createdAt,
  };
}
