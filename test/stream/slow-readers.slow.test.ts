/**
 * A reader that does not read costs itself alone: the others get everything, what waits for it is
 * bounded, and when it reads again it has one fresh snapshot. Nothing here is judged by a clock.
 */
import { type Socket, io } from 'socket.io-client';
import { BUFFER_BYTES } from '../../api/stream/socket-reader';
import type { Depth } from '../../domain/book-message';
import { newModel } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { StreamClient, Voice, bookMessage, trade } from './client';

const READERS = 50;
const STALLED = 10;
/** About 64 KB as a snapshot: what stalls fills the buffers of the kernel, then those of the gateway. */
const LARGE: Depth = Array.from({ length: 1_600 }, (_, row) => [
  `0.${String(row + 1).padStart(8, '0')}`,
  '1000',
]);
const SMALL: Depth = [['0.001', '1000']];

let exchange: Exchange;
let voice: Voice;
beforeAll(async () => {
  // Who stalls is not cut off before the test has seen what that does to the others.
  exchange = await Exchange.start({ workers: 0, settings: { WS_HEARTBEAT_MS: 300_000 } });
  voice = new Voice(exchange.settings);
});
afterAll(async () => {
  voice.close();
  await exchange.stop();
});

async function metric(name: string): Promise<number> {
  const { body } = await exchange.send('GET', '/metrics', { admin: true });
  const line = String(body)
    .split('\n')
    .find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ')[1] ?? 0);
}

/** Reads the sequence and the trades of what comes, and keeps nothing else. */
class Counter {
  sequence = -1;
  inOrder = true;
  readonly trades: string[] = [];

  constructor(readonly client: StreamClient) {
    client.socket.removeAllListeners('message');
    client.socket.on('message', (data: Buffer) => {
      const tail = data.toString('latin1', Math.max(0, data.length - 80));
      const [, sequence] = /"sequence":(\d+)/.exec(tail) ?? [];
      if (sequence === undefined) this.trades.push(JSON.parse(String(data)).id);
      else {
        this.inOrder &&= Number(sequence) > this.sequence;
        this.sequence = Number(sequence);
      }
    });
  }
}

const open = async (model: string, query = '') =>
  new Counter(await StreamClient.open(exchange.url(), `model_id=${model}${query}`));

const several = (count: number, model: string) =>
  Promise.all(Array.from({ length: count }, () => open(model)));

test('10 stalled readers among 60 change nothing for the others, and what waits is bounded', async () => {
  const model = newModel();
  const readers = await several(READERS, model);
  const stalled = await several(STALLED, model);
  for (const { client } of stalled) client.socket.pause();
  const told: string[] = [];
  let sequence = 0;
  const tell = async (asks: Depth) => {
    const trades = [trade(), trade()];
    told.push(...trades.map(({ id }) => id));
    sequence += 1;
    voice.say(bookMessage(model, sequence, { asks: { apac: asks }, trades }));
    await until(() => readers.every((reader) => reader.sequence === sequence), {
      what: `every reader to have snapshot ${sequence}`,
      everyMs: 2,
    });
  };
  // Until every stalled reader has filled what the kernel holds for it.
  const isFull = async () =>
    (await metric('tokenbook_stream_buffered_bytes')) > STALLED * LARGE.length * 10;
  while (sequence < 200 && !(await isFull())) await tell(LARGE);
  const waitingBytes: number[] = [];
  for (let round = 0; round < 200; round++) {
    await tell(SMALL);
    if (round % 50 === 0) waitingBytes.push(await metric('tokenbook_stream_buffered_bytes'));
  }
  for (const reader of readers) {
    expect(reader.trades).toEqual(told);
    expect([reader.inOrder, reader.client.code]).toEqual([true, null]);
  }
  // Beside what it was sent while it read: one snapshot, and trades up to the bound.
  const largest = STALLED * (LARGE.length * 60 + BUFFER_BYTES);
  expect(Math.max(...waitingBytes)).toBeLessThan(largest);
  expect(await metric('tokenbook_stream_laggards_total{kind="raw"}')).toBe(STALLED);

  for (const { client } of stalled) client.socket.resume();
  await until(() => stalled.every((reader) => reader.sequence === sequence), {
    what: 'a fresh snapshot for those that read again',
  });
  expect(await metric('tokenbook_stream_buffered_bytes')).toBe(0);
  const missed = stalled.map((reader) => told.length - reader.trades.length);
  expect(Math.min(...missed)).toBeGreaterThan(0);
  // They keep up again: nothing is lost from now on.
  await tell(SMALL);
  await until(() => stalled.every((reader) => reader.sequence === sequence));
  for (const reader of stalled) {
    expect(reader.trades.slice(-2)).toEqual(told.slice(-2));
    expect(reader.inOrder).toBe(true);
  }
  for (const { client } of [...readers, ...stalled]) client.close();
}, 90_000);

test('a member of a room that stalls is left out likewise', async () => {
  const model = newModel();
  const [keen, stalled] = await Promise.all([enter(model), enter(model)]);
  const laggards = 'tokenbook_stream_laggards_total{kind="room"}';
  const before = await metric(laggards);
  rawOf(stalled.socket).pause();
  const told: string[] = [];
  let sequence = 0;
  const tell = async (asks: Depth, trades: number) => {
    const made = Array.from({ length: trades }, () => trade());
    told.push(...made.map(({ id }) => id));
    sequence += 1;
    voice.say(bookMessage(model, sequence, { asks: { apac: asks }, trades: made }));
    await until(() => keen.sequence === sequence, { what: `snapshot ${sequence}`, everyMs: 2 });
  };
  while (sequence < 400 && (await metric(laggards)) === before) await tell(LARGE, 20);
  expect(await metric(laggards)).toBe(before + 1);
  await tell(SMALL, 20);
  expect(keen.trades).toEqual(told);
  rawOf(stalled.socket).resume();
  await until(() => stalled.sequence === sequence, { what: 'the fresh snapshot' });
  expect(stalled.trades.length).toBeLessThan(told.length);
  await tell(SMALL, 2);
  await until(() => stalled.sequence === sequence, { what: 'the next snapshot' });
  expect(stalled.trades.slice(-2)).toEqual(told.slice(-2));
  for (const { socket } of [keen, stalled]) socket.disconnect();
}, 60_000);

interface Member {
  readonly socket: Socket;
  sequence: number;
  readonly trades: string[];
}

async function enter(model: string): Promise<Member> {
  const socket = io(exchange.url(), { transports: ['websocket'], forceNew: true });
  const member: Member = { socket, sequence: -1, trades: [] };
  socket.on('orderbook_snapshot', (body) => (member.sequence = body.sequence));
  socket.on('trade', ({ id }) => member.trades.push(id));
  await socket.emitWithAck('subscribe', { model_id: model });
  return member;
}

function rawOf(socket: Socket): { pause(): void; resume(): void } {
  return (socket.io.engine.transport as any).ws;
}
