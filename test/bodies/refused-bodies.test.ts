/** The memory of a chat body is free again, whatever ends the chat and whenever its client leaves. */
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express, { type NextFunction, type Request, type Response } from 'express';
import { request } from 'undici';
import { receivedOf } from '../../api/context';
import { chatBody } from '../../api/middleware/body';
import { BodyMemory, LARGE_BODY_BYTES } from '../../api/middleware/body-memory';
import { errorHandler } from '../../api/middleware/errors';
import { inTurn } from '../../api/middleware/turns';
import { until } from '../support/wait';

const BODY_BYTES = LARGE_BODY_BYTES + 1_000;
/** Room for one body. */
const LIMITS = { senderBytes: BODY_BYTES + 1_000, allBytes: 2 * BODY_BYTES };

let memory: BodyMemory;
let server: Server;
/** Requests that wait before their body is received, and in their handler. */
let waiting: { readonly at: string; readonly res: Response; readonly resume: () => void }[];

beforeEach(async () => {
  memory = new BodyMemory({ small: LIMITS, large: LIMITS });
  waiting = [];
  const wait = (at: string) => (req: Request, res: Response, next: NextFunction) => {
    if (req.path !== `/${at}`) return next();
    waiting.push({ at, res, resume: next });
  };
  const app = express();
  app.use((_req, res, next) => {
    res.locals.buyer = { accountId: 'account', keyId: 'key', quotas: {}, owner: null };
    next();
  });
  app.use(wait('credential'), ...chatBody(memory, 4_000_000), wait('turn'), inTurn);
  app.use(async (req, res) => {
    const { release } = receivedOf(res);
    await new Promise<void>((resolve) => wait('handler')(req, res, () => resolve()));
    release();
    res.json({ code: 'received' });
  });
  app.use(errorHandler);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const bodyOf = (start: string) =>
  Buffer.concat([Buffer.from(start), Buffer.alloc(BODY_BYTES - start.length, ' ')]);
const headOf = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${BODY_BYTES}\r\n\r\n`;

async function send(body: Buffer): Promise<{ status: number; code: string }> {
  const { port } = server.address() as AddressInfo;
  const answer = await request(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { code } = (await answer.body.json()) as { code: string };
  return { status: answer.statusCode, code };
}

/** Whether the account may send a body. */
function isFree(): boolean {
  const share = memory.share('account');
  try {
    share.grow(BODY_BYTES);
    return true;
  } catch {
    return false;
  } finally {
    share.release();
  }
}

/** @returns what hangs up */
function open(...parts: (string | Buffer)[]): () => void {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  for (const part of parts) socket.write(part);
  return () => socket.destroy();
}

test('an account whose large chats were refused one after the other can send the next one', async () => {
  for (let count = 0; count < 3; count += 1) {
    expect(await send(bodyOf('['.repeat(1_000)))).toEqual({ status: 400, code: 'invalid_request' });
  }
  expect(await send(bodyOf('{}'))).toEqual({ status: 200, code: 'received' });
});

test('a body is free when its client leaves in the middle of it', async () => {
  const hangUp = open(headOf('/'), bodyOf('{}').subarray(1));
  await until(() => !isFree(), { what: 'the body' });
  hangUp();
  await until(isFree, { what: 'the memory to be free', timeoutMs: 5_000 });
});

test.each(['credential', 'turn'])(
  'a body is free when its client leaves before the %s',
  async (at) => {
    // A large part that nobody reads would hide the end of the connection.
    const hangUp = open(headOf(`/${at}`), at === 'credential' ? '{' : bodyOf('{}'));
    const { res, resume } = await until(() => waiting[0], { what: 'the request' });
    expect(isFree()).toBe(at === 'credential');
    hangUp();
    await until(() => res.closed, { what: 'the end of the connection' });
    resume();
    await new Promise(setImmediate);
    expect([isFree(), res.locals.received]).toEqual([true, undefined]);
  },
);

test('a body that its handler reads is held until then, even when its client has left', async () => {
  const hangUp = open(headOf('/handler'), bodyOf('{}'));
  const { res, resume } = await until(() => waiting[0], { what: 'the handler' });
  hangUp();
  await until(() => res.closed, { what: 'the end of the connection' });
  expect(isFree()).toBe(false);
  resume();
  await until(isFree, { what: 'the memory to be free', timeoutMs: 5_000 });
});

test('a body is free when its client leaves before an earlier response of its connection', async () => {
  const hangUp = open('GET /credential HTTP/1.1\r\nhost: x\r\n\r\n', headOf('/turn'), bodyOf('{}'));
  await until(() => waiting.length === 2 && !isFree(), { what: 'both requests' });
  hangUp();
  await until(isFree, { what: 'the memory to be free', timeoutMs: 5_000 });
});
