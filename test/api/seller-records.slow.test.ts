/** Trades, decisions and reputation of a seller, on both surfaces and for everybody. */
import { type Answer, Exchange, type TestSeller } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';
import { takeReputationSnapshots } from '../../records/reputations/take-snapshots';
import { print } from '../market/tape';

const exchange = Exchange.forFile({ settings: { DECISIONS_QUOTA: 45 } });
let seller: TestSeller;
beforeAll(async () => {
  seller = await exchange.seller();
});

const asSeller = (path: string, by = seller, body?: unknown): Promise<Answer> =>
  exchange.send(body === undefined ? 'GET' : 'POST', path, {
    headers: { 'x-seller-api-key': by.apiKey },
    ...(body === undefined ? {} : { body }),
  });
const own = (route: string) => `/seller/v1/${route}`;
const raw = (route: string, { sellerId } = seller) => `/market/v1/sellers/${sellerId}/${route}`;

describe('trades', () => {
  const START_MS = Date.UTC(2026, 0, 1);
  let trader: TestSeller;
  let ids: string[];
  beforeAll(async () => {
    trader = await exchange.seller();
    const trades = Array.from({ length: 101 }, (_, index) => ({
      modelId: 'printed',
      sellerId: trader.sellerId,
      // Some at the same moment: pages must not lose them.
      executedAt: new Date(START_MS + Math.floor(index / 3) * 1_000),
      priceScale8: 12_345n,
      quantityTokens: 1_000 + index,
    }));
    ids = await print(exchange.records, trades);
  });

  test('of nothing are an empty page', async () => {
    const empty = { trades: [], next_cursor: null, has_more: false };
    expect((await asSeller(own('trades'))).body).toEqual(empty);
    expect((await asSeller(raw('trades'))).body).toEqual(empty);
  });

  test('have every field, in the unit of the surface', async () => {
    const [own1] = (await asSeller(`${own('trades')}?limit=1`, trader)).body.trades;
    const [raw1] = (await asSeller(`${raw('trades', trader)}?limit=1`, trader)).body.trades;
    expect(own1).toEqual({
      trade_id: expect.any(String),
      fill_id: ids.slice(99).sort().at(-1),
      ask_id: expect.any(String),
      model_id: 'printed',
      region: 'us-east',
      tenor: 'spot',
      price: '0.12345',
      quantity: expect.any(Number),
      gross: expect.stringMatching(/^0\.0001\d+$/),
      fee: '0',
      net: own1.gross,
      earned: own1.gross,
      refunded: '0',
      in_escrow: '0',
      taker_side: 'bid',
      status: 'settled',
      usage_flag: null,
      executed_at: '2026-01-01T00:00:33.000Z',
    });
    expect(raw1).toEqual({ ...own1, price: '0.00012345' });
  });

  test.each([1, 7, 50, 100])('in pages of %i: each once, newest first', async (limit) => {
    const seen: { fill_id: string; executed_at: string }[] = [];
    let cursor = '';
    for (;;) {
      const path = `${raw('trades', trader)}?limit=${limit}${cursor && `&cursor=${cursor}`}`;
      const { body } = await asSeller(path, trader);
      seen.push(...body.trades);
      expect(body.has_more).toBe(body.next_cursor !== null);
      if (!body.has_more) break;
      expect(body.trades).toHaveLength(limit);
      cursor = encodeURIComponent(body.next_cursor);
    }
    expect(seen.map((trade) => trade.fill_id).sort()).toEqual([...ids].sort());
    const times = seen.map((trade) => trade.executed_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('without a limit come fifty at a time', async () => {
    expect((await asSeller(own('trades'), trader)).body.trades).toHaveLength(50);
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'limit=1&limit=2'])(
    '%s is refused',
    async (query) => {
      const answer = await asSeller(`${own('trades')}?${query}`, trader);
      const param = query.slice(0, query.indexOf('='));
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', param } });
    },
  );

  test("another seller's cursor is none", async () => {
    const { body } = await asSeller(`${own('trades')}?limit=1`, trader);
    const stolen = encodeURIComponent(body.next_cursor);
    expect((await asSeller(`${own('trades')}?cursor=${stolen}`, trader)).status).toBe(200);
    expect((await asSeller(`${own('trades')}?cursor=${stolen}`)).status).toBe(400);
  });
});

describe('decisions', () => {
  const entry = { at: '2026-01-31T12:00:00Z', sold: true, reason: 'Queue is short.' };
  const report = (decisions: unknown, path = own('decisions')) =>
    asSeller(path, seller, { decisions });
  const kept = async () =>
    (await exchange.records.decisionLogs.findOne({ _id: seller.sellerId }))?.decisions ?? [];

  test('are recorded as they were given', async () => {
    const full = {
      ...entry,
      at: '2026-01-31t14:00:00.5+02:00',
      model_id: 'No-Longer-Served',
      tokens: 250_000,
      price_per_million: '0.6',
    };
    const bare = { ...entry, sold: false, model_id: null, tokens: null, price_per_million: null };
    const answer = await report([full, bare]);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ seller_id: seller.sellerId, recorded: 2 });
    expect((await kept()).slice(-2)).toEqual([
      {
        at: new Date('2026-01-31T12:00:00.500Z'),
        modelId: 'no-longer-served',
        sold: true,
        reason: entry.reason,
        quantityTokens: 250_000,
        priceScale8: 60_000n,
      },
      {
        at: new Date('2026-01-31T12:00:00Z'),
        modelId: null,
        sold: false,
        reason: entry.reason,
        quantityTokens: null,
        priceScale8: null,
      },
    ]);
  });

  test('the newest 200 are kept, also of batches that come at once', async () => {
    const batch = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...entry, reason: `${name} ${index}` }));
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => report(batch(name, 60))));
    expect((await report(batch('last', 50), raw('decisions'))).body.recorded).toBe(50);
    const reasons = (await kept()).map(({ reason }) => reason);
    expect(reasons).toHaveLength(200);
    expect(reasons.slice(-50)).toEqual(batch('last', 50).map(({ reason }) => reason));
    // Each batch stands together, in its own order.
    for (const name of ['a', 'b', 'c', 'd']) {
      const numbers = reasons
        .filter((reason) => reason.startsWith(`${name} `))
        .map((reason) => Number(reason.slice(2)));
      expect(numbers).toEqual(numbers.map((_, index) => 60 - numbers.length + index));
    }
  });

  test.each<[string, unknown, string, string]>([
    ['no batch', undefined, 'invalid_request', 'decisions'],
    ['null', null, 'invalid_request', 'decisions'],
    ['a text', 'x', 'invalid_request', 'decisions'],
    ['an empty batch', [], 'invalid_decisions', 'decisions'],
    [
      'a reason of 501',
      [entry, { ...entry, reason: 'x'.repeat(501) }],
      'invalid_reason',
      'decisions[1].reason',
    ],
    ['no reason', [{ ...entry, reason: undefined }], 'invalid_request', 'decisions[0].reason'],
    ['no time', [{ ...entry, at: undefined }], 'invalid_request', 'decisions[0].at'],
    ['a date', [{ ...entry, at: '2026-01-31' }], 'invalid_request', 'decisions[0].at'],
    [
      'a day that is none',
      [{ ...entry, at: '2026-02-30T00:00:00Z' }],
      'invalid_request',
      'decisions[0].at',
    ],
    ['no offset', [{ ...entry, at: '2026-01-31T12:00:00' }], 'invalid_request', 'decisions[0].at'],
    ['sold as text', [{ ...entry, sold: 'yes' }], 'invalid_request', 'decisions[0].sold'],
    ['half a token', [{ ...entry, tokens: 0.5 }], 'invalid_quantity', 'decisions[0].tokens'],
    ['fewer than none', [{ ...entry, tokens: -1 }], 'invalid_quantity', 'decisions[0].tokens'],
    ['no instrument', [{ ...entry, model_id: 'a b' }], 'invalid_model', 'decisions[0].model_id'],
    [
      'six decimals',
      [{ ...entry, price_per_million: '0.000001' }],
      'invalid_price',
      'decisions[0].price_per_million',
    ],
    ['an unknown field', [{ ...entry, more: 1 }], 'invalid_request', 'decisions.0.more'],
  ])('%s: %#', async (_what, decisions, code, param) => {
    const before = await kept();
    expect(await report(decisions)).toMatchObject({ status: 400, body: { code, param } });
    expect(await kept()).toEqual(before);
  });

  test('beyond the quota are 429 before the body is read, on both surfaces together', async () => {
    const by = await exchange.seller();
    for (let count = 0; count < 45; count += 1) {
      const { headers } = await asSeller(
        count % 2 ? own('decisions') : raw('decisions', by),
        by,
        {},
      );
      expect(headers['ratelimit']).toBe(String(44 - count));
    }
    for (const path of [own('decisions'), raw('decisions', by)]) {
      const refused = await asSeller(path, by, { decisions: 'x' });
      expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    }
    expect((await asSeller(own('trades'), by)).status).toBe(200);
  });
});

describe('reputation', () => {
  test('is empty before anything was asked, and 404 for nobody', async () => {
    const empty = { seller_id: seller.sellerId, figures: [], current: null, history: [] };
    expect((await asSeller(own('reputation'))).body).toEqual(empty);
    expect((await exchange.send('GET', raw('reputation'))).body).toEqual(empty);
    for (const sellerId of ['0190a0a0-0000-7000-8000-000000000000', 'x']) {
      const answer = await exchange.send('GET', raw('reputation', { sellerId } as never));
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect((await exchange.send('GET', own('reputation'))).status).toBe(401);
  });

  test('comes from what was delivered, stands in profile and fill, and is polled cheaply', async () => {
    const [good, bad] = await Promise.all([
      exchange.seller('normal', { models: ['rated'] }),
      exchange.seller('error500', { models: ['rated'] }),
    ]);
    await exchange.ask(bad, { price: '0.001', model: 'rated' });
    await exchange.ask(good, { price: '0.002', model: 'rated' });
    const { key } = await exchange.buyer();
    const first = await exchange.chat(key, { model: 'rated' });
    expect(first.body.fill.venue_class).toBe('unrated');
    await takeReputationSnapshots(exchange.records);

    const rated = await exchange.send('GET', raw('reputation', good));
    const { timestamp } = rated.body.current;
    expect(timestamp).toMatch(/^\d{4}-.*Z$/);
    const snapshot = {
      seller_id: good.sellerId,
      score: 100,
      fill_rate: 1,
      latency_adherence: 1,
      quality_rate: 1,
      timestamp,
    };
    expect(rated.body).toEqual({
      seller_id: good.sellerId,
      figures: [expect.objectContaining({ model_id: 'rated' })],
      current: snapshot,
      history: [snapshot],
    });
    expect((await asSeller(own('reputation'), good)).body).toEqual(rated.body);
    expect((await asSeller(own('reputation'), bad)).body.current).toMatchObject({ score: 0 });
    expect((await asSeller(own('profile'), good)).body.venue_class).toBe('prime');
    expect((await asSeller(own('profile'), bad)).body.venue_class).toBe('basic');

    const { etag } = rated.headers;
    const again = await exchange.send('GET', raw('reputation', good), {
      headers: { 'if-none-match': String(etag) },
    });
    expect([again.status, again.body]).toEqual([304, '']);
    expect(rated.headers['cache-control']).toBe('public, max-age=10');
    await until(
      async () => (await exchange.chat(key, { model: 'rated' })).body.fill?.venue_class === 'prime',
      { everyMs: 1_000, what: 'the tier to be known to the match' },
    );
  });
});

describe('the public score', () => {
  /** Fails what buyers ask; our probes are answered. */
  const failing = BEHAVIOURS.probed(BEHAVIOURS.normal(), BEHAVIOURS.status({ status: 500 }));

  test('is not moved by one owner of buyers beyond two failures of twenty', async () => {
    const model = 'scored';
    const honest = await exchange.seller('normal', { models: [model] });
    await exchange.ask(honest, { price: '0.001', model });
    const [buyer, second, ...ring] = await Promise.all([
      exchange.buyer('10'),
      exchange.buyer('10'),
      ...[1, 2, 3].map(() => exchange.buyer('10', { owner: 'one-owner' })),
    ]);
    const ask = async (times: number, key: string, status: number) => {
      for (let asked = 0; asked < times; asked += 1) {
        expect((await exchange.chat(key, { model })).status).toBe(status);
      }
    };
    const fillRate = async () => {
      await takeReputationSnapshots(exchange.records);
      const { body } = await exchange.send('GET', raw('reputation', honest));
      return body.current.fill_rate;
    };
    await ask(14, buyer!.key, 200);
    honest.setBehaviour(failing);
    for (const { key } of ring) await ask(4, key, 502);
    expect(await fillRate()).toBe(0.875);
    await ask(3, second!.key, 502);
    expect(await fillRate()).toBe(0.7778);
  });
});

test('one owner of buyers does not have the judging of sellers paused, two have', async () => {
  const failing = BEHAVIOURS.probed(BEHAVIOURS.silent(), BEHAVIOURS.status({ status: 500 }));
  const models = ['judged-a', 'judged-b', 'judged-c'];
  const sellers = await Promise.all(
    models.map(async (model) => {
      const judged = await exchange.seller('normal', { models: [model] });
      await exchange.ask(judged, { price: '0.001', model });
      return judged;
    }),
  );
  const [alone, ...ring] = await Promise.all(
    [null, 'ring', 'ring'].map((owner) => exchange.buyer('10', { owner })),
  );
  const askAll = async (key: string, status: number) => {
    const answers = await Promise.all(models.map((model) => exchange.chat(key, { model })));
    expect(answers.map((answer) => answer.status)).toEqual(models.map(() => status));
  };
  const judging = async () => (await exchange.admin('GET', '/judging')).body.status;
  await askAll(alone!.key, 200);
  for (const judged of sellers) judged.setBehaviour(failing);
  for (const { key } of ring) await askAll(key, 502);
  expect(await judging()).toBe('active');
  await askAll(alone!.key, 502);
  await until(async () => (await judging()) === 'paused', { what: 'judging to pause' });
});

test('a chat that was settled is a trade of its seller', async () => {
  const model = 'traded';
  const by = await exchange.seller('normal', { models: [model] });
  const askId = await exchange.ask(by, { price: '0.001', model });
  const { key } = await exchange.buyer();
  const { fill } = (await exchange.chat(key, { model })).body;
  const { trades } = (await asSeller(own('trades'), by)).body;
  expect(trades).toMatchObject([
    { fill_id: fill.fill_id, ask_id: askId, price: '1', quantity: fill.tokens, gross: fill.cost },
  ]);
});

test('the account: what is owed, the standing with its reasons, the newest reports', async () => {
  const rated = await exchange.seller();
  const { key } = await exchange.buyer();
  const [model = ''] = (await asSeller('/seller/v1/profile', rated)).body.supported_models;
  await exchange.ask(rated, { model, price: '0.00001' });
  await exchange.chat(key, { model, venue_pin: rated.sellerId });
  for (const available_tokens of [5, 7]) {
    const report = { model_id: model, available_tokens, queued_tokens: 1 };
    expect((await asSeller('/seller/v1/capacity', rated, report)).status).toBe(200);
  }
  const change = { standing: 'Probation', reason: 'The endpoint is moved.' };
  await exchange.admin('PATCH', `/sellers/${rated.sellerId}`, change);
  const { trades } = (await asSeller('/seller/v1/trades', rated)).body;
  const { body } = await asSeller('/seller/v1/account', rated);
  expect(body).toMatchObject({
    seller_id: rated.sellerId,
    models: [{ model_id: model, name: model }],
    payable: trades[0].net,
    standing: 'Probation',
    suspended_until: null,
    capacity_reports: [{ model_id: model, available_tokens: 7, queued_tokens: 1 }],
  });
  expect(body.standing_history[0]).toMatchObject({ ...change, actor: 'operator' });
});
