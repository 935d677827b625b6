/** What runs when a peer has left, also when that is in the past. */
import { getEventListeners, once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { closingOf, drained, whenClosed } from '../../api/closing';
import { until } from '../support/wait';

let server: Server;
let responses: ServerResponse[];
let client: Socket;

beforeEach(async () => {
  responses = [];
  server = createServer((_req, res) => void responses.push(res)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
});
afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

/** Responses of requests that are sent at once, on one connection. */
async function requested(count: number): Promise<ServerResponse[]> {
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(count));
  await until(() => responses.length === count, { what: 'the requests' });
  return responses;
}

async function left(): Promise<void> {
  const { socket } = responses[0]!.req;
  client.destroy();
  await until(() => socket.closed, { what: 'the end of the connection' });
}

test.each(['response', 'socket'])('a %s that closes runs it once', async (kind) => {
  const [res] = await requested(1);
  const peer = kind === 'socket' ? res!.req.socket : res!;
  const ran = jest.fn();
  whenClosed(peer, ran);
  expect(ran).not.toHaveBeenCalled();
  await left();
  expect(ran).toHaveBeenCalledTimes(1);
});

test.each(['response', 'socket'])('a %s that has closed before runs it at once', async (kind) => {
  const [res] = await requested(1);
  const peer = kind === 'socket' ? res!.req.socket : res!;
  await left();
  const ran = jest.fn();
  whenClosed(peer, ran);
  expect(ran).toHaveBeenCalledTimes(1);
  expect(closingOf(peer).aborted).toBe(true);
});

test.each([false, true])(
  'a response behind another one of its connection closes with it (in the past: %s)',
  async (isPast) => {
    const [, second] = await requested(2);
    const ran = jest.fn();
    if (isPast) await left();
    whenClosed(second!, ran);
    if (!isPast) await left();
    expect(ran).toHaveBeenCalledTimes(1);
  },
);

test('a response that ends closes, and leaves nothing with its kept connection', async () => {
  const closed: number[] = [];
  const listeners = new Set<number>();
  for (let count = 1; count <= 3; count += 1) {
    const res = (await requested(1))[0]!;
    whenClosed(res, () => closed.push(count));
    const { socket } = res.req;
    res.end();
    await until(() => closed.length === count, { what: 'the response to close' });
    expect(getEventListeners(closingOf(socket), 'abort')).toEqual([]);
    listeners.add(socket.listenerCount('close'));
    responses = [];
  }
  expect(listeners.size).toBe(1);
});

test('what is withdrawn does not run', async () => {
  const [res] = await requested(1);
  const ran = jest.fn();
  whenClosed(res!, ran)();
  await left();
  expect(ran).not.toHaveBeenCalled();
});

/** More than the buffers of both ends hold. */
const MUCH = Buffer.alloc(20_000_000);

test('a reader that leaves ends the wait for it, also when it has left before', async () => {
  const [res] = await requested(1);
  client.pause();
  expect(res!.write(MUCH)).toBe(false);
  const waiting = drained(res!);
  await left();
  expect(await waiting).toBe(false);
  expect(await drained(res!)).toBe(false);
});

test('a reader that reads on ends the wait for it', async () => {
  const [res] = await requested(1);
  expect(res!.write(MUCH)).toBe(false);
  client.resume();
  expect(await drained(res!)).toBe(true);
});
