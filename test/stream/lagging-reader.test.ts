/** A reader that missed a trade is told of no later one before it has a new book. */
import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { Registry } from 'prom-client';
import { WebSocket } from 'ws';
import type { Subscription } from '../../api/stream/book-hub';
import { Snapshot, type Update } from '../../api/stream/messages';
import { StreamMetrics } from '../../api/stream/metrics';
import { BUFFER_BYTES, SocketReader } from '../../api/stream/socket-reader';

const BOOK = { modelId: 'lagging', tenor: 'spot' } as const;
const FRAME_BYTES = 1_000;

const snapshotAt = (sequence: number) =>
  new Snapshot(BOOK, 'any', { epoch: 1, sequence, atMs: 0, asks: [], bids: [] });

/** A connection whose peer reads when the test says so. */
function connection() {
  const socket = Object.assign(new EventEmitter(), {
    readyState: WebSocket.OPEN,
    bufferedAmount: 0,
  });
  const written: { frame: Buffer; done: () => void }[] = [];
  let current = snapshotAt(0);
  const subscription = { start: () => current, snapshot: () => current };
  const wire = { write: (frame: Buffer, done: () => void) => written.push({ frame, done }) };
  const reader = new SocketReader(
    ...([socket, wire, subscription] as unknown as [WebSocket, Duplex, Subscription]),
    new StreamMetrics(new Registry(), () => 0),
  );
  reader.start();
  written.splice(0)[0]!.done();
  const update = (sequence: number): Update => {
    current = snapshotAt(sequence);
    const frame = Buffer.alloc(FRAME_BYTES, sequence);
    return { trades: [{ frame }], snapshot: current } as unknown as Update;
  };
  /** The trades among what was written, by the state of the book at their time. */
  const trades = () =>
    written.filter(({ frame }) => frame.length === FRAME_BYTES).map(({ frame }) => frame[0]);
  return { socket, reader, written, update, trades };
}

test('trades go on only behind the snapshot that stands for what was missed', () => {
  const { socket, reader, written, update, trades } = connection();
  reader.deliver(update(1));
  socket.bufferedAmount = BUFFER_BYTES; // the peer reads nothing
  reader.deliver(update(2));
  socket.bufferedAmount = 10; // it has read most of it
  reader.deliver(update(3));
  expect(trades()).toEqual([1]);
  socket.bufferedAmount = 0;
  const before = written.length;
  written[0]!.done();
  expect(written.slice(before).map(({ frame }) => frame)).toEqual([snapshotAt(3).frame]);
  reader.deliver(update(4));
  expect(trades()).toEqual([1, 4]);
});
