/**
 * The power fails: every server and every process is killed at the same moment, and all of them start again on what
 * was stored. Buyers repeat their keys until they are answered.
 */
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import type { TestProcess } from '../support/processes';
import { Random, SEED } from '../support/random';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { type ServerName, type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { expectClosedInTime } from './closed-in-time';
import { KeyedLoad } from './keyed-load';

const SERVERS: readonly ServerName[] = ['mongod', 'redis', 'temporal'];
const BUYERS = 6;
const CUTS = 3;
/** Chats that are answered between two cuts, at least. */
const CHATS_BETWEEN = 30;

const random = new Random(SEED);
let servers: TestServers;
let exchange: Exchange;
let relay: TestProcess;
beforeAll(async () => {
  servers = await startTestServers(sharedServers().binaries);
  const settings = { RESERVATION_LEASE_MS: 5_000, CHAT_QUOTA: 1_000_000 };
  exchange = await Exchange.start({
    addresses: servers.addresses,
    gateways: 2,
    workers: 1,
    settings,
  });
  relay = await exchange.startRelay();
});
afterAll(async () => {
  await relay.kill();
  await exchange.stop();
  await servers.stop();
});

async function cutPower(): Promise<void> {
  const { gateways, workers } = exchange;
  const alive = [...gateways, ...workers, relay].filter((process) => process.alive);
  await Promise.all([
    ...alive.map((process) => process.kill('SIGKILL')),
    ...SERVERS.map((name) => servers.kill(name)),
  ]);
}

async function startAll(): Promise<void> {
  await Promise.all(SERVERS.map((name) => servers.restart(name)));
  await Promise.all([
    exchange.startGateway(),
    exchange.startGateway(),
    exchange.startWorker(),
    exchange.startRelay().then((started) => (relay = started)),
  ]);
}

test(`each chat is answered and charged once, whenever that is (seed ${SEED})`, async () => {
  const market = await openMarket(exchange, {
    capacity: 100_000_000,
    behaviour: BEHAVIOURS.unhurried({ gapMs: 10 }),
  });
  const load = await KeyedLoad.begin(exchange, market, BUYERS, random);
  for (let cut = 0; cut < CUTS; cut += 1) {
    const enough = load.chats + random.between(CHATS_BETWEEN, 2 * CHATS_BETWEEN);
    const answered = until(() => load.chats >= enough, { what: 'chats', timeoutMs: 60_000 });
    await Promise.race([answered, load.running]);
    await cutPower();
    await startAll();
  }
  const startedAtMs = Date.now();
  await load.end();
  await expectClosedInTime(exchange, 'the power failed', startedAtMs);
  await exchange.expectSagasEnded({ status: 'filled' });
  await exchange.expectBookAgrees(market.model);
}, 400_000);
