/** Rotations: what the records tell of them, and that they cost nobody a request. */
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { newKey, profile, register, registration } from './registering';

const exchange = Exchange.pooledForFile();

test('each change leaves a record, a repetition none, and no key stands in them', async () => {
  const body = registration();
  const keys = [body['api_key'] as string, newKey(), newKey()] as const;
  const { seller_id: sellerId } = (await register(exchange, body)).body;
  await register(exchange, body);
  await register(exchange, { ...body, name: 'Another name' });
  const rotated = { ...body, name: 'Another name', api_key: keys[1] };
  expect((await register(exchange, rotated, { currentKey: keys[0] })).status).toBe(200);
  expect((await register(exchange, rotated, { currentKey: keys[0] })).status).toBe(200);
  const refused = await register(exchange, { ...body, api_key: keys[2] }, { currentKey: keys[0] });
  expect(refused.status).toBe(409);

  const rows = await exchange.records.sellerChanges.find({ sellerId }).sort({ _id: 1 }).toArray();
  expect(rows.map(({ kind, actor }) => [kind, actor])).toEqual([
    ['registered', 'seller'],
    ['updated', 'seller'],
    ['key_rotated', 'seller'],
  ]);
  const details = (await exchange.admin('GET', `/sellers/${sellerId}`)).body;
  expect(details.changes.map(({ kind }: { kind: string }) => kind)).toEqual([
    'registered',
    'updated',
    'key_rotated',
  ]);
  const { apiKeyHash } = (await exchange.records.sellers.findOne({ _id: sellerId }))!;
  for (const secret of [...keys, apiKeyHash]) {
    expect(JSON.stringify([rows, details])).not.toContain(secret);
  }
});

test('rotations under load: the old key is dead with each answer, and no request is lost', async () => {
  const { seller, model, key, askId } = await openMarket(exchange);
  let loading = true;
  const statuses: number[] = [];
  const buyers = Array.from({ length: 4 }, async (_, at) => {
    while (loading) {
      const { status } = await exchange.chat(key, { model }, { gateway: at % 2 });
      statuses.push(status);
    }
  });
  let currentKey = seller.apiKey;
  const { name } = (await profile(exchange, currentKey)).body;
  for (let rotation = 0; rotation < 6; rotation += 1) {
    const api_key = newKey();
    const body = { name, endpoint_url: seller.url, supported_models: [model], api_key };
    const answer = await register(exchange, body, { currentKey, gateway: rotation % 2 });
    expect(answer.body).toMatchObject({ seller_id: seller.sellerId });
    for (const gateway of [0, 1]) {
      expect((await profile(exchange, currentKey, gateway)).status).toBe(401);
      expect((await profile(exchange, api_key, gateway)).status).toBe(200);
    }
    currentKey = api_key;
  }
  loading = false;
  await Promise.all(buyers);
  expect(statuses.length).toBeGreaterThan(0);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await exchange.records.asks.findOne({ _id: askId }))?.status).toBe('active');
  const rotations = { sellerId: seller.sellerId, kind: 'key_rotated' } as const;
  expect(await exchange.records.sellerChanges.countDocuments(rotations)).toBe(6);
  await exchange.expectExact();
}, 60_000);
