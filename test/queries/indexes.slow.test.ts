/**
 * No query of the product goes through a whole collection: the exchange is used by every route and
 * maintained while MongoDB writes down what each query did.
 */
import { randomUUID } from 'node:crypto';
import { lotEndOf } from '../../exchange/contracts/lot-end';
import { resealAuthorizations } from '../../exchange/sellers/upstream-authorization';
import { resealSecrets } from '../../exchange/webhooks/secrets';
import { oldestDueMs } from '../../exchange/webhooks/due-deliveries';
import { Sealer } from '../../domain/sealing';
import { as, buyTicket, cancelOrder, placeOrder } from '../contracts/market';
import { issueTicket } from '../lots/ticket-market';
import { Exchange, type TestSeller } from '../support/exchange';
import { until } from '../support/wait';
import { Scrape } from '../support/scrape';
import { deliveriesOf, startReceiver, subscribe, webhooks, withStatus } from '../webhooks/receiver';
import { LOGGED_COMMANDS, concernsOf } from './commands';
import { declaredIndexes, listedIndexes, unusedIndexes } from './listed-indexes';
import { maintain } from './maintain';
import { type Participant, insertPast, usePast } from './past';
import { Profile, type ProfiledQuery } from './profile';

/** Collections that are read as a whole, and why that stays small or is meant. */
const WHOLE: Readonly<Record<string, string>> = {
  'books query': 'one document for each book that ever was opened; the operator lists them',
  'gateways query': 'one document for each gateway process',
  'tickers query': 'one document for each traded series; the catalog shows all',
  'tickers aggregate lastAt': 'the same, once a second at most',
  'trades aggregate': 'which days have trades, when all candles are made anew',
  'trades_month aggregate': 'the same',
  'books aggregate halt': 'the number of halted books, a metric',
  'books update halt': 'all books, which the operator halts',
  'books update halt.isOfAll': 'the same, which resume',
};
/** What is sorted in memory as a whole. */
const SORTED: Readonly<Record<string, string>> = {
  'asks query modelId,status,tenor': 'a book that is built anew, which is then in memory anyway',
  'asks query modelId,sequence,status,tenor': 'the few of them that no book has accepted yet',
  'contractorders query modelId,sequence,status,tenor,timeInForce': 'the same',
  'fills query orderId': 'the few fills of one chat request',
};
/** What examines far more than it returns. */
const FAR: Readonly<Record<string, string>> = {
  'orders query $and': 'a page of a search, which ends at 1,000 orders',
  'journals aggregate accountId,createdAt,lines': 'a balance: the sum since the newest closing',
  'journals aggregate createdAt,lines,sellerId': 'the same',
};
/** Reconciliation goes through all records, which is what it is for. */
const RECONCILIATION = ' invariant';

let exchange: Exchange;
let profile: Profile;
let past: Participant;
beforeAll(async () => {
  exchange = await Exchange.start({ relay: true, environment: LOGGED_COMMANDS });
  past = await insertPast(exchange.records);
  profile = await Profile.start(exchange.settings);
});
afterAll(async () => {
  await profile.stop();
  await exchange.stop();
});

test('every query has an index and every read an end', async () => {
  const queries = await everyQuery();
  expect(queries.length).toBeGreaterThan(200);
  expect({
    scanned: shapesOf(
      queries.filter(({ planSummary }) => planSummary.includes('COLLSCAN')),
      WHOLE,
    ),
    sortedWhole: shapesOf(
      queries.filter(({ sortsAll }) => sortsAll),
      { ...SORTED, ...WHOLE },
    ),
    endless: shapesOf(queries.filter(({ isRead, hasTimeLimit }) => isRead && !hasTimeLimit)),
    farRead: shapesOf(
      queries.filter(({ docsExamined, returned }) => docsExamined > 50 + 10 * returned),
      { ...FAR, ...WHOLE },
    ),
  }).toEqual({ scanned: [], sortedWhole: [], endless: [], farRead: [] });
});

test('every index is listed, and serves a query', async () => {
  const listed = listedIndexes().map(({ index }) => index);
  expect(listed.sort()).toEqual(declaredIndexes(exchange.records).sort());
  expect(await unusedIndexes(exchange.records)).toEqual([]);
});

test('every write waits for the journals of a majority; the ledger reads what a majority has', async () => {
  await everyQuery();
  const processes = [...exchange.gateways, ...exchange.workers, exchange.relay!];
  const concerns = concernsOf(processes.map((process) => process.output()));
  expect(concerns.confirmed.length).toBeGreaterThan(25);
  expect(concerns.confirmed).toContain('commitTransaction');
  // A lost heartbeat is followed by the next one.
  expect(concerns).toMatchObject({ unconfirmed: ['update gateways'], unfixed: [] });
  const ledgerReads = ['accounts', 'balances', 'fills', 'journals', 'lots', 'orders'];
  expect(concerns.durable).toEqual(
    expect.arrayContaining(ledgerReads.map((collection) => `find ${collection}`)),
  );
});

let used: Promise<readonly ProfiledQuery[]> | null = null;

/** Of the whole product, which is used once. */
function everyQuery(): Promise<readonly ProfiledQuery[]> {
  used ??= useEveryRoute()
    .then(() => maintain(exchange, fillId))
    .then(() => usePast(exchange, past))
    .then(() => Scrape.of(exchange))
    .then(() => profile.queries());
  return used;
}

function shapesOf(
  queries: readonly ProfiledQuery[],
  explained: Readonly<Record<string, string>> = {},
): string[] {
  const shapes = queries.map(({ shape, planSummary }) => ({ shape, planSummary }));
  const unexplained = shapes.filter(
    ({ shape }) => explained[shape] === undefined && !shape.includes(RECONCILIATION),
  );
  return [...new Set(unexplained.map(({ shape, planSummary }) => `${shape} | ${planSummary}`))];
}

let fillId: string;
const MODEL = `indexed-${randomUUID().slice(0, 8)}`;
const asSeller = ({ apiKey }: TestSeller) => ({ headers: { 'x-seller-api-key': apiKey } });

async function useEveryRoute(): Promise<void> {
  const owner = `owner-${randomUUID()}`;
  const seller = await exchange.seller('normal', { models: [MODEL], name: 'indexed' });
  const other = await exchange.seller('normal', { models: [MODEL] });
  const buyer = await exchange.buyer('100', { owner: null });
  await useWebhooks(buyer);
  await useMarket(seller, buyer.key);
  await useContracts(seller, buyer.key);
  await useAccount(buyer);
  await useSeller(seller);
  await operateOnSellers(seller, other, owner);
  await exchange.admin('PATCH', `/accounts/${buyer.accountId}`, { owner });
  expect((await exchange.chat(buyer.key, { model: MODEL })).status).toBe(404);
}

async function useWebhooks(buyer: { key: string; accountId: string }): Promise<void> {
  // What is sent is retried.
  const receiver = await startReceiver();
  receiver.answer = withStatus(500);
  const own = await subscribe(exchange, buyer, receiver.url);
  const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    webhooks(exchange, buyer, method, `/${own.id}${path}`, body);
  for (const reference of ['a', 'b', 'c']) {
    const deposit = { amount: '1', reference };
    await exchange.admin('POST', `/accounts/${buyer.accountId}/deposits`, deposit);
  }
  await call('POST', '/test');
  const all = () => deliveriesOf(exchange, buyer, own.id);
  await until(async () => (await all()).length >= 4, { what: 'deliveries' });
  const { next_cursor: cursor } = (await call('GET', '/deliveries?limit=1')).body;
  await call('GET', `/deliveries?limit=1&cursor=${encodeURIComponent(cursor)}`);
  await call('POST', '/replay', { since: '2026-01-01T00:00:00Z' });
  await call('POST', `/deliveries/${(await all())[0].delivery_id}/replay`);
  await call('POST', '/secret');
  await until(async () => (await all()).some(({ attempts }) => attempts > 0), { what: 'a try' });
  expect((await call('PATCH', '', { status: 'disabled' })).status).toBe(200);
  const { records, settings } = exchange;
  await resealSecrets(records, new Sealer([Buffer.alloc(32), ...settings.secrets.payloadKeys]));
  await resealSecrets(records, new Sealer([...settings.secrets.payloadKeys, Buffer.alloc(32)]));
  await resealAuthorizations(records, new Sealer([Buffer.alloc(32)]));
  await oldestDueMs(records);
  await receiver.close();
}

async function useMarket(seller: TestSeller, key: string): Promise<void> {
  const askId = await exchange.ask(seller, { model: MODEL, price: '0.002' });
  await exchange.ask(seller, { model: MODEL, price: '0.001', region: 'eu-west' });
  const own = `/market/v1/sellers/${seller.sellerId}`;
  await exchange.send('DELETE', `${own}/asks/${askId}`, asSeller(seller));
  const idempotencyKey = randomUUID();
  for (let times = 0; times < 2; times += 1) {
    const answer = await exchange.chat(key, { model: MODEL }, { idempotencyKey });
    expect(answer.status).toBe(200);
    fillId = answer.body.fill.fill_id;
  }
  await exchange.stream(key, { model: MODEL });
  for (const venue_pin of [seller.sellerId, 'indexed']) {
    expect((await exchange.chat(key, { model: MODEL, venue_pin })).status).toBe(200);
  }
  const provider = { zdr: true };
  expect((await exchange.chat(key, { model: MODEL, provider })).status).toBe(404);
  const { key: poor } = await exchange.buyer('0');
  expect((await exchange.chat(poor, { model: MODEL })).status).toBe(402);
  for (const path of [
    `/market/v1/orderbook?model_id=${MODEL}`,
    '/market/v1/markets',
    '/market/v1/sellers',
    '/v1/models',
    `/market/v1/markets/${MODEL}/candles`,
    `/market/v1/markets/${MODEL}/candles?from=2026-01-01T00:00:00Z&interval=1m`,
    `/market/v1/markets/${MODEL}/trades`,
    `/market/v1/markets/${MODEL}/trades?region=eu-west&from=2026-01-01T00:00:00Z`,
    `/market/v1/markets/${MODEL}/estimate?quantity=1000`,
    `/market/v1/markets/${MODEL}/estimate?quantity=1000000000&region=eu-west`,
    `${own}/reputation`,
  ]) {
    expect((await exchange.send('GET', path)).status).toBe(200);
  }
}

async function useContracts(seller: TestSeller, key: string): Promise<void> {
  const resting = await placeOrder(exchange, key, {
    model_id: MODEL,
    price: '0.0001',
    client_order_id: 'mine',
  });
  const ticket = await buyTicket(exchange, key, { model: MODEL, quantity_tokens: 1_000 });
  expect(ticket.status).toBe(200);
  const { ticket_id: ticketId, contract_id: contractId, credential } = ticket.body;
  expect((await exchange.chat(credential, { model: MODEL })).status).toBe(200);
  expect((await issueTicket(exchange, key, contractId)).status).toBe(200);
  for (const query of [
    '',
    'limit=1',
    `q=${ticketId}`,
    `q=${MODEL.slice(2, 9)}`,
    'status=open',
    'status=partially_filled',
    'region=eu-west',
    `model_id=${MODEL}`,
    `model_id=${MODEL}&status=filled&q=a`,
  ]) {
    const found = await exchange.send('GET', `/market/v1/orders?${query}`, as(key));
    expect(found.status).toBe(200);
  }
  for (const path of [
    `/market/v1/orders/${resting.body.order_id}`,
    '/market/v1/contracts',
    `/market/v1/contracts/${contractId}`,
    '/buyer/v1/tickets',
    '/buyer/v1/tickets?status=active',
    `/buyer/v1/tickets/${ticketId}`,
  ]) {
    expect((await exchange.send('GET', path, as(key))).status).toBe(200);
  }
  await cancelOrder(exchange, key, resting.body.order_id);
  for (const id of [contractId, resting.body.order_id, ticketId]) {
    await exchange.admin('GET', `/orders/${id}`);
  }
  const [lot] = await exchange.records.lots.find({ contractId }).toArray();
  await exchange.admin('GET', `/orders/${lot!._id}`);
  await lotEndOf(exchange.records, { ...lot!, status: 'defaulted' });
  const deliveries = await exchange.send('GET', '/seller/v1/deliveries', asSeller(seller));
  expect(deliveries.body.deliveries).toHaveLength(1);
  await exchange.send('GET', '/seller/v1/deliveries?ended=true', asSeller(seller));
}

async function useAccount({ accountId, key }: { accountId: string; key: string }): Promise<void> {
  await exchange.account(key);
  for (const path of [
    'requests?limit=1',
    `requests?model_id=${MODEL}&status=filled&from=2026-01-01T00:00:00Z`,
    `requests/${fillId}`,
    'account/spend',
    'account/statement?limit=1',
    'account/statement?format=jsonl',
  ]) {
    expect((await exchange.send('GET', `/market/v1/${path}`, as(key))).status).toBe(200);
  }
  const cents = { amount: '1', reference: randomUUID() };
  await exchange.admin('POST', `/accounts/${accountId}/deposits`, cents);
  const correction = { credit: '1', reference: randomUUID(), reason: 'test' };
  await exchange.admin('POST', `/accounts/${accountId}/corrections`, correction);
  const { key_id: keyId } = (await exchange.admin('POST', `/accounts/${accountId}/keys`, {})).body;
  await exchange.admin('DELETE', `/accounts/${accountId}/keys/${keyId}`);
  const statement = `/accounts/${accountId}/statement`;
  const { next_cursor: cursor } = (await exchange.admin('GET', `${statement}?limit=1`)).body;
  await exchange.admin('GET', `${statement}?limit=1&cursor=${encodeURIComponent(cursor)}`);
  await exchange.admin('GET', `${statement}?from=2026-01-01T00:00:00Z`);
  const newest = `${statement}?limit=1&sort=newest`;
  const { next_cursor: older } = (await exchange.admin('GET', newest)).body;
  await exchange.admin('GET', `${newest}&cursor=${encodeURIComponent(older)}`);
  for (const path of [
    '/accounts',
    '/accounts?limit=1',
    '/accounts?q=a',
    '/sellers?q=a',
    `/accounts/${accountId}`,
  ]) {
    await exchange.admin('GET', path);
  }
}

async function useSeller(seller: TestSeller): Promise<void> {
  for (const path of ['asks', 'trades', 'deliveries', 'reputation']) {
    const own = `/market/v1/sellers/${seller.sellerId}/${path}`;
    expect((await exchange.send('GET', own, asSeller(seller))).status).toBe(200);
  }
  const own = (path: string, body: object) =>
    exchange.send('POST', `/seller/v1/${path}`, { ...asSeller(seller), body });
  const reported = { model_id: MODEL, available_tokens: 5, queued_tokens: 0 };
  expect((await own('capacity', reported)).status).toBe(200);
  expect((await exchange.send('GET', '/seller/v1/account', asSeller(seller))).status).toBe(200);
  const decision = { at: new Date().toISOString(), sold: true, reason: 'test' };
  expect((await own('decisions', { decisions: [decision] })).status).toBe(200);
  await exchange.send('GET', '/seller/v1/profile', asSeller(seller));
  await exchange.send('GET', '/seller/v1/offers', asSeller(seller));
}

async function operateOnSellers(a: TestSeller, b: TestSeller, owner: string): Promise<void> {
  await exchange.ask(b, { model: MODEL, price: '0.003' });
  await exchange.admin('PATCH', `/sellers/${b.sellerId}`, { owner });
  const standing = { standing: 'Suspended', reason: 'test' };
  await exchange.admin('PATCH', `/sellers/${b.sellerId}`, standing);
  await exchange.admin('PATCH', `/sellers/${a.sellerId}`, { owner });
  for (const path of ['/sellers', `/sellers/${a.sellerId}`, `/sellers/${a.sellerId}/statement`]) {
    await exchange.admin('GET', path);
  }
  const payout = { amount: '0.00000001', reference: randomUUID() };
  await exchange.admin('POST', `/sellers/${a.sellerId}/payouts`, payout);
  await exchange.admin('GET', `/sellers/${a.sellerId}/refunds`);
  await exchange.admin('GET', '/books');
  await exchange.admin('GET', '/judging');
  await exchange.admin('PATCH', `/books/${MODEL}`, { halted: true, reason: 'test' });
  await exchange.admin('PATCH', `/books/${MODEL}`, { halted: false });
  await exchange.admin('PATCH', `/instruments/${MODEL}`, { halted: false });
  await exchange.admin('PATCH', '/books', { halted: true, reason: 'test' });
  await exchange.admin('PATCH', '/books', { halted: false });
  await exchange.admin('POST', `/books/${MODEL}/rebuilds`, {});
  await exchange.admin('GET', '/reconciliation');
  for (const query of [
    '',
    '?action=updateBook',
    `?target=${MODEL}`,
    '?from=2026-01-01T00:00:00Z',
  ]) {
    await exchange.admin('GET', `/audit${query}`);
  }
  await exchange.admin('GET', '/reconciliation/runs');
  await searchRecords(a);
  await exchange.admin('GET', `/orders/${fillId}`);
}

async function searchRecords({ sellerId }: TestSeller): Promise<void> {
  const { accountId, orderId } = (await exchange.records.fills.findOne({ _id: fillId }))!;
  await exchange.admin('GET', '/overview');
  for (const days of [1, 30]) await exchange.admin('GET', `/refusals?days=${days}`);
  await exchange.admin('GET', '/money?limit=1');
  for (const q of ['index', 'Ada', fillId, fillId.slice(0, 8), 'a-request']) {
    expect((await exchange.admin('GET', `/search?q=${q}`)).status).toBe(200);
  }
  for (const query of [
    '',
    '?status=open&sort=oldest',
    '?status=open&older_than=10',
    '?status=filled',
    `?account_id=${accountId}`,
    `?account_id=${accountId}&status=filled&older_than=0`,
    `?seller_id=${sellerId}&status=filled`,
    `?model_id=${MODEL}`,
  ]) {
    await exchange.admin('GET', `/orders${query}`);
  }
  for (const query of [
    '',
    '?limit=1',
    `?account=buyer:${accountId}`,
    `?account=seller:${sellerId}&amount_min=0.00000001`,
    '?account=platform:fees&from=2026-01-01T00:00:00Z',
    '?kind=payout',
    `?account=buyer:${accountId}&kind=deposit`,
    `?account=seller:${sellerId}&kind=payout`,
    `?order_id=${orderId}`,
  ]) {
    await exchange.admin('GET', `/journals${query}`);
  }
}
