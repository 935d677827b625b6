/**
 * A replica of Redis that lags takes over under chats: the books lose reservations that processes
 * have seen, and the records decide. Nothing is sold twice, and no answer is lost or charged twice.
 */
import { KeyedLoad } from '../crash/keyed-load';
import { expectClosedInTime } from '../crash/closed-in-time';
import { openMarket } from '../e2e/market';
import { RedisServer } from '../engine/redis-server';
import { FaultProxy } from '../faults/fault-proxy';
import { Exchange } from '../support/exchange';
import { LoadWatch } from '../support/load-watch';
import { Random, SEED } from '../support/random';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';

const BUYERS = 4;
/** Answered while the replica stands still, and again after it has taken over. */
const CHATS = 8;
/** A tenth of what the chats of the test reserve: the last ones find what others gave back. */
const CAPACITY = 100_000;

let primary: RedisServer;
let replica: RedisServer;
/** Between the replica and its primary. */
let replication: FaultProxy;
/** The address that the exchange knows. */
let front: FaultProxy;
let exchange: Exchange;

beforeAll(async () => {
  primary = await RedisServer.start(['--repl-diskless-sync-delay', '0']);
  replication = await FaultProxy.open(primary.port);
  replica = await RedisServer.start(['--replicaof', `127.0.0.1 ${replication.port}`]);
  front = await FaultProxy.open(primary.port);
  exchange = await Exchange.start({
    gateways: 2,
    relay: true,
    settings: {
      redisUrl: `redis://127.0.0.1:${front.port}`,
      RESERVATION_LEASE_MS: 5_000,
      CHAT_QUOTA: 1_000_000,
    },
  });
});
afterAll(async () => {
  await exchange?.stop();
  for (const proxy of [front, replication]) proxy?.close();
  await Promise.all([primary?.stop(), replica?.stop()]);
});

/** How many bytes of its primary's writes the replica has not applied. */
async function lagBytes(): Promise<number> {
  const offsets = [primary, replica].map(async (server) => {
    const redis = server.connect();
    const told = await redis.info('replication');
    redis.disconnect();
    const name = server === primary ? 'master_repl_offset' : 'slave_repl_offset';
    return Number(new RegExp(`${name}:(\\d+)`).exec(told)?.[1]);
  });
  const [written, applied] = await Promise.all(offsets);
  return written! - applied!;
}

test(`a replica without the last chats takes over (seed ${SEED})`, async () => {
  const behaviour = BEHAVIOURS.unhurried({ gapMs: 10 });
  const market = await openMarket(exchange, { capacity: CAPACITY, behaviour });
  const load = await KeyedLoad.begin(exchange, market, BUYERS, new Random(SEED));
  const further = (chats: number) =>
    Promise.race([
      until(() => load.chats >= chats, { what: `${chats} answers`, timeoutMs: 90_000 }),
      load.running,
    ]);
  await further(CHATS);
  await until(async () => (await lagBytes()) < 1_000, { what: 'the replica to follow' });
  replication.set({ kind: 'held', direction: 'answers' });
  await further(load.chats + CHATS);
  expect(await lagBytes()).toBeGreaterThan(1_000);

  await primary.kill();
  const killedAtMs = Date.now();
  const promoted = replica.connect();
  await promoted.replicaof('NO', 'ONE');
  promoted.disconnect();
  replication.close();
  front.leadTo(replica.port);
  const watch = await LoadWatch.begin(exchange, load.observer);
  try {
    await further(load.chats + BUYERS + CHATS);
    await watch.end();
  } finally {
    await watch.close();
  }
  await load.end();
  await expectClosedInTime(exchange, 'a replica took over', killedAtMs);
  await exchange.expectSagasEnded();
  await exchange.expectBookAgrees(market.model);
}, 240_000);
