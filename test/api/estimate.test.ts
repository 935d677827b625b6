/** Estimates, and the order book that they walk, as everybody reads them. */
import { type Answer, Exchange, type TestSeller } from '../support/exchange';

const exchange = Exchange.pooledForFile();
let seller: TestSeller;
beforeAll(async () => {
  seller = await exchange.seller('normal', { models: ['estimated'] });
});

const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  exchange.send('GET', `/market/v1${path}`, { headers });
const of = (model: string, route: string, query = '') =>
  get(`/markets/${encodeURIComponent(model)}/${route}${query}`);

describe('estimate', () => {
  const estimate = async (query: string, model = 'estimated') => {
    const answer = await of(model, 'estimate', `?${query}`);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  beforeAll(async () => {
    await exchange.ask(seller, {
      model: 'estimated',
      price: '1',
      capacity: 1_000,
      region: 'us-east',
    });
    await exchange.ask(seller, {
      model: 'estimated',
      price: '2',
      capacity: 2_000,
      region: 'us-east',
    });
    await exchange.ask(seller, {
      model: 'estimated',
      price: '3',
      capacity: 3_000,
      region: 'global',
    });
  });

  test('answers with every digit of a quantity', async () => {
    const path = '/market/v1/markets/estimated/estimate?quantity=9007199254740993';
    const answer = await fetch(`${exchange.url()}${path}&horizon_hours=9223372036854775807`);
    expect(await answer.text()).toMatch(
      /"quantity":9007199254740993,.*"remaining_quantity":9007199254734993,.*"horizon_hours":9223372036854775807,/,
    );
  });

  test('walks the book from its best price', async () => {
    expect(await estimate('quantity=2000')).toEqual({
      model_id: 'estimated',
      tenor: 'spot',
      region: 'any',
      quantity: 2_000,
      limit_price: null,
      fillable_quantity: 2_000,
      remaining_quantity: 0,
      average_price: '1.5',
      worst_price: '2',
      estimated_wait_seconds: 0,
      suggested_limit_price: '1',
      horizon_hours: 24,
      sample_size: 3,
      lookback_hours: 24,
      confidence: 0.95,
      disclaimer: expect.stringContaining('reserves nothing'),
      as_of: expect.stringMatching(/Z$/),
    });
  });

  test.each<[string, object]>([
    ['quantity=2000&horizon_hours=0', { suggested_limit_price: '2' }],
    ['quantity=6000', { fillable_quantity: 6_000, remaining_quantity: 0, worst_price: '3' }],
    [
      'quantity=6001',
      { fillable_quantity: 6_000, remaining_quantity: 1, estimated_wait_seconds: 15 },
    ],
    ['quantity=6001&horizon_hours=0', { suggested_limit_price: null }],
    [
      'quantity=3000&limit_price=1',
      {
        fillable_quantity: 1_000,
        estimated_wait_seconds: 172_800,
        sample_size: 1,
        limit_price: '1',
      },
    ],
    [
      'quantity=10&limit_price=0.5',
      {
        fillable_quantity: 0,
        average_price: null,
        worst_price: null,
        estimated_wait_seconds: null,
        sample_size: 0,
      },
    ],
    ['quantity=6000&region=us-east', { fillable_quantity: 3_000, sample_size: 2 }],
    ['quantity=6000&region=global', { fillable_quantity: 6_000 }],
    ['quantity=10&region=apac', { fillable_quantity: 0, confidence: 0 }],
    [
      'quantity=0',
      {
        fillable_quantity: 0,
        remaining_quantity: 0,
        average_price: null,
        estimated_wait_seconds: 0,
      },
    ],
    [
      'quantity=9223372036854775807&horizon_hours=9223372036854775807',
      { fillable_quantity: 6_000 },
    ],
    ['quantity=10&tenor=1h', { fillable_quantity: 0, tenor: '1h' }],
  ])('%s', async (query, expected) => {
    expect(await estimate(query)).toMatchObject(expected);
  });

  test('of no tokens of an unknown instrument knows of no wait either', async () => {
    expect(await estimate('quantity=0', 'never-heard-of')).toMatchObject({
      remaining_quantity: 0,
      estimated_wait_seconds: null,
    });
  });

  test('of an unknown instrument is nothing, and knows nothing', async () => {
    expect(await estimate('quantity=10', 'never-heard-of')).toMatchObject({
      fillable_quantity: 0,
      remaining_quantity: 10,
      average_price: null,
      worst_price: null,
      estimated_wait_seconds: null,
      suggested_limit_price: null,
      sample_size: 0,
      confidence: 0,
    });
  });

  test.each([
    ['', 'invalid_request', 'quantity'],
    ['quantity=', 'invalid_quantity', 'quantity'],
    ['quantity=-1', 'invalid_quantity', 'quantity'],
    ['quantity=1.5', 'invalid_quantity', 'quantity'],
    ['quantity=9223372036854775808', 'invalid_quantity', 'quantity'],
    ['quantity=1&horizon_hours=-1', 'invalid_request', 'horizon_hours'],
    ['quantity=1&limit_price=0', 'invalid_price', 'limit_price'],
    ['quantity=1&limit_price=0.000000001', 'invalid_price', 'limit_price'],
    ['quantity=1&region=mars', 'invalid_region', 'region'],
    ['quantity=1&tenor=1w', 'invalid_tenor', 'tenor'],
  ])('%s: 400 %s', async (query, code, param) => {
    const answer = await of('estimated', 'estimate', `?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code, param } });
  });
});

test('the plain order book is 304 while its levels are the same', async () => {
  const path = '/orderbook?model_id=estimated';
  const { headers, body } = await get(path);
  expect(body.asks).toHaveLength(3);
  expect((await get(path, { 'if-none-match': String(headers['etag']) })).status).toBe(304);
  await exchange.ask(seller, { model: 'estimated', price: '9', region: 'apac' });
  expect((await get(path, { 'if-none-match': String(headers['etag']) })).status).toBe(200);
});
