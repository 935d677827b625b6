/** Catalog and candles, as everybody reads them. */
import { randomUUID } from 'node:crypto';
import { REGIONS, type Region } from '../../domain/regions';
import { type Answer, Exchange, MODEL, type TestSeller } from '../support/exchange';
import { until } from '../support/wait';
import { print } from '../market/tape';
import { StreamClient } from '../stream/client';

const OTHER = 'vendor/other-model@v1';

const exchange = Exchange.forFile({ relay: true });
let seller: TestSeller;
beforeAll(async () => {
  seller = await exchange.seller('normal', { models: [MODEL, OTHER, 'forward'] });
});

const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  exchange.send('GET', `/market/v1${path}`, { headers });
const of = (model: string, route: string, query = '') =>
  get(`/markets/${encodeURIComponent(model)}/${route}${query}`);

async function instrument(model: string) {
  const { body } = await get('/markets');
  return body.families
    .flatMap(({ family, instruments }: any) =>
      instruments.map((listed: object) => ({ ...listed, family })),
    )
    .find(({ model_id }: any) => model_id === model);
}

const quoteIn = (quotes: any[], region: Region) => quotes.find((quote) => quote.region === region);

const QUIET = { best_bid: null, best_ask: null, last_price: null, volume_24h: 0 };

describe('catalog', () => {
  test("lists the operator's instruments in their families, with a quote for each region", async () => {
    const { status, headers, body } = await get('/markets');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=1');
    expect(body.regions).toEqual(REGIONS);
    expect(Date.parse(body.as_of)).toBeGreaterThan(Date.now() - 60_000);
    expect(body.families.map(({ family }: any) => family)).toEqual(['llama', 'qwen', 'mistral']);
    expect(await instrument('qwen3-32b')).toEqual({
      model_id: 'qwen3-32b',
      family: 'qwen',
      name: 'Qwen3 32B',
      context_window: 131_072,
      default_max_tokens: 2_048,
      list_price: '0.0003',
      last_price: null,
      open_24h: null,
      quotes: REGIONS.map((region) => ({ region, ...QUIET })),
    });
  });

  test('an instrument outside it is listed from its first ask, and as long as somebody offers, wants or trades it', async () => {
    expect(await instrument(OTHER)).toBeUndefined();
    // The catalog is computed once a second, less often on a busy machine: a short ask may come and go
    // between two times.
    await exchange.ask(seller, { model: OTHER, price: '0.5', region: 'eu-west', ttl: 10 });
    const listed = await until(() => instrument(OTHER), { what: 'the other instrument' });
    expect(listed).toMatchObject({
      family: 'other',
      name: OTHER,
      context_window: null,
      default_max_tokens: 1_024,
      list_price: null,
    });
    expect(listed.forwards).toBeUndefined();
    await until(
      async () => (await exchange.records.asks.findOne({ modelId: OTHER }))?.status === 'expired',
    );
    await until(async () => (await instrument(OTHER)) === undefined, {
      what: 'a name that nobody offers any more to leave the catalog',
    });
  });

  test('quotes the best of each region, and what was traded there', async () => {
    await exchange.ask(seller, { price: '0.7', region: 'us-east' });
    await exchange.ask(seller, { price: '0.6', region: 'us-east' });
    await exchange.ask(seller, { price: '0.5', region: 'global' });
    const now = Date.now();
    await print(exchange.records, [
      { modelId: MODEL, executedAt: new Date(now - 86_400_000 - 60_000), quantityTokens: 1 },
      { modelId: MODEL, executedAt: new Date(now - 86_400_000 + 120_000), quantityTokens: 20 },
      { modelId: MODEL, executedAt: new Date(now - 60_000), quantityTokens: 300, priceScale8: 7n },
      { modelId: MODEL, executedAt: new Date(now), quantityTokens: 9, status: 'voided' },
      { modelId: MODEL, executedAt: new Date(now), quantityTokens: 4_000, region: 'apac' },
    ]);
    const quotes = await until(async () => {
      const found = (await instrument(MODEL)).quotes;
      const isReady = quoteIn(found, 'apac').volume_24h === 4_000;
      return isReady && quoteIn(found, 'global').best_ask === '0.5' && found;
    });
    const traded: Partial<Record<Region, object>> = {
      'us-east': { best_ask: '0.6', last_price: '0.00000007', volume_24h: 320 },
      apac: { last_price: '0.001', volume_24h: 4_000 },
      global: { best_ask: '0.5' },
    };
    expect(quotes).toEqual(REGIONS.map((region) => ({ region, ...QUIET, ...traded[region] })));
  });

  test('quotes bids where they are pinned, and everywhere without a pin', async () => {
    const { key } = await exchange.buyer();
    const order = (body: object) =>
      exchange.send('POST', '/market/v1/contracts', {
        headers: { authorization: `Bearer ${key}` },
        body: { model_id: 'qwen3-32b', quantity: 1_000, ...body },
      });
    for (const body of [{ price: '0.3', region: 'eu-west' }, { price: '0.2' }]) {
      expect(await order(body)).toMatchObject({ status: 200, body: { status: 'open' } });
    }
    await until(async () => {
      const { quotes } = await instrument('qwen3-32b');
      for (const region of REGIONS) {
        expect(quoteIn(quotes, region).best_bid).toBe(region === 'eu-west' ? '0.3' : '0.2');
      }
      return true;
    });
  });

  test('has the books of later delivery', async () => {
    await exchange.send('POST', `/market/v1/sellers/${seller.sellerId}/asks`, {
      headers: { 'x-seller-api-key': seller.apiKey },
      body: { model_id: 'forward', price: '2', capacity: 1_000_000, tenor: '1d', region: 'apac' },
    });
    const { quotes, forwards } = await until(() => instrument('forward'));
    expect(quoteIn(quotes, 'apac')).toEqual({ region: 'apac', ...QUIET });
    expect(forwards).toHaveLength(1);
    expect(forwards[0].tenor).toBe('1d');
    expect(quoteIn(forwards[0].quotes, 'apac').best_ask).toBe('2');
    const start = Date.parse(forwards[0].delivery_start);
    expect(start % 86_400_000).toBe(0);
    expect(start - Date.now()).toBeLessThanOrEqual(86_400_000);
  });

  test('is 304 while nothing has changed', async () => {
    const quiet = async () => {
      const { headers } = await get('/markets');
      const again = await get('/markets', { 'if-none-match': String(headers['etag']) });
      return again.status === 304 && again.body === '';
    };
    await until(quiet, { what: 'the catalog to be the same twice' });
    expect((await get('/markets', { 'if-none-match': '"other"' })).status).toBe(200);
  });
});

describe('candles', () => {
  const START_MS = Date.UTC(2025, 5, 1);
  const model = `candled/${randomUUID()}`;
  const count = 2_001;
  beforeAll(async () => {
    const trades = Array.from({ length: count }, (_, index) => ({
      modelId: model,
      executedAt: new Date(START_MS + index * 60_000),
      priceScale8: BigInt(index + 1),
      quantityTokens: 10,
      region: index % 2 === 0 ? ('apac' as const) : ('global' as const),
    }));
    await print(exchange.records, trades);
    // The ticker is written behind the candles of every interval.
    const ticker = { _id: `${model}|spot|any`, lastAt: trades.at(-1)!.executedAt };
    await until(() => exchange.records.tickers.findOne(ticker), { what: 'the candles' });
  });

  test('have their fields, oldest first', async () => {
    const { status, body } = await of(model, 'candles', '?interval=1d&region=apac');
    expect(status).toBe(200);
    expect(body).toEqual({
      model_id: model,
      region: 'apac',
      tenor: 'spot',
      interval: '1d',
      candles: [
        {
          time: '2025-06-01T00:00:00.000Z',
          open: '0.00000001',
          high: '0.00001439',
          low: '0.00000001',
          close: '0.00001439',
          volume: 7_200,
        },
        {
          time: '2025-06-02T00:00:00.000Z',
          open: '0.00001441',
          high: '0.00002001',
          low: '0.00001441',
          close: '0.00002001',
          volume: 2_810,
        },
      ],
    });
  });

  test('default to an hour, 500, all regions, spot', async () => {
    const { body } = await of(model, 'candles');
    expect(body).toMatchObject({ interval: '1h', tenor: 'spot' });
    expect(body.region).toBeUndefined();
    expect(body.candles).toHaveLength(34);
    expect((await of(model, 'candles', '?interval=1m')).body.candles).toHaveLength(500);
  });

  test.each([
    ['limit=0', 0, null],
    ['limit=1', 1, count - 1],
    ['limit=2000', 2_000, count - 1],
    ['limit=2001', 2_000, count - 1],
    ['limit=999999999999999999999999', 2_000, count - 1],
    ['limit=3&from=2025-06-01T00:00:00Z', 3, 2],
    ['from=2025-06-01T02:00:00%2B02:00&to=2025-06-01T00:05:00Z', 5, 4],
    ['to=2025-06-01T00:05:00.001Z', 6, 5],
    ['from=2025-06-01T00:05:00Z&to=2025-06-01T00:05:00Z', 0, null],
    ['tenor=1d', 0, null],
  ])('%s: %i', async (query, expected, lastIndex) => {
    const { status, body } = await of(model, 'candles', `?interval=1m&${query}`);
    expect(status).toBe(200);
    expect(body.candles).toHaveLength(expected);
    const last = body.candles.at(-1)?.time;
    const lastTime = lastIndex === null ? undefined : START_MS + lastIndex * 60_000;
    expect(last === undefined ? undefined : Date.parse(last)).toBe(lastTime);
  });

  test.each([
    ['interval=2m', 'invalid_request', 'interval'],
    ['limit=-1', 'invalid_request', 'limit'],
    ['limit=1.5', 'invalid_request', 'limit'],
    ['limit=', 'invalid_request', 'limit'],
    ['limit=1e3', 'invalid_request', 'limit'],
    ['from=yesterday', 'invalid_request', 'from'],
    ['from=2025-06-01T00:00:00', 'invalid_request', 'from'],
    ['to=2025-13-01T00:00:00Z', 'invalid_request', 'to'],
    ['region=mars', 'invalid_region', 'region'],
    ['tenor=2d', 'invalid_tenor', 'tenor'],
    ['interval=1m&interval=1h', 'invalid_request', 'interval'],
  ])('%s: 400 %s', async (query, code, param) => {
    const answer = await of(model, 'candles', `?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code, param } });
    expect(answer.body.message).toBe(answer.body.error);
  });

  test('of an unknown instrument are none, of no instrument 400', async () => {
    expect((await of('never-heard-of', 'candles')).body.candles).toEqual([]);
    expect(await of('a b', 'candles')).toMatchObject({
      status: 400,
      body: { code: 'invalid_model' },
    });
    expect((await get('/markets/%zz/candles')).status).toBe(400);
    expect((await exchange.send('POST', `/market/v1/markets/x/candles`)).status).toBe(405);
  });

  test('are 304 while they are the same', async () => {
    const { headers } = await of(model, 'candles');
    const path = `/markets/${encodeURIComponent(model)}/candles`;
    const again = await get(path, { 'if-none-match': String(headers['etag']) });
    expect([again.status, again.body]).toEqual([304, '']);
    expect(
      (await get(`${path}?limit=1`, { 'if-none-match': String(headers['etag']) })).status,
    ).toBe(200);
  });

  test('of a trade that was just settled are there within two seconds', async () => {
    const fresh = `fresh-${randomUUID()}`;
    const by = await exchange.seller('normal', { models: [fresh] });
    await exchange.ask(by, { price: '0.001', model: fresh });
    const { key } = await exchange.buyer();
    const { fill } = (await exchange.chat(key, { model: fresh })).body;
    const candles = await until(async () => {
      const { body } = await of(fresh, 'candles', '?interval=1m');
      return body.candles.length > 0 && body.candles;
    });
    expect(candles).toMatchObject([{ open: '0.001', close: '0.001', volume: fill.tokens }]);
  });
});

describe('trades', () => {
  const START_MS = Date.UTC(2025, 7, 1);
  const model = `traded/${randomUUID()}`;
  beforeAll(async () => {
    // Four share each moment, so that pages end between trades of one moment.
    const trades = Array.from({ length: 240 }, (_, index) => ({
      modelId: model,
      executedAt: new Date(START_MS + Math.floor(index / 4) * 1_000),
      priceScale8: BigInt(index + 1),
      quantityTokens: 10,
      region: index % 2 === 0 ? ('apac' as const) : ('global' as const),
    }));
    const [first] = trades;
    await print(exchange.records, [
      ...trades,
      { ...first!, status: 'voided' },
      { ...first!, quantityTokens: 0 },
      { ...first!, tenor: '1d', status: 'pending' },
    ]);
  });

  test.each([
    ['', 240],
    ['&region=apac', 120],
    ['&tenor=1d', 1],
    ['&from=2025-08-01T00:00:58Z', 8],
    ['&from=2025-08-01T02:00:10%2B02:00&to=2025-08-01T00:00:12Z', 8],
    ['&to=2025-08-01T00:00:00Z', 0],
  ])('are listed once, newest first, over pages: %j', async (query, count) => {
    const found: any[] = [];
    let cursor: string | null = null;
    do {
      const behind = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { status, body } = await of(model, 'trades', `?limit=7${query}${behind}`);
      expect(status).toBe(200);
      found.push(...body.trades);
      cursor = body.next_cursor;
      expect(body.has_more).toBe(cursor !== null);
    } while (cursor !== null);
    expect(found).toHaveLength(count);
    expect(new Set(found.map(({ id }) => id)).size).toBe(count);
    const times = found.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  test.each([
    ['limit=501', 'invalid_request', 'limit'],
    ['limit=0', 'invalid_request', 'limit'],
    ['from=yesterday', 'invalid_request', 'from'],
    ['cursor=none', 'invalid_request', 'cursor'],
    ['region=mars', 'invalid_region', 'region'],
    ['tenor=2d', 'invalid_tenor', 'tenor'],
  ])('%s: 400 %s', async (query, code, param) => {
    expect(await of(model, 'trades', `?${query}`)).toMatchObject({
      status: 400,
      body: { code, param },
    });
  });

  test('are 304 while there is no new one; the cursor of another view is refused', async () => {
    const { headers, body } = await of(model, 'trades', '?limit=2');
    expect(headers['cache-control']).toBe('no-cache');
    const path = `/markets/${encodeURIComponent(model)}/trades?limit=2`;
    const again = await get(path, { 'if-none-match': String(headers['etag']) });
    expect([again.status, again.body]).toEqual([304, '']);
    const other = `?region=apac&cursor=${encodeURIComponent(body.next_cursor)}`;
    expect((await of(model, 'trades', other)).status).toBe(400);
    expect((await of('never-heard-of', 'trades')).body.trades).toEqual([]);
  });

  test('that the stream publishes are listed then, with the same fields', async () => {
    const live = `live-${randomUUID()}`;
    const by = await exchange.seller('normal', { models: [live] });
    await exchange.ask(by, { price: '0.001', model: live });
    const stream = await StreamClient.open(exchange.url(), `model_id=${live}`);
    const { key } = await exchange.buyer();
    for (let count = 1; count <= 3; count += 1) {
      expect((await exchange.chat(key, { model: live })).status).toBe(200);
      await until(() => stream.trades.length === count, { what: 'the trade on the stream' });
      expect((await of(live, 'trades')).body.trades).toEqual(stream.trades.toReversed());
    }
    stream.close();
  });
});
