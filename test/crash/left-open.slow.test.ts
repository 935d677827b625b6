/**
 * A gateway that is killed at a chosen moment, and a client that never asks again: what it had begun
 * is ended by others, within the lease of a reservation and a minute from the kill. Whoever waits at
 * another gateway has the answer, and readers of the market have the trade, once.
 */
import { randomUUID } from 'node:crypto';
import Redis from 'ioredis';
import { type Market, openMarket } from '../e2e/market';
import { StreamClient } from '../stream/client';
import { type Answer, Exchange } from '../support/exchange';
import { FailPoints, type Moment } from '../support/fail-points';
import { startProcess } from '../support/processes';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { closedWithinMs, expectClosedInTime } from './closed-in-time';

const MOMENTS: readonly Moment[] = ['before the commit', 'behind the commit'];

let servers: TestServers;
let failPoints: FailPoints;
let exchange: Exchange;
let market: Market;
/** The number of the gateway that the test kills. */
let gateway: number;
let reader: StreamClient;

beforeAll(async () => {
  servers = await startTestServers(sharedServers().binaries, { hasFailPoints: true });
  failPoints = await FailPoints.open(servers.addresses.mongoUri);
  exchange = await Exchange.start({
    addresses: servers.addresses,
    relay: true,
    settings: { GATEWAY_WORKER: 'off', RESERVATION_LEASE_MS: 5_000 },
  });
});
beforeEach(async () => {
  market = await openMarket(exchange);
  gateway = exchange.gateways.push(await startProcess('gateway', exchange.settings)) - 1;
  reader = await StreamClient.open(exchange.url(0), `model_id=${market.model}`);
});
afterEach(() => reader.close());
afterAll(async () => {
  await exchange?.stop();
  await failPoints?.close();
  await servers?.stop();
});

type Asking = (at: number) => Promise<Answer | null>;
const KINDS: readonly (readonly [string, (idempotencyKey: string) => Asking])[] = [
  ['an answer', (idempotencyKey) => (at) => chat(idempotencyKey, at)],
  ['a stream', (idempotencyKey) => (at) => stream(idempotencyKey, at)],
];

function chat(idempotencyKey: string, at: number): Promise<Answer | null> {
  const { key, model } = market;
  return exchange.chat(key, { model }, { idempotencyKey, gateway: at }).catch(() => null);
}

function stream(idempotencyKey: string, at: number): Promise<Answer | null> {
  const { key, model } = market;
  return exchange.stream(key, { model }, { idempotencyKey, gateway: at }).catch(() => null);
}

/** Kills the gateway. @returns when */
async function kill(): Promise<number> {
  await exchange.gateways[gateway]!.kill('SIGKILL');
  return Date.now();
}

/** The order ended in one way: filled and told to the market once, or refused and free. */
async function expectOneEnd(
  what: string,
  killedAtMs: number,
): Promise<'filled' | 'refused' | null> {
  const closedAfterMs = await expectClosedInTime(exchange, what, killedAtMs);
  process.stderr.write(`${what}: closed after ${closedAfterMs} ms\n`);
  await exchange.expectExact();
  await exchange.expectBookAgrees(market.model);
  await exchange.expectSagasEnded();
  const { accountId, model: modelId } = market;
  const orders = await exchange.records.orders.find({ accountId }).toArray();
  expect(orders.length).toBeLessThanOrEqual(1);
  const end = (orders[0]?.status as 'filled' | 'refused' | undefined) ?? null;
  const trades = await exchange.records.trades.countDocuments({ modelId });
  expect([end, trades]).toEqual([end, end === 'filled' ? 1 : 0]);
  await until(() => reader.trades.length >= trades, { what: 'the trade to be told' });
  expect(reader.trades).toHaveLength(trades);
  return end;
}

describe.each(KINDS)('%s', (_kind, asking) => {
  let ask: Asking;
  beforeEach(() => {
    ask = asking(randomUUID());
  });

  test.each(MOMENTS)('whose gateway dies %s of its reservation', async (moment) => {
    const point = await failPoints.next(moment);
    const lost = ask(gateway);
    await point.reached();
    const killedAtMs = await kill();
    await point.goOn();
    await lost;
    await expectOneEnd(`killed ${moment} of the reservation`, killedAtMs);
  });

  test('whose gateway dies while its seller answers', async () => {
    const { seller } = market;
    seller.hold();
    const lost = ask(gateway);
    await until(() => seller.held === 1, { what: 'the seller to be asked' });
    const killedAtMs = await kill();
    seller.release();
    await lost;
    expect(await expectOneEnd('killed at the seller', killedAtMs)).toBe('filled');
    expect(seller.keys.size).toBe(1);
  });

  test.each(MOMENTS)(
    'whose gateway dies %s of its settlement: who waits elsewhere has it',
    async (moment) => {
      const { seller } = market;
      seller.hold();
      const lost = ask(gateway);
      await until(() => seller.held === 1, { what: 'the seller to be asked' });
      const waiting = ask(0).then((answer) => ({ answer, atMs: Date.now() }));
      const point = await failPoints.next(moment);
      seller.release();
      await point.reached();
      const killedAtMs = await kill();
      await point.goOn();
      await lost;
      expect(await expectOneEnd(`killed ${moment} of the settlement`, killedAtMs)).toBe('filled');
      const { answer, atMs } = await waiting;
      expect(answer).toMatchObject({ status: 200 });
      expect(atMs - killedAtMs).toBeLessThan(closedWithinMs(exchange));
      expect(seller.keys.size).toBe(1);
    },
  );

  test('whose book is rebuilt meanwhile, and whose gateway dies before it returns the rest', async () => {
    const { seller } = market;
    seller.hold();
    const lost = ask(gateway);
    await until(() => seller.held === 1, { what: 'the seller to be asked' });
    const redis = new Redis(servers.addresses.redisUrl);
    await redis.flushall();
    redis.disconnect();
    await exchange.expectBookAgrees(market.model);
    const point = await failPoints.next('behind the commit');
    seller.release();
    await point.reached();
    const killedAtMs = await kill();
    await point.goOn();
    await lost;
    const what = 'killed behind the settlement of a lost book';
    expect(await expectOneEnd(what, killedAtMs)).toBe('filled');
  });
});

test('a relay that is dead while an answer is settled: the next one tells the trade, once', async () => {
  await exchange.relay!.kill('SIGKILL');
  const killedAtMs = Date.now();
  expect(await chat(randomUUID(), 0)).toMatchObject({ status: 200 });
  await exchange.startRelay();
  expect(await expectOneEnd('killed relay', killedAtMs)).toBe('filled');
});
