/** Chats whose body is refused: their share of the memory for bodies is free again. */
import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import { request } from 'undici';
import { chatBody } from '../../api/middleware/body';
import { errorHandler } from '../../api/middleware/errors';

const LIMIT_BYTES = 4_000_000;
/** More of these than an account may send at once. */
const REFUSED = 8;

let server: Server;
beforeAll(async () => {
  const app = express();
  app.use((_req, res, next) => {
    res.locals.buyer = { accountId: 'account', keyId: 'key', quotas: {}, owner: null };
    next();
  });
  app.use(...chatBody(LIMIT_BYTES), (_req, res) => {
    res.locals.received!.release();
    res.json({ code: 'received' });
  });
  app.use(errorHandler);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

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

const large = (start: string) => Buffer.concat([Buffer.from(start), Buffer.alloc(3_900_000, ' ')]);

test('an account whose large chats were refused one after the other can send the next one', async () => {
  const tooDeep = large('['.repeat(1_000));
  for (let count = 0; count < REFUSED; count += 1) {
    expect(await send(tooDeep)).toEqual({ status: 400, code: 'invalid_request' });
  }
  expect(await send(large('{}'))).toEqual({ status: 200, code: 'received' });
});

test('an account whose chats end early can send the next one', async () => {
  const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
  for (let count = 0; count < REFUSED; count += 1) {
    const arrived = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`${head}content-length: 3900000\r\n\r\n{`);
    const [, res] = await arrived;
    const closed = once(res, 'close');
    socket.destroy();
    await closed;
  }
  expect(await send(large('{}'))).toEqual({ status: 200, code: 'received' });
});
