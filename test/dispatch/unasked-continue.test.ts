/** Servers that say `100 Continue` although nobody asked: the answer behind it is read. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { attempt, closeClients, testClient } from './attempt';

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const BODY = JSON.stringify({
  choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }],
});
const ANSWER = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`;

let server: Server;
let connections: number;
let say: (socket: Socket) => Promise<void>;
beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes.toString();
      // The body of each request is JSON of one object.
      if (!received.endsWith('}')) return;
      received = '';
      void say(socket);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
beforeEach(() => (connections = 0));
afterAll(async () => {
  await closeClients();
  server.close();
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

test.each([
  ['in one packet with the answer', [CONTINUE + ANSWER]],
  ['alone', [CONTINUE, ANSWER]],
  ['twice, with headers', [`HTTP/1.1 100 Continue\r\nserver: a\r\n\r\n${CONTINUE}`, ANSWER]],
  ['byte by byte', [...(CONTINUE + ANSWER)]],
  ['never', [ANSWER]],
])('%s', async (_how, packets) => {
  say = async (socket) => {
    for (const packet of packets) {
      socket.write(packet);
      await nextTurn();
    }
  };
  const client = testClient();
  // The second request uses the same connection.
  for (let request = 0; request < 2; request += 1) {
    const { outcome } = await attempt(client, url());
    expect(outcome).toMatchObject({ kind: 'answered' });
    await nextTurn();
  }
  expect(connections).toBe(1);
});

test('a body that begins like one is read as it is', async () => {
  const text = `{"choices":[{"message":{"content":"HTTP/1.1 100"}}]}`;
  say = async (socket) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n`;
    socket.write(CONTINUE + head);
    await nextTurn();
    socket.write(text);
  };
  const { outcome } = await attempt(testClient(), url());
  expect(outcome).toMatchObject({ body: JSON.parse(text) });
});
