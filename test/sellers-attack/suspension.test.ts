/** Suspensions and bans while the seller offers as fast as it can, at two gateways. */
import { askUntil, openSeller } from './offering';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';

let exchange: Exchange;
beforeAll(async () => {
  exchange = await Exchange.start({ gateways: 2, relay: true });
});
afterEach(() => exchange.expectExact());
afterAll(() => exchange.stop());

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
    ...['Suspended', 'Active'],
    ...['Banned', 'Active'],
  ]);
}, 60_000);
