/** Asks on the Market surface and offers on the Seller surface: one book, two units. */
import { randomUUID } from 'node:crypto';
import { type Answer, Exchange, OWN_MODEL, type TestSeller } from '../support/exchange';

const exchange = Exchange.pooledForFile();
let seller: TestSeller;
beforeAll(async () => {
  seller = await exchange.seller('normal', { models: [OWN_MODEL, 'other/model:1'] });
});

interface Options {
  readonly by?: TestSeller;
  readonly id?: string;
  readonly key?: string | null;
  readonly idempotencyKey?: string;
}

function headersOf({ by = seller, key = by.apiKey, idempotencyKey }: Options) {
  return {
    ...(key === null ? {} : { 'x-seller-api-key': key }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
}

const ask = (body: object = {}, options: Options = {}): Promise<Answer> =>
  exchange.send(
    'POST',
    `/market/v1/sellers/${options.id ?? (options.by ?? seller).sellerId}/asks`,
    {
      headers: headersOf(options),
      body: { model_id: OWN_MODEL, price: '0.001', capacity: 100_000, ...body },
    },
  );

const offer = (body: object = {}, options: Options = {}): Promise<Answer> =>
  exchange.send('POST', '/seller/v1/offers', {
    headers: headersOf(options),
    body: {
      model: OWN_MODEL,
      region: 'us-east',
      price_per_million_tokens: '1',
      quantity_tokens: 100_000,
      valid_for_seconds: 600,
      ...body,
    },
  });

const statusesOf = (answers: Answer[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const get = (path: string, options: Options = {}) =>
  exchange.send('GET', path, { headers: headersOf(options) });
const remove = (path: string, options: Options = {}) =>
  exchange.send('DELETE', path, { headers: headersOf(options) });
const asksOf = (who: TestSeller) => `/market/v1/sellers/${who.sellerId}/asks`;

describe('an ask', () => {
  test('rests on the book as it was sent', async () => {
    const by = await exchange.seller();
    const { status, headers, body } = await ask({ price: '0.00123400', ttl_seconds: 60 }, { by });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      seller_id: by.sellerId,
      model_id: OWN_MODEL,
      region: 'global',
      tenor: 'spot',
      price: '0.001234',
      capacity: 100_000,
      remaining: 100_000,
    });
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(60_000);
    expect(headers['ratelimit']).toMatch(/^\d+$/);
    expect(headers['ratelimit-policy']).toBe('300;w=60');

    const { seller_id: _, ...listed } = body;
    expect((await get(asksOf(by), { by })).body).toEqual({ asks: [listed] });
  });

  test('lives 300 seconds when it does not say how long', async () => {
    const { body } = await ask({ ttl_seconds: null });
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(300_000);
  });

  test('takes the first registered region, and no other than the registered ones', async () => {
    const by = await exchange.seller('normal', { regions: ['eu-west', 'apac'] });
    expect((await ask({}, { by })).body.region).toBe('eu-west');
    expect((await ask({ region: 'apac' }, { by })).body.region).toBe('apac');
    expect(await ask({ region: 'us-east' }, { by })).toMatchObject({
      status: 400,
      body: { code: 'invalid_region', param: 'region' },
    });
    expect((await offer({ region: 'global' }, { by })).body.code).toBe('invalid_region');
  });

  test('an instrument is normalised', async () => {
    expect((await ask({ model_id: '  Other/Model:1 ' })).body.model_id).toBe('other/model:1');
  });

  test.each<[object, string, string]>([
    [{ model_id: undefined }, 'invalid_request', 'model_id'],
    [{ model_id: null }, 'invalid_request', 'model_id'],
    [{ model_id: 5 }, 'invalid_model', 'model_id'],
    [{ model_id: 'not ours' }, 'invalid_model', 'model_id'],
    [{ model_id: 'unsupported' }, 'invalid_model', 'model_id'],
    [{ price: undefined }, 'invalid_request', 'price'],
    [{ price: 0.001 }, 'invalid_price', 'price'],
    [{ price: '0' }, 'invalid_price', 'price'],
    [{ price: '-1' }, 'invalid_price', 'price'],
    [{ price: '1e3' }, 'invalid_price', 'price'],
    [{ price: 'NaN' }, 'invalid_price', 'price'],
    [{ price: '0.000000001' }, 'invalid_price', 'price'],
    [{ price: '90000000000.00000001' }, 'invalid_price', 'price'],
    [{ capacity: undefined }, 'invalid_request', 'capacity'],
    [{ capacity: '100' }, 'invalid_quantity', 'capacity'],
    [{ capacity: 0 }, 'invalid_quantity', 'capacity'],
    [{ capacity: -1 }, 'invalid_quantity', 'capacity'],
    [{ capacity: 1.5 }, 'invalid_quantity', 'capacity'],
    [{ capacity: 1_000_000_000_001 }, 'invalid_quantity', 'capacity'],
    [{ price: '90000000000', capacity: 1_001 }, 'invalid_quantity', 'capacity'],
    [{ ttl_seconds: 0 }, 'invalid_request', 'ttl_seconds'],
    [{ ttl_seconds: 1.5 }, 'invalid_request', 'ttl_seconds'],
    [{ ttl_seconds: '300' }, 'invalid_request', 'ttl_seconds'],
    [{ region: 'any' }, 'invalid_region', 'region'],
    [{ region: 'mars' }, 'invalid_region', 'region'],
    [{ tenor: '2h' }, 'invalid_tenor', 'tenor'],
    [{ seller_id: randomUUID() }, 'invalid_request', 'seller_id'],
    [{ remaining: 5 }, 'invalid_request', 'remaining'],
  ])('%j is refused with %s', async (change, code, param) => {
    const answer = await ask(change);
    expect(answer).toMatchObject({ status: 400, body: { code, param } });
    expect(answer.body.message).toBe(answer.body.error);
  });

  test('the largest values are accepted', async () => {
    expect((await ask({ capacity: 1_000_000_000_000 })).status).toBe(200);
    expect((await ask({ price: '90000000000', capacity: 1_000 })).body.price).toBe('90000000000');
    expect((await ask({ price: '0.00000001', capacity: 1 })).body.price).toBe('0.00000001');
  });

  test('is cancelled once, however often and by how many at once', async () => {
    const by = await exchange.seller();
    const path = `${asksOf(by)}/${(await ask({}, { by })).body.ask_id}`;
    const answers = await Promise.all([1, 2, 3].map(() => remove(path, { by })));
    expect(statusesOf(answers)).toEqual([204, 404, 404]);
    expect((await remove(path, { by })).body.code).toBe('not_found');
    expect((await get(asksOf(by), { by })).body).toEqual({ asks: [] });
    await exchange.expectBookAgrees();
  });

  test('that a halted book refuses is not on the market later', async () => {
    const model = `halted-${randomUUID().slice(0, 8)}`;
    const by = await exchange.seller('normal', { models: [model] });
    expect((await ask({ model_id: model }, { by })).status).toBe(200);
    const halt = (halted: boolean) =>
      exchange.admin('PATCH', `/books/${model}`, { halted, reason: 'a wrong price' });
    await halt(true);
    const refused = await ask({ model_id: model, price: '0.0005' }, { by });
    expect(refused).toMatchObject({ status: 503, body: { code: 'market_halted' } });
    await halt(false);
    const active = { sellerId: by.sellerId, status: 'active' } as const;
    expect(await exchange.records.asks.countDocuments(active)).toBe(1);
    expect((await get(asksOf(by), { by })).body.asks).toMatchObject([{ price: '0.001' }]);
  });

  test.each([randomUUID(), 'nothing', 'a'.repeat(300)])('%s is unknown: 404', async (id) => {
    expect(await remove(`${asksOf(seller)}/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });
});

describe('an offer', () => {
  test('is an ask told per million', async () => {
    const by = await exchange.seller();
    const { status, body } = await offer({ price_per_million_tokens: '0.60001' }, { by });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'active',
      model: OWN_MODEL,
      region: 'us-east',
      price_per_million_tokens: '0.60001',
      quantity_tokens: 100_000,
      remaining_tokens: 100_000,
      valid_for_seconds: 600,
      tenor: 'spot',
    });
    const { valid_for_seconds: _, tenor: __, ...listed } = body;
    expect((await get('/seller/v1/offers', { by })).body).toEqual({ offers: [listed] });
    expect((await get(asksOf(by), { by })).body.asks).toMatchObject([
      { ask_id: body.offer_id, price: '0.00060001' },
    ]);
    expect((await remove(`/seller/v1/offers/${body.offer_id}`, { by })).status).toBe(204);
    expect((await remove(`/seller/v1/offers/${body.offer_id}`, { by })).status).toBe(404);
  });

  test.each<[object, string, string]>([
    [{ region: undefined }, 'invalid_request', 'region'],
    [{ region: 'any' }, 'invalid_region', 'region'],
    [{ valid_for_seconds: undefined }, 'invalid_request', 'valid_for_seconds'],
    [{ valid_for_seconds: -5 }, 'invalid_request', 'valid_for_seconds'],
    [{ price_per_million_tokens: '0.000001' }, 'invalid_price', 'price_per_million_tokens'],
    [{ price_per_million_tokens: '90000000000001' }, 'invalid_price', 'price_per_million_tokens'],
    [{ quantity_tokens: 0.5 }, 'invalid_quantity', 'quantity_tokens'],
    [{ model: 'unsupported' }, 'invalid_model', 'model'],
    [{ model_id: OWN_MODEL }, 'invalid_request', 'model_id'],
    [{ tenor: '30' }, 'invalid_tenor', 'tenor'],
  ])('%j is refused with %s', async (change, code, param) => {
    expect(await offer(change)).toMatchObject({ status: 400, body: { code, param } });
  });
});

describe('credentials', () => {
  test("another seller's ask is not found, and stands", async () => {
    const other = await exchange.seller();
    const { ask_id: askId } = (await ask({}, { by: other })).body;
    expect((await remove(`${asksOf(seller)}/${askId}`)).status).toBe(404);
    expect((await remove(`/seller/v1/offers/${askId}`)).status).toBe(404);
    expect((await get(asksOf(other), { by: other })).body.asks).toHaveLength(1);
  });
});

describe('Idempotency-Key', () => {
  test('same key and body: the same ask, also at once, also after it changed', async () => {
    const by = await exchange.seller();
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => ask({ capacity: 5_000 }, { by, idempotencyKey })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await get(asksOf(by), { by })).body.asks).toHaveLength(1);
    await remove(`${asksOf(by)}/${answers[0]!.body.ask_id}`, { by });
    expect((await ask({ capacity: 5_000 }, { by, idempotencyKey })).body).toEqual(answers[0]!.body);
    expect((await get(asksOf(by), { by })).body.asks).toHaveLength(0);
  });

  test('members in another order are the same body; another value is 422', async () => {
    const idempotencyKey = randomUUID();
    const send = (body: object) =>
      exchange.send('POST', asksOf(seller), { headers: headersOf({ idempotencyKey }), body });
    const first = await send({ model_id: OWN_MODEL, price: '0.002', capacity: 5_000 });
    const second = await send({ capacity: 5_000, price: '0.002', model_id: OWN_MODEL });
    expect(second.body).toEqual(first.body);
    expect(await send({ model_id: OWN_MODEL, price: '0.002', capacity: 5_001 })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_conflict' },
    });
  });

  test('asks, offers and sellers do not share keys', async () => {
    const idempotencyKey = randomUUID();
    const other = await exchange.seller();
    const made = [
      (await ask({}, { idempotencyKey })).body.ask_id,
      (await ask({}, { by: other, idempotencyKey })).body.ask_id,
      (await offer({}, { idempotencyKey })).body.offer_id,
    ];
    expect(new Set(made).size).toBe(3);
  });

  test('a refusal is not remembered; a malformed key is refused', async () => {
    const idempotencyKey = randomUUID();
    expect((await ask({ model_id: 'unsupported' }, { idempotencyKey })).status).toBe(400);
    expect((await ask({}, { idempotencyKey })).status).toBe(200);
    expect(await ask({}, { idempotencyKey: 'k'.repeat(256) })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', param: 'Idempotency-Key' },
    });
    expect((await ask({}, { idempotencyKey: 'k'.repeat(255) })).status).toBe(200);
  });
});

describe('standing', () => {
  test.each([
    ['Suspended', 'seller_suspended'],
    ['Banned', 'seller_banned'],
  ])('%s: its asks go, new ones are refused, and reading goes on', async (standing, code) => {
    const by = await exchange.seller();
    await ask({}, { by });
    await exchange.admin('PATCH', `/sellers/${by.sellerId}`, { standing, reason: 'test' });
    expect((await get(asksOf(by), { by })).body).toEqual({ asks: [] });
    expect(await ask({}, { by })).toMatchObject({ status: 403, body: { code } });
    expect(await offer({}, { by })).toMatchObject({ status: 403, body: { code } });
    expect((await get('/seller/v1/profile', { by })).body.standing).toBe(standing);
    await exchange.admin('PATCH', `/sellers/${by.sellerId}`, {
      standing: 'Active',
      reason: 'over',
    });
    expect((await get(asksOf(by), { by })).body).toEqual({ asks: [] });
    expect((await ask({}, { by })).status).toBe(200);
  });
});

describe('the plain order book', () => {
  const bookOf = (query: string) => exchange.send('GET', `/market/v1/orderbook?${query}`);

  test('adds quantities up per price, best first, and filters by region', async () => {
    const model = 'book/one';
    const by = await exchange.seller('normal', { models: [model] });
    const rest = (price: string, capacity: number, region: string) =>
      ask({ model_id: model, price, capacity, region }, { by });
    await rest('0.002', 1_000, 'us-east');
    await rest('0.001', 2_000, 'eu-west');
    await rest('0.002', 3_000, 'global');
    const { body } = await bookOf(`model_id=${encodeURIComponent('BOOK/one')}`);
    expect(body).toMatchObject({
      type: 'orderbook_snapshot',
      model_id: model,
      region: 'any',
      tenor: 'spot',
      bids: [],
      asks: [
        { price: '0.001', quantity: '2000' },
        { price: '0.002', quantity: '4000' },
      ],
    });
    expect(Number.isInteger(body.sequence) && Number.isInteger(body.timestamp)).toBe(true);
    const asksIn = async (region: string) =>
      (await bookOf(`model_id=${model}&region=${region}`)).body.asks;
    expect(await asksIn('us-east')).toEqual([{ price: '0.002', quantity: '1000' }]);
    expect(await asksIn('global')).toEqual([{ price: '0.002', quantity: '3000' }]);
    expect(await asksIn('apac')).toEqual([]);
    expect(await asksIn('any')).toEqual(body.asks);
  });

  test('an unknown instrument has an empty book; a tenor is a book of its own', async () => {
    expect((await bookOf('model_id=never-seen')).body).toMatchObject({ bids: [], asks: [] });
    expect((await bookOf(`model_id=${OWN_MODEL}&tenor=1d`)).body).toMatchObject({ asks: [] });
    await ask({ tenor: '1d' });
    expect((await bookOf(`model_id=${OWN_MODEL}&tenor=1d`)).body.asks).toHaveLength(1);
  });

  test.each([
    ['', 'invalid_request', 'model_id'],
    ['model_id=', 'invalid_model', 'model_id'],
    ['model_id=a&model_id=b', 'invalid_model', 'model_id'],
    [`model_id=${OWN_MODEL}&region=mars`, 'invalid_region', 'region'],
    [`model_id=${OWN_MODEL}&tenor=x`, 'invalid_tenor', 'tenor'],
  ])('%p is refused with %s', async (query, code, param) => {
    expect(await bookOf(query)).toMatchObject({ status: 400, body: { code, param } });
  });
});
