/** Capacity reports on both surfaces: limited, stored newest, and without effect on the book. */
import { readContract } from '../contracts/market';
import { ticketOn } from '../lots/ticket-market';
import { type Answer, Exchange, OWN_MODEL, type TestSeller } from '../support/exchange';

const exchange = Exchange.pooledForFile();
let seller: TestSeller;
beforeAll(async () => {
  seller = await exchange.seller();
});

const report = (body: object, { path = '/seller/v1/capacity', key = seller.apiKey } = {}) =>
  exchange.send('POST', path, {
    headers: { 'x-seller-api-key': key },
    body: { model_id: OWN_MODEL, available_tokens: 5_000, queued_tokens: 0, ...body },
  });

test('is answered as a snapshot, with the quota, and changes no book', async () => {
  const answers: Answer[] = [
    await report({}),
    await report({ queued_tokens: 7 }, { path: `/market/v1/sellers/${seller.sellerId}/capacity` }),
  ];
  for (const [at, { status, headers, body }] of answers.entries()) {
    expect(status).toBe(200);
    expect(headers['ratelimit']).toBe(String(29 - at));
    expect(headers['ratelimit-policy']).toBe('30;w=60');
    expect(body).toEqual({
      seller_id: seller.sellerId,
      model_id: OWN_MODEL,
      available_tokens: 5_000,
      queued_tokens: at * 7,
      reported_at: expect.stringMatching(/Z$/),
      owed_tokens: 0,
      warning: null,
    });
  }
  const { sellerId } = seller;
  const stored = await exchange.records.capacityReports.find({ sellerId }).toArray();
  expect(stored).toMatchObject([{ sellerId, modelId: OWN_MODEL, queuedTokens: 7 }]);
  const book = await exchange.send('GET', `/market/v1/orderbook?model_id=${OWN_MODEL}`);
  expect(book.body.asks).toEqual([]);
});

test.each<[object, number, string, string]>([
  [{ model_id: 'unsupported' }, 404, 'not_found', 'model_id'],
  [{ model_id: undefined }, 400, 'invalid_request', 'model_id'],
  [{ available_tokens: undefined }, 400, 'invalid_request', 'available_tokens'],
  [{ available_tokens: -1 }, 400, 'invalid_quantity', 'available_tokens'],
  [{ queued_tokens: 1.5 }, 400, 'invalid_quantity', 'queued_tokens'],
  [{ queued_tokens: '5' }, 400, 'invalid_quantity', 'queued_tokens'],
  [{ queued_tokens: 1_000_000_000_001 }, 400, 'invalid_quantity', 'queued_tokens'],
  [{ price: '1' }, 400, 'invalid_request', 'price'],
])('%j: %d %s', async (change, status, code, param) => {
  expect(await report(change)).toMatchObject({ status, body: { code, param } });
});

test('a report below what is owed in open windows warns the seller, the operator and the buyer', async () => {
  const { model, maker, key, contractId } = await ticketOn(exchange, 3_000);
  const body = (available_tokens: number) => ({ model_id: model, available_tokens });
  const warned = async () => {
    const headers = { 'x-seller-api-key': maker.apiKey };
    const [own, operator, contract] = await Promise.all([
      exchange.send('GET', '/seller/v1/account', { headers }),
      exchange.admin('GET', `/sellers/${maker.sellerId}`),
      readContract(exchange, key, contractId),
    ]);
    const [shown] = own.body.capacity_reports;
    expect(operator.body.capacity_reports).toEqual([shown]);
    return [shown.owed_tokens, contract.lots[0].capacity_short_at === shown.reported_at];
  };
  const short = await report(body(2_999), { key: maker.apiKey });
  expect(short.body).toMatchObject({
    owed_tokens: 3_000,
    warning: `You owe 3000 tokens of ${model} in open windows, which is more than you report.`,
  });
  expect(await warned()).toEqual([3_000, true]);
  const enough = await report(body(3_000), { key: maker.apiKey });
  expect(enough.body).toMatchObject({ owed_tokens: 3_000, warning: null });
  expect(await warned()).toEqual([3_000, false]);
});

test('beyond the quota it is 429, asks go on', async () => {
  const by = await exchange.seller();
  await exchange.admin('PATCH', `/sellers/${by.sellerId}`, {
    quotas: { capacity: { limit: 1, window_seconds: 60 } },
  });
  expect((await report({}, { key: by.apiKey })).status).toBe(200);
  const refused = await report({}, { key: by.apiKey });
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(refused.headers['ratelimit']).toBe('0');
  await exchange.ask(by, { price: '1' });
});
