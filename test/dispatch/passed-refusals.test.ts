/** A seller's refusal of a request reaches the buyer with all that the seller said of it. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SellerClient } from '../../exchange/dispatch/seller-client';
import { attempt, closeClients, testClient } from './attempt';

let client: SellerClient;
let server: Server;
let refusal: object;
beforeAll(async () => {
  client = testClient();
  server = createServer((req, res) => {
    req.resume();
    res.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusal));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  await closeClients();
  server.close();
});

async function passedOn(body: object): Promise<unknown> {
  refusal = body;
  const { port } = server.address() as AddressInfo;
  const { outcome } = await attempt(client, `http://127.0.0.1:${port}`);
  expect(outcome).toMatchObject({ kind: 'refused_request', status: 400 });
  return (outcome as { body: unknown }).body;
}

test('an error of its own keeps its fields, and has ours beside them', async () => {
  const error = {
    message: 'No such tool.',
    type: 'tool_error',
    code: 'no_tool',
    param: 'tools[0]',
  };
  expect(await passedOn({ error, request: 'r-1' })).toEqual({
    error,
    request: 'r-1',
    code: 'no_tool',
    message: 'No such tool.',
  });
});

test('without one it gets one', async () => {
  expect(await passedOn({ message: 'Too odd.' })).toEqual({
    message: 'Too odd.',
    code: 'invalid_request',
    error: {
      message: 'Too odd.',
      type: 'invalid_request_error',
      code: 'invalid_request',
      param: null,
    },
  });
});

test('its own code and text are not replaced by those of its error', async () => {
  const error = { message: 'inner', type: 'inner_type', code: 'inner_code' };
  const body = { code: 'outer_code', message: 'outer', error };
  expect(await passedOn(body)).toEqual(body);
});
