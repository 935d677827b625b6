/** Changes of the own account over socket.io: told to the holder of the key, and to nobody else. */
import { Emitter } from '@socket.io/redis-emitter';
import Redis from 'ioredis';
import { type Socket, io } from 'socket.io-client';
import { bookChannelKey } from '../../domain/book-message';
import { as, placeOrder } from '../contracts/market';
import { openMarket } from '../e2e/market';
import { KEY_PREFIXES, issueKey } from '../../domain/key-hash';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';

const exchange = Exchange.pooledForFile();
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

interface Listener {
  readonly socket: Socket;
  /** `<kind>` and `<kind> <id>`. */
  readonly heard: Set<string>;
  /** The error body of a refusal. */
  refusal: { code: string } | null;
  isEnded: boolean;
}

function connect(auth: object, gateway = 0): Listener {
  const options = { transports: ['websocket'], forceNew: true, reconnection: false, auth };
  const socket = io(`${exchange.url(gateway)}/account`, options);
  sockets.push(socket);
  const listener: Listener = { socket, heard: new Set(), refusal: null, isEnded: false };
  socket.on('account_changed', ({ type, changes }) => {
    expect(type).toBe('account_changed');
    for (const { kind, id } of changes) listener.heard.add(kind).add(`${kind} ${id}`);
  });
  socket.on('connect_error', (err) => {
    listener.refusal = (err as unknown as { data: { code: string } }).data;
  });
  socket.on('disconnect', () => (listener.isEnded = true));
  return listener;
}

async function admitted(auth: object, gateway = 0): Promise<Listener> {
  const listener = connect(auth, gateway);
  await until(() => listener.socket.connected, { what: 'the connection' });
  return listener;
}

const hears = ({ heard }: Listener, ...changes: string[]) =>
  until(() => changes.every((change) => heard.has(change)), {
    what: `${changes.join(', ')}; heard were ${[...heard].join(', ')}`,
  });

test('a buyer and a seller hear of their own changes at every gateway; another key never does', async () => {
  const { model, key, seller } = await openMarket(exchange, { capacity: 10_000 });
  const stranger = await exchange.buyer();
  const otherSeller = await exchange.seller('normal', { models: [model] });
  const others = await Promise.all([
    admitted({ key: stranger.key }),
    admitted({ key: stranger.key }, 1),
    admitted({ seller_key: otherSeller.apiKey }),
  ]);
  const buyers = await Promise.all([admitted({ key }), admitted({ key }, 1)]);
  const selling = await admitted({ seller_key: seller.apiKey }, 1);

  const { body } = await exchange.chat(key, { model });
  const { orderId } = (await exchange.records.fills.findOne({ _id: body.fill.fill_id }))!;
  for (const buyer of buyers) await hears(buyer, `request ${orderId}`, 'trade');
  await hears(selling, 'trade');
  expect(selling.heard).not.toContain('request');

  const placed = await placeOrder(exchange, key, { model_id: model, quantity: 2_000 });
  const lot = await exchange.records.lots.findOne({ orderId: placed.body.order_id });
  for (const buyer of buyers) {
    await hears(buyer, `order ${placed.body.order_id}`, `lot ${lot!._id}`);
  }
  await hears(selling, `lot ${lot!._id}`);
  expect(selling.heard).not.toContain('order');

  // Each of the others is alive, and hears of its own alone.
  await exchange.chat(stranger.key, { model });
  for (const other of others.slice(0, 2)) await hears(other, 'request', 'trade');
  for (const { heard } of others) {
    expect(heard).not.toContain(`request ${orderId}`);
    expect(heard).not.toContain('order');
    expect(heard).not.toContain('lot');
  }
  expect(others[2]!.heard).toEqual(new Set());
});

test('the end of a refused request is told as well', async () => {
  const { model, key } = await openMarket(exchange, { behaviour: 'contentFilter' });
  const buyer = await admitted({ key });
  const { status } = await exchange.chat(key, { model });
  expect(status).toBeGreaterThanOrEqual(400);
  const order = await exchange.records.orders.findOne({ modelId: model });
  await hears(buyer, `request ${order!._id}`);
});

test('a key that is revoked is disconnected, and hears nothing more', async () => {
  const { model, key } = await openMarket(exchange, { capacity: 10_000 });
  const { accountId, keyId } = await keyOf(key);
  const second = await exchange.admin('POST', `/accounts/${accountId}/keys`, {});
  const [revoked, kept] = await Promise.all([
    admitted({ key }),
    admitted({ key: second.body.buyer_key }),
  ]);
  expect((await exchange.admin('DELETE', `/accounts/${accountId}/keys/${keyId}`)).status).toBe(204);
  await exchange.chat(second.body.buyer_key, { model });
  await hears(kept, 'request', 'trade');
  await until(() => revoked.isEnded, { what: 'the end of the revoked key', timeoutMs: 10_000 });
  expect(revoked.heard).toEqual(new Set());
  const again = connect({ key });
  await until(() => again.refusal, { what: 'the refusal' });
  expect(again.refusal).toMatchObject({ code: 'unauthorized' });
});

async function keyOf(key: string) {
  const { body } = await exchange.send('GET', '/market/v1/account', as(key));
  const found = await exchange.records.buyerKeys.findOne({ accountId: body.account_id });
  return { accountId: body.account_id as string, keyId: found!._id };
}

test.each<[string, object, string]>([
  ['no key', {}, 'invalid_request'],
  ['a wrong key', { key: 'sk-tb_wrong' }, 'unauthorized'],
  ['a well-made key of nobody', { key: issueKey(KEY_PREFIXES.live.buyer) }, 'unauthorized'],
  ['a key of another kind', { seller_key: 'sk-tb_wrong' }, 'unauthorized'],
  ['two keys', { key: 'a', seller_key: 'b' }, 'invalid_request'],
  ['a key that is none', { key: { $ne: null } }, 'invalid_request'],
  ['a key of any length', { key: 'a'.repeat(2_000) }, 'invalid_request'],
])('%s is refused', async (_what, auth, code) => {
  const listener = connect(auth);
  await until(() => listener.refusal, { what: 'the refusal' });
  expect(listener.refusal).toMatchObject({ code });
  expect(listener.socket.connected).toBe(false);
});

test('a key has a limit of sockets, and room again when one closes', async () => {
  const { key } = await exchange.buyer();
  const open = await Promise.all(Array.from({ length: 16 }, () => admitted({ key })));
  const refused = connect({ key });
  await until(() => refused.refusal, { what: 'the refusal' });
  expect(refused.refusal).toMatchObject({ code: 'rate_limited' });
  const other = await exchange.buyer();
  await admitted({ key: other.key });
  open[0]!.socket.disconnect();
  await until(
    async () => {
      const next = connect({ key });
      await until(() => next.socket.connected || next.refusal, { what: 'an answer' });
      return next.socket.connected;
    },
    { what: 'room for another socket' },
  );
});

test('an event that somebody publishes in Redis does not reach the sockets of an account', async () => {
  const { model, key } = await openMarket(exchange, { capacity: 10_000 });
  const buyer = await admitted({ key });
  const redis = new Redis(exchange.settings.redisUrl);
  const channel = bookChannelKey(exchange.settings.TOKENBOOK_DEPLOYMENT);
  const forger = new Emitter(redis, { key: channel }).of('/account');
  const changes = [{ kind: 'forged', id: 'forged' }];
  forger.emit('account_changed', { type: 'account_changed', changes });
  forger.disconnectSockets(true);
  await redis.quit(); // both were published
  await exchange.chat(key, { model });
  await hears(buyer, 'request', 'trade');
  expect(buyer.heard).not.toContain('forged');
  expect(buyer.isEnded).toBe(false);
});
