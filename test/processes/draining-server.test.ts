/** A gateway that stops: whoever waits for an answer gets it, and nobody else holds it up. */
import { once } from 'node:events';
import { type ServerResponse, Agent, get } from 'node:http';
import { type Socket, connect } from 'node:net';
import { serveWithoutUpgrade } from '../../api/stream/without-upgrade';
import { DrainingServer } from '../../processes/draining-server';
import { until } from '../support/wait';

/** Far beyond what the tests wait. */
const NEVER_MS = 120_000;
const KEEP_ALIVE_MS = 620_000;

let server: DrainingServer;
let waiting: ServerResponse[];
beforeEach(async () => {
  waiting = [];
  server = await DrainingServer.listen(
    (req, res) => {
      if (req.url === '/now') res.end('at once');
      else waiting.push(res);
    },
    0,
    '127.0.0.1',
    KEEP_ALIVE_MS,
  );
});
afterEach(() => server.http.closeAllConnections());

async function open(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

async function ask(path: string, agent: Agent) {
  const [res] = await once(get({ port: server.port, path, agent }), 'response');
  let text = '';
  for await (const part of res) text += part;
  return { text, connection: res.headers.connection };
}

test('connections without a request hold nothing up', async () => {
  const unused = await open();
  const half = await open();
  half.write('GET /now HTTP/1.1\r\nhost: x\r\n');
  const agent = new Agent({ keepAlive: true });
  expect((await ask('/now', agent)).connection).toBe('keep-alive');
  const ends = [unused, half].map((socket) => once(socket.resume(), 'close'));
  await server.drain(NEVER_MS);
  await Promise.all(ends);
  agent.destroy();
});

test('a request under way gets its answer, told as the last one of its connection', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await ask('/now', agent);
  const answer = ask('/later', agent);
  await until(() => waiting.length === 1, { what: 'the request' });
  const { port } = server;
  const drained = server.drain(NEVER_MS);
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
  waiting[0]!.end('after all');
  expect(await answer).toEqual({ text: 'after all', connection: 'close' });
  await drained;
  agent.destroy();
});

test('a stream that has begun comes to its end, and its kept connection with it', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answer = ask('/later', agent);
  await until(() => waiting.length === 1, { what: 'the request' });
  waiting[0]!.write('begun, ');
  const drained = server.drain(NEVER_MS);
  waiting[0]!.end('ended');
  expect((await answer).text).toBe('begun, ended');
  await drained;
  agent.destroy();
});

const UPGRADE = 'GET /now HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';

test('a connection that was upgraded is closed by those who took it over', async () => {
  server.leaveUpgraded();
  const taken = once(server.http, 'upgrade');
  const client = await open();
  client.write(UPGRADE);
  const [, socket] = (await taken) as [unknown, Socket];
  const drained = server.drain(NEVER_MS);
  const told = once(client, 'data');
  socket.end('farewell');
  expect(String(await told)).toBe('farewell');
  client.end();
  await drained;
});

test('a request that offers another protocol, and is served without it, gets its answer', async () => {
  server.leaveUpgraded();
  const { http } = server;
  http.on('upgrade', (req, socket, head) => serveWithoutUpgrade(http, req, socket, head));
  const client = await open();
  const offer = 'connection: upgrade\r\nupgrade: h2c';
  client.write(`GET /later HTTP/1.1\r\nhost: x\r\n${offer}\r\n\r\n`);
  await until(() => waiting.length === 1, { what: 'the request' });
  const drained = server.drain(NEVER_MS);
  waiting[0]!.end('after all');
  const [answer] = await once(client, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 [^]*after all/);
  await drained;
});

test('where nobody takes connections over, a request to upgrade is like any other', async () => {
  const client = await open();
  client.write(UPGRADE);
  const [answer] = await once(client, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
  await server.drain(NEVER_MS);
});

test('what has not ended in time is cut', async () => {
  const agent = new Agent({ keepAlive: true });
  const answer = ask('/later', agent).catch((err: Error) => err);
  await until(() => waiting.length === 1, { what: 'the request' });
  await server.drain(200);
  expect(await answer).toMatchObject({ code: 'ECONNRESET' });
  agent.destroy();
});

test('an idle connection is kept for as long as the setting says', async () => {
  const answer = await fetch(`http://127.0.0.1:${server.port}/now`);
  expect(answer.headers.get('keep-alive')).toBe('timeout=620');
  await answer.text();
});
