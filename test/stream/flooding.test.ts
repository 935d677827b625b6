/** A peer may send so many frames between two heartbeats, and is dropped with the next one, not later. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { SocketReader } from '../../api/stream/socket-reader';
import { until } from '../support/wait';

const FRAMES_PER_BEAT = 5_000;
const KINDS = ['ping', 'pong', 'message'] as const;

let server: WebSocketServer;
let peer: WebSocket;
let reader: SocketReader;
const dropped: unknown[] = [];
let heard = 0;
beforeEach(async () => {
  dropped.length = 0;
  heard = 0;
  server = new WebSocketServer({ host: '127.0.0.1', port: 0, autoPong: false });
  const accepted = once(server, 'connection') as Promise<[WebSocket, { socket: Duplex }]>;
  await once(server, 'listening');
  peer = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [socket, { socket: wire }] = await accepted;
  const metrics = { dropped: { inc: (labels: unknown) => void dropped.push(labels) } };
  reader = new SocketReader(socket, wire, {} as never, metrics as never);
  for (const kind of KINDS) socket.on(kind, () => (heard += 1));
  if (peer.readyState !== WebSocket.OPEN) await once(peer, 'open');
});
afterEach(() => {
  peer.terminate();
  server.close();
});

function send(count: number, kind: (typeof KINDS)[number]): void {
  for (let at = 0; at < count; at += 1) {
    if (kind === 'message') peer.send('x');
    else peer[kind]();
  }
}

test.each(KINDS)('%s', async (kind) => {
  send(FRAMES_PER_BEAT, kind);
  await until(() => heard === FRAMES_PER_BEAT, { what: 'all frames to arrive' });
  expect(dropped).toEqual([]);
  send(1, kind);
  await until(() => peer.readyState === WebSocket.CLOSED, { what: 'an end', timeoutMs: 5_000 });
  expect(dropped).toEqual([{ reason: 'flooding' }]);
});

test('a heartbeat begins another count', async () => {
  send(FRAMES_PER_BEAT, 'pong');
  await until(() => heard === FRAMES_PER_BEAT, { what: 'all frames to arrive' });
  reader.beat();
  send(FRAMES_PER_BEAT - 1, 'pong'); // the answer to the heartbeat is one too
  await until(() => heard === 2 * FRAMES_PER_BEAT, { what: 'all frames to arrive' });
  expect(dropped).toEqual([]);
});
