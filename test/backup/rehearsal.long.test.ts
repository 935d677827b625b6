/**
 * A snapshot of MongoDB's folder is taken while the exchange is busy. Then everything is killed, and the
 * exchange starts again from the snapshot alone: an empty Redis, and a Temporal that never heard of it.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connectRecords } from '../../records/connect';
import { closedDaysOf, makePast } from '../chain/past-days';
import {
  as,
  buyTicket,
  cancelOrder,
  placeOrder,
  readOrder,
  readTicket,
  untilOrder,
} from '../contracts/market';
import { type Market, newModel, openMarket, units } from '../e2e/market';
import { type Answer, Exchange, type StreamedAnswer, type TestSeller } from '../support/exchange';
import { memoryFolder } from '../support/memory-folder';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import {
  ChatLoad,
  type ToldChat,
  contentOf,
  copyLocked,
  killAll,
  startFrom,
  verify,
} from './restore-rehearsal';

jest.setTimeout(600_000);

const BUYERS = 3;
const CHATS_BEFORE = 30;
const CHATS_AFTER = 20;
const TICKET_TOKENS = 10_000;
/** Patience of maintenance, its schedule, and an attempt. */
const DECIDED_WITHIN_MS = 240_000;

let folders: [lost: string, restored: string];
let servers: TestServers[] = [];
let lost: Exchange;
let exchange: Exchange;

/** What clients were told before the snapshot began. */
let told: readonly ToldChat[];
let stream: StreamedAnswer;
let load: ChatLoad;
/** Their requests are at a seller during the snapshot: one lives on, one does not. */
let living: Market;
let dying: Market;
let ticket: {
  readonly body: any;
  readonly seller: TestSeller;
  readonly model: string;
  readonly key: string;
};
let resting: {
  readonly orderId: string;
  readonly maker: TestSeller;
  readonly model: string;
  readonly key: string;
};
let cancelled: { readonly orderId: string; readonly key: string };
let expected: string;

const STREAM = 'stream-of-the-rehearsal';
const HELD = 'held-of-the-rehearsal';

beforeAll(async () => {
  folders = [await memoryFolder('rehearsal-lost-'), await memoryFolder('rehearsal-restored-')];
  servers = [await startServers(folders[0])];
  lost = await Exchange.start({ gateways: 2, relay: true, addresses: servers[0]!.addresses });
  await makePast(lost.records);
  await openBusiness();
  await takeSnapshot();
  await until(() => load.told.length >= told.length + CHATS_AFTER, { what: 'more chats' });
  await killAll(lost);
  await load.end();
  living.seller.release();
  ticket.seller.release();
  await dying.seller.close();
  servers.push(await startServers(folders[1]));
  const restored = await connectRecords({ ...lost.settings, ...servers[1]!.addresses });
  // The snapshot was taken while they were under way: the two chats and the draw, at least.
  expect(await restored.orders.countDocuments({ status: 'open' })).toBeGreaterThan(2);
  expect(await restored.trades.countDocuments()).toBeLessThan(
    await lost.records.trades.countDocuments(),
  );
  await restored.connection.close();
  exchange = await startFrom(lost, servers[1]!.addresses);
});

afterAll(async () => {
  await exchange?.stop();
  await lost?.stop();
  for (const each of servers) await each.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

function startServers(dataFolder: string): Promise<TestServers> {
  return startTestServers(sharedServers().binaries, { dataFolder });
}

/** Something of every kind is under way, and something of every kind has ended. */
async function openBusiness(): Promise<void> {
  const market = await openMarket(lost);
  load = new ChatLoad(lost, market, BUYERS);
  stream = await lost.stream(market.key, { model: market.model }, { idempotencyKey: STREAM });
  [living, dying] = [await openMarket(lost), await openMarket(lost)];
  ticket = await openTicket();
  resting = await openOrder();
  cancelled = await openOrder();
  for (const { seller } of [living, dying, ticket]) seller.hold();
  for (const { key, model } of [living, dying]) {
    void lost.chat(key, { model }, { idempotencyKey: HELD }).catch(() => undefined);
  }
  const { credential } = ticket.body;
  void lost.chat(credential, { model: ticket.model, max_price: undefined }).catch(() => undefined);
  const isAsked = () => [living, dying, ticket].every(({ seller }) => seller.held === 1);
  await until(isAsked, { what: 'three sellers to be asked' });
}

async function openTicket() {
  const { model, key, seller } = await openMarket(lost, { capacity: TICKET_TOKENS });
  const terms = { model, quantity_tokens: TICKET_TOKENS };
  const { status, body } = await buyTicket(lost, key, terms);
  expect(status).toBe(200);
  return { model, key, seller, body };
}

/** Filled in part; the rest stands in the book and holds money. */
async function openOrder() {
  const model = newModel();
  const maker = await lost.seller('normal', { models: [model] });
  await lost.ask(maker, { model, price: '0.001', capacity: 4_000 });
  const { key } = await lost.buyer('1');
  const placed = await placeOrder(lost, key, { model_id: model });
  expect(placed.body).toMatchObject({ status: 'partially_filled', remaining: 6_000 });
  return { model, maker, key, orderId: placed.body.order_id as string };
}

async function takeSnapshot(): Promise<void> {
  await until(() => load.told.length >= CHATS_BEFORE, { what: 'chats before the snapshot' });
  const newest = (await closedDaysOf(lost.records)).at(-1)!;
  expected = `${newest._id}=${newest.chain!.digest}`;
  told = [...load.told];
  await copyLocked(lost.records, folders[0], folders[1]);
}

const repeat = (key: string, model: string, idempotencyKey: string) =>
  exchange.chat(key, { model }, { idempotencyKey });

/** How often the request with a key was charged. */
async function chargesOf(idempotencyKey: string): Promise<number> {
  const { idempotency, trades } = exchange.records;
  const remembered = await idempotency.findOne({ _id: `chat:${load.accountId}:${idempotencyKey}` });
  return trades.countDocuments({ orderId: remembered!.orderId! });
}

test('the closed days agree with the digest that was written down', async () => {
  const verified = await verify(exchange.settings, '--expect', expected);
  expect(verified).toMatchObject({ code: 0, stderr: '' });
});

test('every request that was under way is decided, and nothing stays reserved', async () => {
  const { records } = exchange;
  const isOver = async () => (await records.orders.countDocuments({ status: 'open' })) === 0;
  await until(isOver, { what: 'every request to end', timeoutMs: DECIDED_WITHIN_MS, everyMs: 500 });
  await exchange.expectExact();
  expect(await records.fills.countDocuments({ 'hold.status': 'open' })).toBe(0);
  expect(await records.asks.countDocuments({ reservedTokens: { $ne: 0 } })).toBe(0);
  const isBusy = { requestsUnderWay: { $exists: true, $ne: 0 } };
  expect(await records.balances.countDocuments(isBusy)).toBe(0);
  for (const { accountId } of [living, dying]) {
    const trades = await records.trades.countDocuments({ accountId });
    const [order] = await records.orders.find({ accountId }).toArray();
    expect(trades).toBe(order!.status === 'filled' ? 1 : 0);
  }
  expect((await exchange.account(dying.key)).available).toBe('10');
});

test('a request that was under way has one answer, however often it is sent again', async () => {
  const answers: Answer[] = [];
  for (let times = 0; times < 3; times += 1) {
    answers.push(await repeat(living.key, living.model, HELD));
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await exchange.records.trades.countDocuments({ accountId: living.accountId })).toBe(1);
});

test('who was answered before the snapshot gets the same answer, and is charged once', async () => {
  for (const { idempotencyKey, answer } of told) {
    const again = await repeat(load.key, load.model, idempotencyKey);
    expect([again.status, again.body.id]).toEqual([answer.status, answer.body.id]);
    expect(await chargesOf(idempotencyKey)).toBe(1);
  }
  const body = { model: load.model };
  const again = await exchange.stream(load.key, body, { idempotencyKey: STREAM });
  expect([again.done, contentOf(again)]).toEqual([true, contentOf(stream)]);
});

test('a balance is the deposit less every charge', async () => {
  const accounts = await exchange.records.trades.distinct('accountId');
  const { balance, reserved } = await exchange.account(load.key);
  const orders = await exchange.records.orders.find({ modelId: load.model }).toArray();
  const trades = await exchange.records.trades.find({ modelId: load.model }).toArray();
  const charged = trades.reduce((sum, { grossScale8 }) => sum + grossScale8, 0n);
  expect(accounts.length).toBeGreaterThan(1);
  expect(orders.filter(({ status }) => status === 'filled')).toHaveLength(trades.length);
  expect([units(balance), reserved]).toEqual([units('10') - charged, '0']);
});

test('a ticket and its lot are as before, and can be drawn', async () => {
  const { body, key, model } = ticket;
  const read = await readTicket(exchange, key, body.ticket_id);
  expect(read).toMatchObject({ ticket_id: body.ticket_id });
  const drawn = await exchange.chat(body.credential, { model, max_price: undefined });
  expect(drawn.status).toBe(200);
});

test('orders stand in the book: one is filled by a later ask, one is cancelled', async () => {
  const before = await readOrder(exchange, resting.key, resting.orderId);
  expect(before).toMatchObject({ status: 'partially_filled', remaining: 6_000 });
  await exchange.ask(resting.maker, { model: resting.model, price: '0.001', capacity: 6_000 });
  await untilOrder(
    exchange,
    resting.key,
    resting.orderId,
    { status: 'filled', remaining: 0 },
    120_000,
  );
  const ending = async () =>
    (await cancelOrder(exchange, cancelled.key, cancelled.orderId)).status === 204;
  await until(ending, { what: 'the order to be cancelled', timeoutMs: 120_000, everyMs: 500 });
  expect(await exchange.account(cancelled.key)).toMatchObject({ reserved: '0', balance: '0.996' });
  const read = await readOrder(exchange, cancelled.key, cancelled.orderId);
  expect(read).toMatchObject({ status: 'cancelled', filled_quantity: 4_000 });
});

test('new chats are answered, keys and sellers are known, and the books are the records', async () => {
  const answer = await exchange.chat(load.key, { model: load.model });
  expect(answer.status).toBe(200);
  for (const model of [load.model, living.model, resting.model]) {
    await exchange.expectBookAgrees(model);
  }
  const repeated = { amount: '1', reference: randomUUID() };
  const path = `/accounts/${living.accountId}/deposits`;
  await exchange.admin('POST', path, repeated);
  await exchange.admin('POST', path, repeated);
  const spent = await exchange.records.trades.findOne({ accountId: living.accountId });
  const { balance } = await exchange.account(living.key);
  expect(units(balance)).toBe(units('11') - spent!.grossScale8);
  await exchange.expectExact();
  expect((await exchange.send('GET', '/market/v1/account', as(dying.key))).status).toBe(200);
});
