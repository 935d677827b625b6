/** A stream whose reader waits in the process that runs it: chunks reach him before the channel has them. */
import { randomBytes, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { AnswerListener, type AnswerSubscription } from '../../channel/answer-listener';
import { AnswerPublisher } from '../../channel/answer-publisher';
import { CHUNKS_PER_MESSAGE } from '../../channel/messages';
import { StreamRelay } from '../../exchange/chat/stream-relay';
import type { MatchedFill } from '../../domain/chat';
import { Sealer } from '../../domain/sealing';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';

const sealer = new Sealer([randomBytes(32)]);
const settings = { CHANNEL_WAIT_MS: 5_000 } as never;
const chunk = (content: string) => JSON.stringify({ choices: [{ index: 0, delta: { content } }] });
const [A, B, C, D] = ['a', 'b', 'c', 'd'].map(chunk) as [string, string, string, string];

let redis: Redis;
let listener: AnswerListener;
let channel: AnswerPublisher;
/** Of another process. */
let elsewhere: AnswerPublisher;
let fill: MatchedFill;
let stop: AbortController;
let subscription: AnswerSubscription;
let heard: string[];

beforeAll(() => {
  redis = new Redis(sharedServers().addresses.redisUrl);
  elsewhere = new AnswerPublisher(redis, sealer);
});

afterAll(() => {
  redis.disconnect();
});

beforeEach(() => {
  listener = new AnswerListener(redis, sealer);
  channel = new AnswerPublisher(redis, sealer, listener);
  fill = { orderId: randomUUID(), fillId: randomUUID() } as MatchedFill;
  stop = new AbortController();
  heard = [];
  subscription = listener.expect(fill.orderId);
  void hear(subscription, heard);
});

afterEach(() => {
  subscription.close();
  listener.close();
});

const open = (publisher = channel, attempt = 1) =>
  StreamRelay.open({ channel: publisher, settings }, fill, attempt, stop);

async function hear(from: AnswerSubscription, into: string[]): Promise<void> {
  for (;;) {
    const messages = await from.next();
    if (messages.length === 0) return;
    for (const message of messages) {
      if (message.kind === 'chunk') into.push(...message.data);
      else into.push(message.kind === 'refused' ? message.refusal.code : message.kind);
    }
  }
}

async function onChannel(): Promise<string[]> {
  const placed = await elsewhere.written(fill.orderId);
  return placed.flatMap(({ message }) => (message.kind === 'chunk' ? message.data : []));
}

const hasHeard = (...chunks: string[]) =>
  until(() => heard.length >= chunks.length, { what: 'the reader here' }).then(() =>
    expect(heard).toEqual(chunks),
  );

test('a chunk reaches the reader here while Redis is unavailable', async () => {
  const away = new Redis({ port: 1, lazyConnect: true, maxRetriesPerRequest: 0 });
  away.on('error', () => undefined);
  const relay = await open(new AnswerPublisher(away, sealer, listener));
  for (const data of [A, B]) await relay.pass(data);
  await hasHeard(A, B);
  expect(relay.begun).toBe(true);
  stop.abort();
  await relay.flush();
  // Nobody can go on where he is, so he is told that this is the end.
  await hasHeard(A, B, 'service_unavailable');
  away.disconnect();
});

test('chunks that come one by one stand in few messages, and are replayed elsewhere in order', async () => {
  const append = jest.spyOn(channel, 'append');
  const relay = await open();
  const chunks = Array.from({ length: 40 }, (_, at) => chunk(String(at)));
  for (const data of chunks) {
    await relay.pass(data);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await relay.flush();
  await hasHeard(...chunks);
  expect(append.mock.calls.length).toBeLessThanOrEqual(3);
  expect(await onChannel()).toEqual(chunks);
  expect(relay.delivered).toEqual(chunks);
});

/** Chunks that wait for others are written this long after those before them (stream-relay.ts). */
const GAP_MS = 500;

test('full messages do not wait', async () => {
  const relay = await open();
  const messages = 6;
  const startedAt = performance.now();
  for (let at = 0; at < messages * CHUNKS_PER_MESSAGE; at += 1) await relay.pass(chunk(String(at)));
  await until(async () => (await onChannel()).length === messages * CHUNKS_PER_MESSAGE, {
    what: 'full messages',
  });
  expect(performance.now() - startedAt).toBeLessThan(((messages - 1) * GAP_MS) / 2);
  await relay.flush();
});

test('while somebody elsewhere reads along the channel has each chunk at once', async () => {
  const other = new AnswerListener(redis, sealer);
  const along = await other.listen(fill.orderId, true);
  const heardAlong: string[] = [];
  void hear(along, heardAlong);
  const relay = await open();
  const chunks = [A, B, C, D, A, B, C, D];
  const startedAt = performance.now();
  for (const [at, data] of chunks.entries()) {
    await relay.pass(data);
    await until(() => heardAlong.length === at + 1, { what: `chunk ${at} elsewhere` });
  }
  expect(performance.now() - startedAt).toBeLessThan(((chunks.length - 1) * GAP_MS) / 2);
  await relay.flush();
  along.close();
  other.close();
});

test('an attempt that is given up leaves the channel where its reader is', async () => {
  const relay = await open();
  for (const data of [A, B, C]) await relay.pass(data);
  await hasHeard(A, B, C);
  stop.abort();
  await relay.flush();
  expect(await onChannel()).toEqual([A, B, C]);
  await listener.follow(fill.orderId);
  const next = await StreamRelay.open(
    { channel: elsewhere, settings },
    fill,
    2,
    new AbortController(),
  );
  for (const data of [A, B, C, D]) await next.pass(data);
  await next.flush();
  await hasHeard(A, B, C, D);
});

describe('another attempt that wrote beside it', () => {
  test('the same: the reader goes on, each chunk once', async () => {
    await listener.follow(fill.orderId);
    const relay = await open();
    for (const data of [A, B, C]) await relay.pass(data);
    await elsewhere.append(fill.orderId, 1, fill.fillId, [A, B]);
    await relay.flush();
    expect(relay.end).toBeNull();
    await elsewhere.append(fill.orderId, 4, fill.fillId, [D]);
    await hasHeard(A, B, C, D);
  });

  test('something else: the reader is never given a mixture', async () => {
    await listener.follow(fill.orderId);
    const relay = await open();
    for (const data of [A, B]) await relay.pass(data);
    await hasHeard(A, B);
    await elsewhere.append(fill.orderId, 1, fill.fillId, [A, C, D]);
    await relay.flush();
    expect(relay.end).toBe('seller_differs');
    await hasHeard(A, B, 'service_unavailable');
  });

  test('and was refused: the reader hears why', async () => {
    await listener.follow(fill.orderId);
    const relay = await open();
    for (const data of [A, B]) await relay.pass(data);
    const refusal = { code: 'bid_timeout', message: 'late' } as const;
    await elsewhere.finish(fill.orderId, { kind: 'refused', refusal });
    await relay.flush();
    expect(relay.orderEnded).toBe(true);
    await hasHeard(A, B, 'bid_timeout');
  });
});

test('a stream is stopped by the last of its readers, at whichever gateway', async () => {
  const other = new AnswerListener(redis, sealer);
  const along = await other.listen(fill.orderId, true);
  subscription.close();
  expect(await listener.stopUnread(fill.orderId)).toBe(false);
  expect(await elsewhere.stopRequested(fill.orderId)).toBe(false);
  along.close();
  expect(await other.stopUnread(fill.orderId)).toBe(true);
  expect(await elsewhere.stopRequested(fill.orderId)).toBe(true);
  other.close();
});

test('one of two readers at the same gateway leaves: the other reads on', async () => {
  const second = listener.expect(fill.orderId);
  const heardSecond: string[] = [];
  void hear(second, heardSecond);
  subscription.close();
  expect(await listener.stopUnread(fill.orderId)).toBe(false);
  expect(await elsewhere.stopRequested(fill.orderId)).toBe(false);
  const relay = await open();
  for (const data of [A, B]) await relay.pass(data);
  await relay.flush();
  expect([relay.end, heardSecond]).toEqual([null, [A, B]]);
  second.close();
  expect(await listener.stopUnread(fill.orderId)).toBe(true);
});

test('who follows an answer elsewhere reads what stands there already, without a further chunk', async () => {
  await elsewhere.append(fill.orderId, 1, fill.fillId, [A, B]);
  await listener.follow(fill.orderId);
  await hasHeard(A, B);
});

test('who joins a long answer reads all of it, without a further chunk', async () => {
  const chunks = Array.from({ length: 100 }, (_, at) => chunk(String(at)));
  for (const [at, data] of chunks.entries()) {
    await elsewhere.append(fill.orderId, at + 1, fill.fillId, [data]);
  }
  const late = await listener.listen(fill.orderId, true);
  const heardLate: string[] = [];
  void hear(late, heardLate);
  await until(() => heardLate.length === chunks.length, { what: 'the whole answer' });
  expect(heardLate).toEqual(chunks);
  late.close();
});

test('an end that the channel lacks chunks before is left to the records', async () => {
  const streamed = { fillId: fill.fillId, streamed: true, complete: true } as const;
  await elsewhere.settled(fill.orderId, { ...streamed, chunks: [A, B, 'last'] });
  const late = await listener.listen(fill.orderId, true);
  const heardLate: string[] = [];
  const hearing = hear(late, heardLate);
  late.conclude([
    { kind: 'chunk', fillId: fill.fillId, data: [A, B] },
    { kind: 'settled', fillId: fill.fillId, lastChunks: ['last'], complete: true },
  ]);
  await hearing;
  expect(heardLate).toEqual([A, B, 'settled']);
});

test('a settled answer that is shorter than what was told ends the wait', async () => {
  const relay = await open();
  for (const data of [A, B, C]) await relay.pass(data);
  await hasHeard(A, B, C);
  subscription.conclude([
    { kind: 'settled', fillId: fill.fillId, lastChunks: ['last'], complete: false },
  ]);
  await hasHeard(A, B, C, 'settled');
  stop.abort();
  await relay.flush();
});
