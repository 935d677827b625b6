/** Connections that clients keep open: limited for all of them, and for one address. */
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { Registry } from 'prom-client';
import { serveWithoutUpgrade } from '../../api/stream/without-upgrade';
import { HEALTH_PATHS } from '../../api/middleware/own-hosts';
import { limitConnections } from '../../processes/client-connections';
import { RefusedConnections } from '../../processes/refused-connections';
import { Scrape } from '../support/scrape';
import { until } from '../support/wait';

const [ONE, OTHER, THIRD] = ['127.0.0.1', '127.0.0.2', '127.0.0.3'] as const;
const nobody = () => false;
const reasons: string[] = [];
const note = (reason: string) => void reasons.push(reason);

let server: Server;
let sockets: Socket[];
beforeEach(async () => {
  sockets = [];
  reasons.length = 0;
  server = createServer((_req, res) => res.end('answered'));
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, 'close');
});

/** Opens a connection, and keeps it. */
function open(localAddress: string): Socket {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: ONE, localAddress });
  sockets.push(socket);
  socket.on('error', () => undefined);
  return socket;
}

/** @returns whether a new connection is answered; false when it is closed */
async function isServed(localAddress: string, path = '/'): Promise<boolean> {
  return isAnswered(open(localAddress), '', path);
}

/** @returns false when the connection is closed instead */
async function isAnswered(socket: Socket, offer = '', path = '/'): Promise<boolean> {
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${offer}\r\n`);
  const answered = once(socket, 'data').then(() => true);
  return Promise.race([answered, once(socket, 'close').then(() => false)]);
}

async function servedOf(localAddress: string, count: number): Promise<number> {
  let served = 0;
  for (let at = 0; at < count; at += 1) if (await isServed(localAddress)) served += 1;
  return served;
}

test('one address gets half of the connections, and no more', async () => {
  limitConnections(server, 8, nobody, note);
  expect(await servedOf(ONE, 5)).toBe(4);
  expect(await servedOf(OTHER, 1)).toBe(1);
  expect(reasons).toEqual(['address']);
});

test('all addresses together get as many as there may be, and no more', async () => {
  limitConnections(server, 6, nobody, note);
  expect(await servedOf(ONE, 3)).toBe(3);
  expect(await servedOf(OTHER, 3)).toBe(3);
  expect(await servedOf(THIRD, 1)).toBe(0);
  expect(reasons).toEqual(['all']);
});

test('the place of a connection that has ended is free again', async () => {
  limitConnections(server, 4, nobody, note);
  expect(await servedOf(ONE, 3)).toBe(2);
  const [first] = sockets;
  first!.destroy();
  await until(() => isServed(ONE), { what: 'a free place' });
  expect(await isServed(ONE)).toBe(false);
});

test('a proxy brings the connections of many clients: only the limit of all counts', async () => {
  limitConnections(server, 4, (address) => address === ONE, note);
  expect(await servedOf(ONE, 4)).toBe(4);
  expect(await isServed(OTHER)).toBe(false);
});

test('half of the file descriptors are left for stores and sellers', async () => {
  limitConnections(server, 1_000, nobody, note, 12);
  expect(await servedOf(ONE, 4)).toBe(3);
  expect(await servedOf(OTHER, 3)).toBe(3);
  expect(await servedOf(THIRD, 1)).toBe(0);
});

test('a connection that offers another protocol with each request is counted once', async () => {
  limitConnections(server, 8, nobody, note);
  server.on('upgrade', (req, socket, head) => serveWithoutUpgrade(server, req, socket, head));
  expect(await isServed(ONE)).toBe(true);
  for (let count = 0; count < 5; count += 1) {
    const offer = 'connection: upgrade\r\nupgrade: h2c\r\n';
    expect(await isAnswered(sockets[0]!, offer)).toBe(true);
  }
  expect(await servedOf(ONE, 4)).toBe(3);
});

test.each(HEALTH_PATHS)('GET %s is answered at an address that has no place left', async (path) => {
  limitConnections(server, 8, nobody, note);
  await servedOf(ONE, 4);
  const asked = open(ONE);
  expect(await isAnswered(asked, '', `${path}?by=balancer`)).toBe(true);
  await until(() => asked.destroyed, { what: 'the end of the connection' });
  expect(await isServed(ONE)).toBe(false);
  expect(reasons).toEqual(['address']);
});

test('health is answered when all clients together have no place left', async () => {
  limitConnections(server, 6, nobody, note);
  for (const address of [ONE, OTHER]) await servedOf(address, 3);
  expect([await isServed(THIRD, '/readyz'), await isServed(THIRD)]).toEqual([true, false]);
});

test('a connection beyond the limit carries health, and no other request after it', async () => {
  limitConnections(server, 2, nobody, note);
  await servedOf(ONE, 1);
  const paths: (string | undefined)[] = [];
  server.prependListener('request', ({ url }) => paths.push(url));
  const socket = open(ONE);
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
  socket.resume().write(request('/readyz') + request('/'));
  await once(socket, 'close');
  expect(paths).toEqual(['/readyz']);
});

test('no WebSocket is opened beyond the limit', async () => {
  limitConnections(server, 2, nobody, note);
  await servedOf(ONE, 1);
  const upgraded = jest.fn();
  server.on('upgrade', upgraded);
  const offer = 'connection: upgrade\r\nupgrade: websocket\r\n';
  expect(await isAnswered(open(ONE), offer)).toBe(false);
  expect(upgraded).not.toHaveBeenCalled();
});

test('connections that say nothing keep no place from a health check', async () => {
  limitConnections(server, 16, nobody, note);
  await servedOf(ONE, 8);
  const silent = Array.from({ length: 50 }, () => open(ONE));
  await until(() => silent.every(({ connecting }) => !connecting), { what: 'the connections' });
  expect(await isServed(ONE, '/readyz')).toBe(true);
  await until(() => silent.filter(({ destroyed }) => !destroyed).length <= 2, {
    what: 'the others to be closed',
  });
});

test('refused connections are counted, and logged once a minute with their number', async () => {
  const lines: object[] = [];
  const refused = new RefusedConnections({
    warn: (line: object) => void lines.push(line),
  } as never);
  const registry = new Registry();
  refused.measure(registry);
  for (let count = 0; count < 3; count += 1) refused.note('address');
  const scrape = Scrape.parse(await registry.metrics());
  expect(scrape.value('tokenbook_connections_refused_total', { reason: 'address' })).toBe(3);
  expect(lines).toEqual([{ refused: { address: 1 } }]);
  const start = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(start + 60_000);
  refused.note('all');
  jest.restoreAllMocks();
  expect(lines.at(-1)).toEqual({ refused: { address: 2, all: 1 } });
});
