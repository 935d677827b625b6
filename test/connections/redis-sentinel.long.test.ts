/** The primary dies, its Sentinels promote the replica, and every process finds it by itself. */
import { randomUUID } from 'node:crypto';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { SentinelSet } from './sentinel';

let redis: SentinelSet;
let exchange: Exchange;

beforeAll(async () => {
  redis = await SentinelSet.start();
  exchange = await Exchange.start({ settings: { redisUrl: redis.address }, relay: true });
}, 60_000);
afterAll(async () => {
  await exchange.stop();
  await redis.stop();
});

test('a chat works again after a failover without a restart, and nothing is charged twice', async () => {
  const { key } = await exchange.buyer();
  const seller = await exchange.seller();
  await exchange.ask(seller, { price: '0.001' });
  expect(await exchange.chat(key)).toMatchObject({ status: 200 });

  const ids = Array.from({ length: 40 }, () => randomUUID());
  const chats = ids.map(async (idempotencyKey, at) => {
    if (at === 5) await redis.primary.kill();
    return until(
      async () => {
        const answer = await exchange.chat(key, {}, { idempotencyKey });
        return answer.status === 200 ? answer : null;
      },
      { what: `chat ${at} to be answered`, everyMs: 100 },
    );
  });
  const killedAt = Date.now();
  const answers = await Promise.all(chats);
  const outageMs = Date.now() - killedAt;

  const fills = answers.map(({ body }) => body.fill?.id ?? body.id);
  expect(new Set(fills).size).toBe(ids.length);
  expect(seller.requests.length).toBe(ids.length + 1);
  expect(await exchange.stream(key)).toMatchObject({ status: 200, done: true });
  await exchange.expectSagasEnded();
  await exchange.expectExact();
  await exchange.expectBookAgrees();
  const settled = await exchange.records.fills.countDocuments({ status: 'settled' });
  expect(settled).toBe(ids.length + 2);
  expect([...seller.keys.values()].filter((times) => times > 1)).toEqual([]);
  expect(outageMs).toBeLessThan(30_000);
}, 120_000);
