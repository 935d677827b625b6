/**
 * A replica of Redis takes over that lacks writes which nobody but their writer has seen: no relay
 * runs that could have read them. Whoever asks for the book then gets it as the records have it, and
 * a revoked key stays dead.
 */
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { LaggingRedis } from './lagging-redis';

let redis: LaggingRedis;
let exchange: Exchange;
beforeAll(async () => {
  redis = await LaggingRedis.start();
  exchange = await Exchange.start({ settings: { redisUrl: redis.url } });
});
afterAll(async () => {
  await exchange?.stop();
  await redis?.stop();
});

test('reservations that no relay has read are not offered again, and a revoked key stays dead', async () => {
  const market = await openMarket(exchange);
  const { key, accountId, model } = market;
  const keys = `/accounts/${accountId}/keys`;
  const revoked = await exchange.admin('POST', keys, {});
  expect(await exchange.chat(revoked.body.buyer_key, { model })).toMatchObject({ status: 200 });
  const written = await redis.written();
  await until(async () => (await redis.applied()) >= written, { what: 'the replica to follow' });
  redis.hold();
  expect(await exchange.chat(key, { model })).toMatchObject({ status: 200 });
  await exchange.admin('DELETE', `${keys}/${revoked.body.key_id}`);

  await redis.takeOver();
  await exchange.expectBookAgrees(model, 10_000);
  expect(await exchange.chat(revoked.body.buyer_key, { model })).toMatchObject({ status: 401 });
  expect(await exchange.chat(key, { model })).toMatchObject({ status: 200 });
  await exchange.expectBookAgrees(model, 10_000);
}, 60_000);
