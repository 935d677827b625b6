/** Keys on the stream of accounts: guessing them is slow, and a revoked one is cut off while nothing happens. */
import { Redis } from 'ioredis';
import { type Socket, io } from 'socket.io-client';
import { as } from '../contracts/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';

/** Wrong keys of an address that are refused at once, and the delay that each further one adds. */
const FREE_GUESSES = 20;
const DELAY_PER_GUESS_MS = 50;

let exchange: Exchange;
let redis: Redis;
const sockets: Socket[] = [];
beforeAll(async () => {
  exchange = await Exchange.pooled();
  redis = new Redis(exchange.settings.redisUrl);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  // Other tests guess from this address too.
  const counts = await redis.keys('guesses:*');
  if (counts.length > 0) await redis.del(counts);
});
afterAll(async () => {
  redis.disconnect();
  await exchange.stop();
});

function connect(auth: object): Socket {
  const options = { transports: ['websocket'], forceNew: true, reconnection: false, auth };
  const socket = io(`${exchange.url()}/account`, options);
  sockets.push(socket);
  return socket;
}

/** How long a key is not answered; whether it was admitted. */
async function answerTo(auth: object) {
  const startedAt = performance.now();
  const socket = connect(auth);
  const isAdmitted = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('connect_error', () => resolve(false));
  });
  return { isAdmitted, tookMs: performance.now() - startedAt };
}

test('each wrong key of an address is answered later than the one before; a right one at once', async () => {
  const { key } = await exchange.buyer();
  const wrong = (at: number) => answerTo({ key: `sk-tb_wrong-${at}` });
  await Promise.all(Array.from({ length: FREE_GUESSES + 10 }, (_, at) => wrong(at)));
  const late = await wrong(-1);
  expect(late.isAdmitted).toBe(false);
  expect(late.tookMs).toBeGreaterThan(10 * DELAY_PER_GUESS_MS);
  const seller = await answerTo({ seller_key: 'sk-tb_wrong' });
  expect(seller.tookMs).toBeGreaterThan(11 * DELAY_PER_GUESS_MS);
  expect(await answerTo({ key })).toMatchObject({ isAdmitted: true });
});

test('a key that is revoked while nothing happens is disconnected soon', async () => {
  const { key } = await exchange.buyer();
  const { body } = await exchange.send('GET', '/market/v1/account', as(key));
  const { accountId, _id } = (await exchange.records.buyerKeys.findOne({
    accountId: body.account_id,
  }))!;
  const socket = connect({ key });
  await until(() => socket.connected, { what: 'the connection' });
  const revoked = await exchange.admin('DELETE', `/accounts/${accountId}/keys/${_id}`);
  expect(revoked.status).toBe(204);
  await until(() => socket.disconnected, { what: 'its end', timeoutMs: 15_000 });
});

test('a key that is revoked hears of nothing that happens afterwards', async () => {
  const { key, accountId } = await exchange.buyer();
  const { _id } = (await exchange.records.buyerKeys.findOne({ accountId }))!;
  const second = await exchange.admin('POST', `/accounts/${accountId}/keys`, {});
  const [revoked, kept] = [connect({ key }), connect({ key: second.body.buyer_key })];
  const heard = { revoked: 0, kept: 0 };
  revoked.on('account_changed', () => (heard.revoked += 1));
  kept.on('account_changed', () => (heard.kept += 1));
  await until(() => revoked.connected && kept.connected, { what: 'the connections' });
  await exchange.admin('DELETE', `/accounts/${accountId}/keys/${_id}`);
  const deposit = { amount: '1', reference: 'behind it' };
  await exchange.admin('POST', `/accounts/${accountId}/deposits`, deposit);
  await until(() => heard.kept > 0, { what: 'the deposit', timeoutMs: 15_000 });
  await until(() => revoked.disconnected, { what: 'the end of the revoked key' });
  expect(heard.revoked).toBe(0);
});
