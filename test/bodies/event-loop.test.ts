/**
 * What one chat body has the event loop do in one go, counted in bytes and not in time: the structure
 * of one piece as it came from the socket, and the whole of a body of a kilobyte. Everything else is
 * done by threads.
 */
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { request } from 'undici';
import { type ChatDeps, chatHandler } from '../../api/buyer/chat/handler';
import { READ_AT_ONCE_BYTES } from '../../api/buyer/chat/read-chat';
import { chatBody } from '../../api/middleware/body';
import { BodyMemory } from '../../api/middleware/body-memory';
import { errorHandler } from '../../api/middleware/errors';
import { JsonScan } from '../../domain/json-scan';
import { RequestMemory } from '../../exchange/idempotency/request-memory';
import { ChatPool } from '../../processes/compute/chat-pool';
import type { WritableRecords } from '../../records/connect';
import { dropRecords, fundedAccount, openRecords } from '../records/scenario';
import { testSettings } from '../support/environment';
import { buildOnce } from '../support/processes';

/** What Node reads from a socket at once. */
const SOCKET_PIECE_BYTES = 65_536;

let records: WritableRecords;
let server: Server;
let reader: ChatPool;
let limitBytes: number;
/** Bytes of each piece that was looked at, characters of each text that was parsed, on this thread. */
let scanned: number[];
let parsed: number[];

beforeAll(async () => {
  const settings = await testSettings();
  limitBytes = settings.CHAT_BODY_LIMIT_BYTES;
  records = await openRecords();
  await buildOnce();
  const threadFile = join(__dirname, '..', '..', 'dist', 'processes', 'compute', 'thread.js');
  reader = new ChatPool({ threads: 1, threadFile });
  // It is read, and then refused for want of money: nothing behind that is needed.
  const accountId = await fundedAccount(records, 0n);
  const memory = new RequestMemory({ records, settings });
  const deps = { records, settings, reader, memory } as Partial<ChatDeps> as ChatDeps;
  const app = express();
  app.use((_req, res, next) => {
    res.locals.surface = 'buyer';
    res.locals.buyer = { accountId, keyId: 'key', quotas: {} };
    next();
  });
  const chat = chatHandler(deps);
  const none = { params: undefined, query: undefined, body: undefined };
  app.post('/', ...chatBody(new BodyMemory(), limitBytes), (req, res) => chat(req, res, none));
  app.use(errorHandler);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await reader.close();
  await dropRecords(records);
});

beforeEach(() => {
  scanned = [];
  parsed = [];
  const { feed } = JsonScan.prototype;
  jest.spyOn(JsonScan.prototype, 'feed').mockImplementation(function (this: JsonScan, bytes) {
    scanned.push(bytes.length);
    return feed.call(this, bytes);
  });
  const parse = JSON.parse.bind(JSON);
  jest.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    parsed.push(String(text).length);
    return parse(text, reviver);
  });
});
afterEach(() => jest.restoreAllMocks());

async function post(body: string | Buffer): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const headers = { 'content-type': 'application/json' };
  const answer = await request(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
  await answer.body.dump();
  return answer.statusCode;
}

/** A chat of exactly so many bytes, the rest of them in a field that nobody knows. */
function chatOf(bytes: number, messages: object[], part = ''): string {
  const text = `{"model":"m","messages":${JSON.stringify(messages)}${part},"rest":"`;
  return `${text}${'x'.repeat(bytes - Buffer.byteLength(text) - 2)}"}`;
}

const user = (content: unknown) => ({ role: 'user', content });
const nested = (levels: number, inner: string) =>
  '{"a":'.repeat(levels) + inner + '}'.repeat(levels);

test.each<[string, object[], string]>([
  ['Chinese text', [user('一丁七万丈三上下不与丏丐丑且丕世'.repeat(40_000))], ''],
  ['one word without an end', [user('a'.repeat(1_900_000))], ''],
  ['signs that are escaped', [user('"\\\n'.repeat(300_000))], ''],
  ['ten thousand messages', Array.from({ length: 10_000 }, () => user('Hello. '.repeat(20))), ''],
  [
    'empty lists',
    [user('Hello.')],
    `,"x":[${Array(2)
      .fill(`[${'[],'.repeat(9_900)}1]`)
      .join()}]`,
  ],
  ['deep objects', [user('Hello.')], `,"x":[${Array(1_500).fill(nested(30, '1')).join()}]`],
  [
    'pictures',
    [
      user([
        {
          type: 'image_url',
          image_url: { url: `data:image/png;base64,${'iVBORw0K'.repeat(2e5)}` },
        },
      ]),
    ],
    '',
  ],
])('the largest chat of %s is looked at in pieces and parsed elsewhere', async (...shape) => {
  const [, messages, part] = shape;
  expect(await post(chatOf(limitBytes, messages, part))).toBe(402);
  expect(scanned.reduce((sum, bytes) => sum + bytes, 0)).toBe(limitBytes);
  expect(Math.max(...scanned)).toBeLessThanOrEqual(SOCKET_PIECE_BYTES);
  expectShortParsed();
});

/** Libraries parse a few characters of their own. */
function expectShortParsed(): void {
  expect(Math.max(0, ...parsed)).toBeLessThan(READ_AT_ONCE_BYTES / 10);
}

test('threads that read bodies give way to the event loop', async () => {
  if (process.platform !== 'linux') return; // elsewhere a thread has no priority of its own
  expect(await post(chatOf(limitBytes, [user('Hello.')]))).toBe(402);
  const nicenessOf = (task: string) => {
    const stat = readFileSync(`/proc/self/task/${task}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  };
  const own = nicenessOf(String(process.pid));
  const lower = readdirSync('/proc/self/task').filter((task) => nicenessOf(task) > own);
  expect(lower).toHaveLength(1);
});

test('a byte more than the largest chat is not looked at at all', async () => {
  expect(await post(chatOf(limitBytes + 1, [user('Hello.')]))).toBe(413);
  expect([scanned, parsed]).toEqual([[], []]);
});

test('so many bytes are read at once, and a byte more is not', async () => {
  expect(await post(chatOf(READ_AT_ONCE_BYTES, [user('Hello.')]))).toBe(402);
  expect(Math.max(...parsed)).toBe(READ_AT_ONCE_BYTES);
  parsed = [];
  expect(await post(chatOf(READ_AT_ONCE_BYTES + 1, [user('Hello.')]))).toBe(402);
  expectShortParsed();
});

test('of two megabytes that hold too much, little is looked at', async () => {
  expect(await post(chatOf(limitBytes, [user('Hello.')], `,"x":[${'[],'.repeat(6e5)}1]`))).toBe(
    400,
  );
  expect(scanned.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(
    2 * SOCKET_PIECE_BYTES,
  );
  expectShortParsed();
});
