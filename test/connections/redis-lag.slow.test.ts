/**
 * A replica of Redis that lags takes over under chats: the books lose reservations that processes
 * have seen, and the records decide. Nothing is sold twice, and no answer is lost or charged twice.
 */
import { KeyedLoad } from '../crash/keyed-load';
import { expectClosedInTime } from '../crash/closed-in-time';
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { LoadWatch } from '../support/load-watch';
import { Random, SEED } from '../support/random';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';
import { LaggingRedis } from './lagging-redis';

const BUYERS = 4;
/** Answered while the replica stands still, and again after it has taken over. */
const CHATS = 8;
/** A tenth of what the chats of the test reserve: the last ones find what others gave back. */
const CAPACITY = 100_000;

let redis: LaggingRedis;
let exchange: Exchange;

beforeAll(async () => {
  redis = await LaggingRedis.start();
  exchange = await Exchange.start({
    gateways: 2,
    relay: true,
    settings: {
      redisUrl: redis.url,
      RESERVATION_LEASE_MS: 5_000,
      CHAT_QUOTA: 1_000_000,
    },
  });
});
afterAll(async () => {
  await exchange?.stop();
  await redis?.stop();
});

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
  await until(async () => (await redis.lagBytes()) < 1_000, { what: 'the replica to follow' });
  redis.hold();
  await further(load.chats + CHATS);
  expect(await redis.lagBytes()).toBeGreaterThan(1_000);

  const killedAtMs = Date.now();
  await redis.takeOver();
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
