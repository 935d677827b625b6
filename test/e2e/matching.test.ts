/** Which ask a chat bid gets: ceiling, price, time, lot, region, venue and owner, seen from outside. */
import Redis from 'ioredis';
import { pinOf, REGIONS } from '../../domain/regions';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';
import { type Ask, PROMPT_TOKENS, joinMarket, listedAsks, newModel, openMarket } from './market';

const exchange = Exchange.pooledForFile();

const asked = (asks: readonly Ask[]) => asks.map(({ seller }) => seller.requests.length);

test('price first, then time', async () => {
  const model = newModel();
  const dear = await joinMarket(exchange, model, { price: '0.002' });
  const first = await joinMarket(exchange, model, { price: '0.001', capacity: 99 });
  const second = await joinMarket(exchange, model, { price: '0.001', capacity: 80 });
  const { key } = await exchange.buyer();
  const order: number[][] = [];
  for (let request = 0; request < 4; request++) {
    expect((await exchange.chat(key, { model })).status).toBe(200);
    await exchange.expectBookAgrees(model); // what was not used is back
    order.push(asked([first, second, dear]));
  }
  expect(order).toEqual([
    [1, 0, 0], // 75 of 99, and 51 come back
    [2, 0, 0], // 75 of 75, and 51 come back: too few for a third
    [2, 1, 0],
    [2, 1, 1],
  ]);
});

test("the buyer pays the ask's price, not his own", async () => {
  const { key, model } = await openMarket(exchange, { price: '0.00005' });
  const answer = await exchange.chat(key, { model, max_price: '0.9' });
  expect(answer.body.fill).toMatchObject({ fill_price: '0.05', cost: '0.0000012' });
});

describe('the ceiling of a request that names none', () => {
  test("is the account's", async () => {
    const account = { price_ceiling: '0.001' };
    const { key, model } = await openMarket(exchange, { price: '0.00100001', account });
    const refused = await exchange.chat(key, { model, max_price: undefined });
    expect(refused).toMatchObject({ status: 402, body: { code: 'no_fill_at_limit' } });
    expect(refused.body.message).toContain('0.00100001');
    expect((await exchange.chat(key, { model, max_price: '0.002' })).status).toBe(200);

    await joinMarket(exchange, model, { price: '0.001' });
    const filled = await exchange.chat(key, { model, max_price: undefined });
    expect(filled.body.fill.fill_price).toBe('1');
  });

  test('is the best ask without one, and stays so for the next seller', async () => {
    const { key, model, seller } = await openMarket(exchange, { behaviour: 'error500' });
    const dearer = await joinMarket(exchange, model, { price: '0.0011' });
    const refused = await exchange.chat(key, { model, max_price: undefined });
    expect(refused).toMatchObject({ status: 502, body: { code: 'seller_unreachable' } });
    expect(asked([dearer])).toEqual([0]);

    seller.setBehaviour('normal');
    expect((await exchange.chat(key, { model, max_price: undefined })).status).toBe(200);
  });

  test('is the best ask of the view that the bid may match in', async () => {
    const model = newModel();
    await joinMarket(exchange, model, { price: '0.001', region: 'us-east' });
    const pinned = await joinMarket(exchange, model, { price: '0.003', region: 'eu-west' });
    const { key } = await exchange.buyer();
    const chat = (body: object) => exchange.chat(key, { model, max_price: undefined, ...body });
    expect((await chat({ region: 'eu-west' })).body.fill.fill_price).toBe('3');
    expect((await chat({ venue_pin: pinned.seller.sellerId })).body.fill.fill_price).toBe('3');
    expect((await chat({})).body.fill.fill_price).toBe('1');
  });

  test('is the best ask also right after Redis was emptied', async () => {
    const { key, model } = await openMarket(exchange, { price: '0.007' });
    const redis = new Redis(exchange.settings.redisUrl);
    await redis.flushdb();
    redis.disconnect();
    const answer = await exchange.chat(key, { model, max_price: undefined });
    expect(answer.body.fill.fill_price).toBe('7');
  });

  test('is the list price where that is higher', async () => {
    const model = 'qwen3-32b'; // listed at 0.0003
    const failing = { price: '0.0001', behaviour: 'error500' } as const;
    await joinMarket(exchange, model, failing);
    await joinMarket(exchange, model, { price: '0.0003' });
    const { key } = await exchange.buyer();
    const answer = await exchange.chat(key, { model, max_price: undefined });
    expect(answer.body.fill).toMatchObject({ fill_price: '0.3', list_price: '0.3', vs_list: 0 });
  });
});

test('list_price is the price of the last trades where the operator has none', async () => {
  const { key, model, ...cheap } = await openMarket(exchange, { price: '0.001', capacity: 75 });
  await exchange.chat(key, { model });
  await joinMarket(exchange, model, { price: '0.0015' });
  const answer = await exchange.chat(key, { model });
  expect(asked([cheap])).toEqual([1]);
  expect(answer.body.fill).toMatchObject({ fill_price: '1.5', list_price: '1', vs_list: 0.5 });
});

test('a book whose epoch the records have left behind is built anew by the first match', async () => {
  const { key, model } = await openMarket(exchange, { capacity: 1_000_000 });
  const { books, asks, fills } = exchange.records;
  await books.updateOne({ _id: `${model}|spot` }, { $inc: { epoch: 1 } });
  await asks.updateMany({ modelId: model }, { $inc: { epoch: 1 } });
  const chats = Array.from({ length: 8 }, () => exchange.chat(key, { model }));
  for (const { status } of await Promise.all(chats)) expect(status).toBe(200);
  expect(await fills.countDocuments({ modelId: model, status: 'abandoned' })).toBe(0);
  await exchange.expectBookAgrees(model);
});

describe('lots', () => {
  const capacity = 1_600; // its lot is a sixteenth: 100

  test('a remainder below its lot is listed, but not offered', async () => {
    const usage = { prompt_tokens: 11, completion_tokens: 1_499, total_tokens: 1_510 };
    const behaviour = BEHAVIOURS.wrongUsage({ usage });
    const { key, model, seller } = await openMarket(exchange, { capacity, behaviour });
    expect((await exchange.chat(key, { model, max_tokens: 1_499 })).status).toBe(200);
    expect(await listedAsks(exchange, seller)).toMatchObject([{ remaining: 90 }]);
    expect(await levels(model)).toEqual([]);
    expect(await exchange.chat(key, { model })).toMatchObject({
      status: 404,
      body: { code: 'no_match' },
    });
  });

  test('it returns to the book when a release lifts it over the lot', async () => {
    const { key, model, seller } = await openMarket(exchange, { capacity });
    seller.hold();
    const answering = exchange.chat(key, { model, max_tokens: 1_500 - PROMPT_TOKENS + 1 });
    await until(() => seller.held === 1, { what: 'the seller to be asked' });
    expect(await levels(model)).toEqual([]);
    expect((await exchange.chat(key, { model })).status).toBe(404);
    seller.release();
    expect((await answering).status).toBe(200);
    await exchange.expectBookAgrees(model);
    expect(await levels(model)).toEqual([{ price: '0.001', quantity: '1576' }]);
    expect((await exchange.chat(key, { model })).status).toBe(200);
  });

  async function levels(model: string): Promise<object[]> {
    return (await exchange.send('GET', `/market/v1/orderbook?model_id=${model}`)).body.asks;
  }
});

test('a pinned region is served from there or not at all; global is no pin', async () => {
  const model = newModel();
  await joinMarket(exchange, model, { price: '0.001', region: 'global' });
  await joinMarket(exchange, model, { price: '0.002', region: 'us-east' });
  await joinMarket(exchange, model, { price: '0.003', region: 'eu-west' });
  const { key } = await exchange.buyer();
  const regionOf = async (region?: string) =>
    (await exchange.chat(key, { model, region })).body.fill.region;
  expect(await regionOf('eu-west')).toBe('eu-west');
  expect(await regionOf('us-east')).toBe('us-east');
  expect(await regionOf('global')).toBe('global');
  expect(await regionOf()).toBe('global');
  expect(await exchange.chat(key, { model, region: 'apac' })).toMatchObject({
    status: 404,
    body: { code: 'no_match' },
  });
});

test('each region that is a pin is served by the asks there', async () => {
  const model = newModel();
  const pins = REGIONS.filter(pinOf);
  for (const region of pins) await joinMarket(exchange, model, { region });
  const { key } = await exchange.buyer();
  for (const region of pins) {
    const { body } = await exchange.chat(key, { model, region });
    expect(body.fill).toMatchObject({ region });
  }
});

describe('a venue pin', () => {
  test('takes the venue by its id or its name, however dear', async () => {
    const { key, model } = await openMarket(exchange);
    const name = `Venue ${model}`;
    const pinned = await joinMarket(exchange, model, { price: '0.005', name });
    for (const venue_pin of [pinned.seller.sellerId, name]) {
      const answer = await exchange.chat(key, { model, venue_pin });
      expect(answer.body.fill.fill_price).toBe('5');
    }
    expect(asked([pinned])).toEqual([2]);
  });

  test('goes together with a region', async () => {
    const { key, model, seller } = await openMarket(exchange, { region: 'apac' });
    const chat = (region: string) =>
      exchange.chat(key, { model, region, venue_pin: seller.sellerId });
    expect((await chat('apac')).status).toBe(200);
    expect(await chat('eu-west')).toMatchObject({ status: 404, body: { code: 'no_match' } });
  });

  test('by a name that several venues share takes the oldest, and later ones by their id', async () => {
    const name = `Ünïque ${crypto.randomUUID()}`;
    const first = await openMarket(exchange, { name, price: '0.005' });
    const { key, model } = first;
    const twin = await joinMarket(exchange, model, { name: `${name.toUpperCase()} ` });
    for (const venue_pin of [name, name.toUpperCase(), ` ${name.normalize('NFD')} `])
      expect((await exchange.chat(key, { model, venue_pin })).status).toBe(200);
    expect(asked([first, twin])).toEqual([3, 0]);
    await exchange.chat(key, { model, venue_pin: twin.seller.sellerId });
    expect(asked([first, twin])).toEqual([3, 1]);
  });

  test('by a name that an older venue takes later still takes the one that had it before', async () => {
    const name = `Venue ${crypto.randomUUID()}`;
    const older = await openMarket(exchange, { name: `Before ${name}` });
    const { key, model } = older;
    const first = await joinMarket(exchange, model, { name, price: '0.005' });
    const { apiKey, url } = older.seller;
    const body = {
      name: name.toUpperCase(),
      endpoint_url: url,
      supported_models: [model],
      api_key: apiKey,
    };
    const renamed = await exchange.send('POST', '/seller/v1/register', { body });
    expect(renamed).toMatchObject({ status: 200, body: { seller_id: older.seller.sellerId } });
    expect((await exchange.chat(key, { model, venue_pin: name })).status).toBe(200);
    expect(asked([older, first])).toEqual([0, 1]);
  });

  test('by the name of a banned venue takes the oldest that is not', async () => {
    const name = `Venue ${crypto.randomUUID()}`;
    const first = await openMarket(exchange, { name });
    const { key, model } = first;
    const later = await joinMarket(exchange, model, { name });
    await exchange.admin('PATCH', `/sellers/${first.seller.sellerId}`, {
      standing: 'Banned',
      reason: 'sold nothing',
    });
    expect((await exchange.chat(key, { model, venue_pin: name })).status).toBe(200);
    expect(asked([first, later])).toEqual([0, 1]);
  });

  test('to nobody is no match', async () => {
    const { key, model, seller } = await openMarket(exchange, { name: 'Somebody' });
    for (const venue_pin of ['Nobody', 'Somebody else', crypto.randomUUID()]) {
      const refused = await exchange.chat(key, { model, venue_pin });
      expect(refused).toMatchObject({ status: 404, body: { code: 'no_match' } });
    }
    expect(seller.requests).toEqual([]);
  });
});

test("a buyer never gets an ask of his own owner's", async () => {
  const owner = { owner: 'acme' };
  const { key, model, seller } = await openMarket(exchange, { price: '0.0001', account: owner });
  const owned = { ...owner, reason: 'same company' };
  await exchange.admin('PATCH', `/sellers/${seller.sellerId}`, owned);

  expect((await exchange.chat(key, { model })).body.code).toBe('no_match');
  const pinned = await exchange.chat(key, { model, venue_pin: seller.sellerId });
  expect(pinned.body.code).toBe('no_match');

  await joinMarket(exchange, model, { price: '0.002' });
  const unpriced = await exchange.chat(key, { model, max_price: undefined });
  expect(unpriced.body.fill.fill_price).toBe('2');
  expect(seller.requests).toEqual([]);

  const stranger = await exchange.buyer('10', { owner: 'another' });
  expect((await exchange.chat(stranger.key, { model })).body.fill.fill_price).toBe('0.1');
});

test('after all of this every invariant of the ledger holds', () => exchange.expectExact());
