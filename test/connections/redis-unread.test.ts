/**
 * A replica of Redis takes over that lacks writes which nobody but their writer has seen: no relay
 * runs that could have read them. Whoever asks for the book then gets it as the records have it, and
 * a revoked key stays dead.
 */
import { openMarket } from '../e2e/market';
import { RedisServer } from '../engine/redis-server';
import { FaultProxy } from '../faults/fault-proxy';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';

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
  const redisUrl = `redis://127.0.0.1:${front.port}`;
  exchange = await Exchange.start({ settings: { redisUrl } });
});
afterAll(async () => {
  await exchange?.stop();
  for (const proxy of [front, replication]) proxy?.close();
  await Promise.all([primary?.stop(), replica?.stop()]);
});

/** Of a server's writes. */
async function offsetOf(server: RedisServer, name: string): Promise<number> {
  const redis = server.connect();
  const told = await redis.info('replication');
  redis.disconnect();
  return Number(new RegExp(`${name}:(\\d+)`).exec(told)?.[1]);
}

async function takeOver(): Promise<void> {
  await primary.kill();
  const promoted = replica.connect();
  await promoted.replicaof('NO', 'ONE');
  promoted.disconnect();
  replication.close();
  front.leadTo(replica.port);
}

test('reservations that no relay has read are not offered again, and a revoked key stays dead', async () => {
  const market = await openMarket(exchange);
  const { key, accountId, model } = market;
  const keys = `/accounts/${accountId}/keys`;
  const revoked = await exchange.admin('POST', keys, {});
  expect(await exchange.chat(revoked.body.buyer_key, { model })).toMatchObject({ status: 200 });
  const written = await offsetOf(primary, 'master_repl_offset');
  await until(async () => (await offsetOf(replica, 'slave_repl_offset')) >= written, {
    what: 'the replica to follow',
  });
  replication.set({ kind: 'held', direction: 'answers' });
  expect(await exchange.chat(key, { model })).toMatchObject({ status: 200 });
  await exchange.admin('DELETE', `${keys}/${revoked.body.key_id}`);

  await takeOver();
  await exchange.expectBookAgrees(model, 10_000);
  expect(await exchange.chat(revoked.body.buyer_key, { model })).toMatchObject({ status: 401 });
  expect(await exchange.chat(key, { model })).toMatchObject({ status: 200 });
  await exchange.expectBookAgrees(model, 10_000);
}, 60_000);
