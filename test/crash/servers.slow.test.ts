/**
 * The stores die or stand still in the middle of a request: nothing acknowledged is lost, the charge is one, the book
 * comes back, and nothing is open beyond the lease of a reservation and a minute from the end of the fault.
 */
import Redis from 'ioredis';
import { LOADS } from '../pauses/loads';
import { type Outcome, Pauses } from '../pauses/pauses';
import { type Market, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { Scrape } from '../support/scrape';
import { type ServerName, type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { expectClosedInTime } from './closed-in-time';

/** Done, or to be sent again: nothing is refused for good, and no connection breaks. */
const STATUSES = [200, 204, 503];

let servers: TestServers;
let exchange: Exchange;
/** Of the test alone. */
let market: Market;
/** When the fault of the test was over. */
let endedAtMs: number;

beforeAll(async () => {
  servers = await startTestServers(sharedServers().binaries);
  exchange = await Exchange.start({ addresses: servers.addresses, relay: true });
});

beforeEach(async () => {
  market = await openMarket(exchange);
});

afterAll(async () => {
  await exchange.stop();
  await servers.stop();
});

// In small; `npm run pauses` stops every server and every process, and for longer.
test('MongoDB and the worker stand still for a second under every kind of load', async () => {
  const pauses = await Pauses.open(exchange, servers);
  const outcomes: Outcome[] = [];
  for (const paused of ['mongod', 'worker'] as const) {
    outcomes.push(await pauses.one({ paused, seconds: 1, loads: LOADS, count: 4 }));
  }
  await pauses.close();
  for (const { faults, tallies } of outcomes) {
    expect(faults).toEqual([]);
    for (const load of LOADS) {
      const { statuses } = tallies.get(load)!;
      expect([load, [...statuses.keys()].filter((status) => !STATUSES.includes(status))]).toEqual([
        load,
        [],
      ]);
    }
  }
}, 240_000);

test('Redis emptied while the seller is answering', async () => {
  const { answer: answering } = await askAndHold();
  const redis = new Redis(servers.addresses.redisUrl);
  await redis.flushall();
  endedAtMs = Date.now();
  redis.disconnect();
  market.seller.release();
  await expectOneCharge(await answering);
  expect((await chat()).status).toBe(200);
});

test('Redis killed while the seller is answering', async () => {
  const { answer: answering } = await askAndHold();
  await servers.kill('redis');
  market.seller.release();
  await restart('redis');
  await expectOneCharge(await answering);
  await until(async () => (await chat()).status === 200, {
    what: 'the next chat',
    timeoutMs: 30_000,
  });
});

test('MongoDB killed while the seller is answering', async () => {
  const { answer: answering } = await askAndHold();
  await servers.kill('mongod');
  market.seller.release();
  await restart('mongod');
  await expectOneCharge(await answering);
});

test('MongoDB killed for longer than the settlement is tried in place', async () => {
  const { answer: answering } = await askAndHold();
  const { accountId } = market;
  const order = (await exchange.records.orders.findOne({ accountId }))!;
  await servers.kill('mongod');
  market.seller.release();
  await until(async () => (await pendingActivities(order._id)) === 0, {
    what: 'the dispatch to hand its settlement to the workflow',
    timeoutMs: 30_000,
  });
  await restart('mongod');
  await expectOneCharge(await answering);
});

test('Temporal killed while the seller is answering: the buyer has his answer, the saga ends later', async () => {
  const { answer: answering } = await askAndHold();
  await servers.kill('temporal');
  market.seller.release();
  const answer = await answering;
  expect(answer.status).toBe(200);
  const scrape = await Scrape.of(exchange);
  expect(scrape.value('tokenbook_orders_without_workflow')).toBe(1);
  const reported = await exchange.send('GET', '/readyz', { admin: true });
  expect([reported.status, reported.body.checks.mongodb]).toEqual([503, 'ok']);
  // Chats go on, so load balancers go on sending them.
  expect((await exchange.send('GET', '/readyz')).status).toBe(200);
  // Nor is the log filled with what they ask.
  expect(exchange.gateways[0]!.output()).not.toContain('"path":"/readyz"');
  await restart('temporal');
  await expectOneCharge(answer);
});

async function restart(name: ServerName): Promise<void> {
  await servers.restart(name);
  endedAtMs = Date.now();
}

/** Activities that the order's workflow has under way, by its history. */
async function pendingActivities(orderId: string): Promise<number> {
  const { workflow } = exchange.temporal;
  const query = `WorkflowType = "chatOrder" AND Ids = "${orderId}"`;
  for await (const { workflowId } of workflow.list({ query })) {
    const { raw } = await workflow.getHandle(workflowId).describe();
    return raw.pendingActivities?.length ?? 0;
  }
  throw new Error('the workflow is not visible yet');
}

function chat(idempotencyKey?: string): ReturnType<Exchange['chat']> {
  const { key, model } = market;
  return exchange.chat(key, { model }, idempotencyKey === undefined ? {} : { idempotencyKey });
}

/** Sends a chat and waits until the seller has it and holds its answer back. */
async function askAndHold(): Promise<{ answer: ReturnType<Exchange['chat']> }> {
  const { seller } = market;
  seller.hold();
  const answer = chat('once');
  await until(() => seller.held >= 1, { what: 'the seller to be asked' });
  return { answer };
}

async function expectOneCharge(answer: Awaited<ReturnType<Exchange['chat']>>): Promise<void> {
  expect(answer.status).toBe(200);
  await expectClosedInTime(exchange, 'a server was lost', endedAtMs);
  await exchange.expectExact();
  const { model: modelId, seller } = market;
  const trades = await exchange.records.trades.find({ modelId }).toArray();
  expect(trades.map(({ _id }) => _id)).toEqual([answer.body.fill.fill_id]);
  expect([...seller.keys.keys()]).toEqual([answer.body.fill.fill_id]);
  await exchange.expectBookAgrees(modelId);
  await exchange.expectSagasEnded();
}
