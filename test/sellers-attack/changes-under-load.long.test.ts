/**
 * Rotations, suspensions and bans while the seller offers as fast as it is answered, at two gateways:
 * what changes holds when its answer leaves, whatever was on its way.
 */
import { cancelAsk } from '../e2e/market';
import { newKey, profile, register } from '../registration/registering';
import { type Answer, Exchange, type TestSeller } from '../support/exchange';
import { until } from '../support/wait';
import { askUntil, openSeller } from './offering';

const CHATS_PER_ROUND = 32;

const exchange = Exchange.forFile({ gateways: 2, relay: true });
afterEach(() => exchange.expectExact());

function rotate(seller: TestSeller, model: string, from: string, to: string, gateway = 0) {
  const { url: endpoint_url } = seller;
  const body = { name: 'Rotated', endpoint_url, supported_models: [model], api_key: to };
  return register(exchange, body, { currentKey: from, gateway });
}

test('the old key is dead when the answer leaves, the new one lives, and chats and asks go on', async () => {
  const { seller, model } = await openSeller(exchange);
  const { sellerId } = seller;
  const { key } = await exchange.buyer('10');
  await exchange.ask(seller, { model, price: '0.001' });
  let apiKey = seller.apiKey;
  for (let round = 0; round < 3; round += 1) {
    const chats = Promise.all(
      Array.from({ length: CHATS_PER_ROUND }, (_, at) =>
        exchange.chat(key, { model }, { gateway: at % 2 }),
      ),
    );
    // Each caller offers with the old key until it is refused.
    const offers = askUntil(
      exchange,
      { seller, model, callers: 6, apiKey },
      ({ status }) => status !== 200,
    );
    const offered = { sellerId, status: 'active', sequence: { $ne: null } } as const;
    await until(async () => (await exchange.records.asks.countDocuments(offered)) > round * 4 + 4);
    const next = newKey();
    const rotated = await rotate(seller, model, apiKey, next, round % 2);
    expect(rotated.body).toMatchObject({ seller_id: sellerId, api_key: next });
    const [dead, live] = await Promise.all([
      Promise.all([0, 1].map((gateway) => profile(exchange, apiKey, gateway))),
      Promise.all([0, 1].map((gateway) => profile(exchange, next, gateway))),
    ]);
    expect([...dead, ...live].map(({ status }) => status)).toEqual([401, 401, 200, 200]);
    const ask = await exchange.records.asks.findOne(offered);
    const old = { seller: { ...seller, apiKey }, askId: ask!._id };
    expect((await cancelAsk(exchange, old)).status).toBe(401);
    const refused = (await offers).filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }: Answer) => `${status} ${body.code}`)).toEqual(
      Array.from({ length: 6 }, () => '401 unauthorized'),
    );
    expect(
      (await cancelAsk(exchange, { ...old, seller: { ...seller, apiKey: next } })).status,
    ).toBe(204);
    expect(new Set((await chats).map(({ status }) => status))).toEqual(new Set([200]));
    apiKey = next;
  }
  const rotations = { sellerId, kind: 'key_rotated' } as const;
  expect(await exchange.records.sellerChanges.countDocuments(rotations)).toBe(3);
});

test('rotations from one key at once: one wins, whose key alone can offer', async () => {
  const { seller, model } = await openSeller(exchange);
  const keys = Array.from({ length: 8 }, newKey);
  const answers = await Promise.all(
    keys.map((to, at) => rotate(seller, model, seller.apiKey, to, at % 2)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  const offers = await Promise.all(
    [seller.apiKey, ...keys].map(async (apiKey) => {
      const offer = { seller, model, callers: 1, apiKey };
      const [answer] = await askUntil(exchange, offer, () => true);
      return answer!.status;
    }),
  );
  expect(offers.slice(1)).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 401)));
  expect(offers[0]).toBe(401);
  const rows = await exchange.records.sellerChanges.find({ sellerId: seller.sellerId }).toArray();
  expect(rows.filter(({ kind }) => kind === 'key_rotated')).toHaveLength(1);
});

const OUT = new Set(['Suspended', 'Banned']);

const set = (sellerId: string, standing: string) =>
  exchange.admin('PATCH', `/sellers/${sellerId}`, { standing, reason: 'a test' });

/** What happens to a seller's standing and asks, in the order in which MongoDB committed it. */
async function commitsOf({ records }: Exchange, sellerId: string) {
  const commits: string[] = [];
  const isOurs = { $or: [{ 'fullDocument.sellerId': sellerId }, { 'documentKey._id': sellerId }] };
  const stream = records.connection.watch([{ $match: isOurs }]);
  stream.on('change', (change: any) => {
    const standing = change.updateDescription?.updatedFields?.standing;
    if (change.ns.coll === 'sellers' && standing) commits.push(standing);
    if (change.ns.coll === 'asks' && change.operationType === 'insert') commits.push('ask');
  });
  return { commits, close: () => stream.close() };
}

test('once a suspension is acknowledged nothing of the seller is on the market, whatever was on its way', async () => {
  const { seller, model } = await openSeller(exchange);
  const { sellerId } = seller;
  const { key } = await exchange.buyer('10');
  const onOffer = { sellerId, status: 'active' } as const;
  const { commits, close } = await commitsOf(exchange, sellerId);
  for (const standing of ['Suspended', 'Banned']) {
    let offering = true;
    const offers = askUntil(exchange, { seller, model, callers: 16 }, () => !offering);
    await until(async () => (await exchange.records.asks.countDocuments(onOffer)) > 5);
    const told = await set(sellerId, standing);
    expect(told.body).toMatchObject({ standing });
    expect(await exchange.records.asks.countDocuments(onOffer)).toBe(0);
    const chat = await exchange.chat(key, { model });
    expect([chat.status, chat.body.code]).toEqual([404, 'no_match']);
    offering = false;
    const statuses = (await offers).map(({ status, body }) => `${status} ${body.code ?? ''}`);
    expect(new Set(statuses)).toEqual(new Set(['200 ', `403 seller_${standing.toLowerCase()}`]));
    expect(await exchange.records.asks.countDocuments(onOffer)).toBe(0);
    await exchange.expectBookAgrees(model);
    await set(sellerId, 'Active');
  }
  expect(await exchange.ask(seller, { model, price: '0.001' })).toBeTruthy();
  expect((await exchange.chat(key, { model })).status).toBe(200);
  await until(() => commits.lastIndexOf('ask') > commits.lastIndexOf('Active'));
  await close();
  // None was written behind the mark either: a gateway that dies there could not take it back.
  expect(commits.filter((what, at) => what === 'ask' && OUT.has(commits[at - 1]!))).toEqual([]);
  expect(commits.filter((what) => what !== 'ask')).toEqual([
    'Suspended',
    'Active',
    'Banned',
    'Active',
  ]);
});
