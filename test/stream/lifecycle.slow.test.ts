/** Sockets over the life of a gateway: heartbeats, an orderly end, Redis unavailable, and its figures. */
import { io } from 'socket.io-client';
import { newModel } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { StreamClient, Voice, bookMessage, refusal, trade } from './client';

const HEARTBEAT_MS = 1_500;

let servers: TestServers;
let exchange: Exchange;
beforeAll(async () => {
  servers = await startTestServers(sharedServers().binaries);
  exchange = await Exchange.start({
    gateways: 2,
    addresses: servers.addresses,
    settings: { WS_HEARTBEAT_MS: HEARTBEAT_MS },
  });
});
afterAll(async () => {
  await exchange.stop();
  await servers.stop();
});

const open = (model: string, gateway = 0, options = {}) =>
  StreamClient.open(exchange.url(gateway), `model_id=${model}`, options);

async function metric(name: string): Promise<number> {
  const { body } = await exchange.send('GET', '/metrics', { admin: true });
  const line = String(body)
    .split('\n')
    .find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ')[1] ?? 0);
}

test('a peer that answers no ping is cut off, one that answers stays', async () => {
  const model = newModel();
  const dropped = 'tokenbook_stream_dropped_total{reason="silent"}';
  const before = await metric(dropped);
  const [mute, alive] = await Promise.all([open(model, 0, { autoPong: false }), open(model)]);
  expect(await mute.closed()).toBe(1006);
  expect(alive.code).toBeNull();
  expect((await metric(dropped)) - before).toBe(1);
  alive.close();
});

test('a peer that says it lives but reads nothing is cut off', async () => {
  const model = newModel();
  const voice = new Voice(exchange.settings);
  const stalled = await open(model);
  stalled.socket.pause();
  const pongs = setInterval(() => stalled.socket.pong(), HEARTBEAT_MS / 4);
  const dropped = 'tokenbook_stream_dropped_total{reason="stalled"}';
  const deep = Array.from({ length: 4_000 }, (_, row) => [`0.${10_000 + row}`, '1'] as const);
  let sequence = 0;
  await until(
    async () => {
      sequence += 1;
      voice.say(bookMessage(model, sequence, { asks: { apac: deep } }));
      return (await metric(dropped)) === 1;
    },
    { what: 'the stalled socket to be cut' },
  );
  expect(await metric('tokenbook_stream_buffered_bytes')).toBe(0);
  clearInterval(pongs);
  stalled.close();
  voice.close();
});

test('a peer that floods is cut off', async () => {
  const model = newModel();
  const [flood, alive] = await Promise.all([open(model), open(model)]);
  // At once, not spread over several heartbeats.
  const wire = (flood.socket as any)._socket;
  wire.cork();
  for (let count = 0; count <= 5_000; count++) flood.socket.send('');
  wire.uncork();
  expect(await flood.closed()).toBe(1006);
  expect(alive.code).toBeNull();
  expect(await metric('tokenbook_stream_dropped_total{reason="flooding"}')).toBe(1);
  alive.close();
});

test('a frame that is too large, or none at all, ends that socket only', async () => {
  const model = newModel();
  const [large, broken, alive] = await Promise.all([open(model), open(model), open(model)]);
  large.socket.send(Buffer.alloc(70_000));
  expect(await large.closed()).toBe(1009);
  (broken.socket as any)._socket.write(Buffer.from([0xff, 0xff, 0xff]));
  expect(await broken.closed()).toBe(1002);
  expect(alive.code).toBeNull();
  alive.close();
});

test('the figures count connections, snapshots and trades', async () => {
  const model = newModel();
  const voice = new Voice(exchange.settings);
  const names = ['snapshots', 'trades'].map((name) => `tokenbook_stream_${name}_total{kind="raw"}`);
  const before = await Promise.all(names.map(metric));
  const readers = await Promise.all([open(model), open(model)]);
  expect(await metric('tokenbook_stream_connections{kind="raw"}')).toBe(2);
  voice.say(bookMessage(model, 1, { trades: [trade(), trade()] }));
  await Promise.all(readers.map((reader) => reader.reaches(1)));
  const after = await Promise.all(names.map(metric));
  expect(after.map((value, index) => value - before[index]!)).toEqual([4, 4]);
  expect(await metric('tokenbook_stream_buffered_bytes')).toBe(0);
  for (const reader of readers) reader.close();
  await until(async () => (await metric('tokenbook_stream_connections{kind="raw"}')) === 0, {
    what: 'the sockets to be forgotten',
  });
  voice.close();
});

test('Redis unavailable: 503 before the upgrade; afterwards what was missed follows by itself', async () => {
  const model = newModel();
  const seller = await exchange.seller('normal', { models: [model] });
  await exchange.ask(seller, { model, price: '0.001', capacity: 1_000_000 });
  const reader = await open(model);
  await until(() => reader.book?.asks.length === 1, { what: 'the first ask' });
  await servers.kill('redis');
  const path = `/market/v1/orderbook?model_id=${newModel()}`;
  const refused = await refusal(`${exchange.url()}${path}`);
  expect(refused).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
  const ready = await exchange.send('GET', '/readyz', { admin: true });
  expect([ready.status, ready.body.checks.stream]).toEqual([503, 'not subscribed']);
  await servers.restart('redis');
  // No relay runs here: nobody tells the gateway of this ask.
  await until(() => exchange.ask(seller, { model, price: '0.002', capacity: 1_000_000 }), {
    what: 'the second ask',
  });
  await until(() => reader.book?.asks.length === 2, { what: 'the second ask on the stream' });
  expect(reader.code).toBeNull();
  reader.close();
  const isReady = async (gateway: number) =>
    (await exchange.send('GET', '/readyz', { admin: true, gateway })).status === 200;
  await until(async () => (await isReady(0)) && (await isReady(1)), {
    what: 'both gateways to be ready again',
  });
});

test('SIGTERM closes sockets with 1001, and those that stall do not hold it up', async () => {
  const model = newModel();
  const gateway = exchange.gateways[1]!;
  const room = io(exchange.url(1), { transports: ['websocket'], reconnection: false });
  await room.emitWithAck('subscribe', { model_id: model });
  const readers = await Promise.all([1, 2, 3].map(() => open(model, 1)));
  readers[2]!.socket.pause();
  const wire = (room.io.engine.transport as any).ws;
  wire.pause();
  await gateway.kill('SIGTERM');
  expect(await gateway.exited).toBe(0);
  expect(await Promise.all(readers.slice(0, 2).map((reader) => reader.closed()))).toEqual([
    1001, 1001,
  ]);
  wire.resume();
  await until(() => !room.connected, { what: 'the room to be left' });
  readers[2]!.close();
});
