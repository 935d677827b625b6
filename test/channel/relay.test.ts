/** What an attempt does with an order's channel that other attempts write to, too. */
import { randomBytes, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { AnswerPublisher } from '../../channel/answer-publisher';
import { type AnswerMessage, answerKey, stopKey } from '../../channel/messages';
import { StreamRelay } from '../../exchange/chat/stream-relay';
import type { MatchedFill, SettledAnswer } from '../../domain/chat';
import { Sealer } from '../../domain/sealing';
import { sharedServers } from '../support/shared-servers';

const sealer = new Sealer([randomBytes(32)]);
const settings = { CHANNEL_WAIT_MS: 5_000 } as never;
const ROUNDS_MAX = 20;

let redis: Redis;
let channel: CountedPublisher;
let fill: MatchedFill;
let stop: AbortController;

/** Counts how often a relay looks; one that looks without end is broken off. */
class CountedPublisher extends AnswerPublisher {
  reads = 0;
  appends = 0;

  override written(orderId: string): ReturnType<AnswerPublisher['written']> {
    this.reads += 1;
    if (this.reads > ROUNDS_MAX) throw new Error('the channel is read without end');
    return super.written(orderId);
  }

  override append(
    ...args: Parameters<AnswerPublisher['append']>
  ): ReturnType<AnswerPublisher['append']> {
    this.appends += 1;
    return super.append(...args);
  }
}

beforeAll(() => {
  redis = new Redis(sharedServers().addresses.redisUrl);
});

afterAll(() => {
  redis.disconnect();
});

beforeEach(() => {
  channel = new CountedPublisher(redis, sealer);
  fill = { orderId: randomUUID(), fillId: randomUUID() } as MatchedFill;
  stop = new AbortController();
});

const chunk = (content: string) => JSON.stringify({ choices: [{ index: 0, delta: { content } }] });
const [A, B, C] = [chunk('a'), chunk('b'), chunk('c')];
const open = (attempt: number) => StreamRelay.open({ channel, settings }, fill, attempt, stop);
const settled = (...chunks: string[]): SettledAnswer => ({
  fillId: fill.fillId,
  streamed: true,
  complete: true,
  chunks,
});

async function passAll(relay: StreamRelay, ...chunks: string[]): Promise<void> {
  for (const data of chunks) await relay.pass(data);
  await relay.flush();
}

const ENDS: [string, AnswerMessage][] = [
  ['settled', { kind: 'settled', fillId: 'other', body: {}, complete: true }],
  ['refused', { kind: 'refused', refusal: { code: 'bid_timeout', message: 'late' } }],
];

describe('a channel that another attempt has ended', () => {
  test.each(ENDS)('%s, before the first chunk: ends the relay', async (_name, end) => {
    const relay = await open(1);
    await channel.finish(fill.orderId, end);
    await passAll(relay, A, B);
    expect(relay.end).toBe('order_ended');
    expect(stop.signal.aborted).toBe(true);
    expect(relay.delivered).toEqual([]);
    expect(channel.reads).toBeLessThanOrEqual(1);
  });

  test.each(ENDS)('%s, in the middle: ends the relay', async (_name, end) => {
    const relay = await open(1);
    await passAll(relay, A);
    await channel.finish(fill.orderId, end);
    await passAll(relay, B, C);
    expect(relay.end).toBe('order_ended');
    expect(relay.delivered).toEqual([A]);
  });

  test.each(ENDS)('%s, before a later attempt opens it: ends the relay', async (_name, end) => {
    await passAll(await open(1), A);
    await channel.finish(fill.orderId, end);
    const relay = await open(2);
    await passAll(relay, A, B);
    expect(relay.end).toBe('order_ended');
    expect(stop.signal.aborted).toBe(true);
  });
});

describe('two attempts at one time', () => {
  test('write each chunk once, whoever is faster', async () => {
    const [first, second] = [await open(1), await open(2)];
    await passAll(first, A, B);
    await passAll(second, A, B, C);
    await passAll(first, C);
    expect([first.end, second.end]).toEqual([null, null]);
    expect(first.delivered).toEqual([A, B, C]);
    expect(second.delivered).toEqual([A, B, C]);
    const placed = await channel.written(fill.orderId);
    expect(placed.map(({ index }) => index).at(-1)).toBe(3);
    const written = placed.flatMap(({ message }) => (message.kind === 'chunk' ? message.data : []));
    expect(written).toEqual([A, B, C]);
  });

  test('a seller that says something else the second time is told apart', async () => {
    const [first, second] = [await open(1), await open(2)];
    await passAll(first, A, B);
    await passAll(second, A, C);
    expect(second.end).toBe('seller_differs');
    expect(second.delivered).toEqual([A, B]);
  });

  test('what was lost of the channel is not asked for again and again', async () => {
    const relay = await open(1);
    await passAll(relay, A);
    // Written by another attempt whose first chunks Redis has lost.
    await redis.del(answerKey(fill.orderId));
    await channel.append(fill.orderId, 4, fill.fillId, [A]);
    await passAll(relay, B, C, A, B);
    expect(relay.end).toBeNull();
    expect((await channel.written(fill.orderId)).map(({ index }) => index)).toEqual([4, 5]);
  });

  test('an index that stays taken although nothing stands there ends the relay', async () => {
    const relay = await open(1);
    // The stream remembers its last id although it is empty.
    await channel.append(fill.orderId, 3, fill.fillId, [A]);
    jest.spyOn(channel, 'written').mockResolvedValue([]);
    await passAll(relay, A);
    expect(relay.end).toBe('channel_lost');
    expect(channel.written).toHaveBeenCalledTimes(1);
  });
});

describe('the signal', () => {
  test('ends the wait for a channel that is unavailable', async () => {
    const away = new Redis({ port: 1, lazyConnect: true, maxRetriesPerRequest: 0 });
    away.on('error', () => undefined);
    channel = new CountedPublisher(away, sealer);
    const relay = await open(1);
    await relay.pass(A);
    stop.abort();
    await relay.flush();
    expect(relay.delivered).toEqual([]);
    away.disconnect();
  });

  test('keeps a stopped relay from writing more', async () => {
    const relay = await open(1);
    await passAll(relay, A);
    stop.abort();
    await passAll(relay, B);
    expect(relay.delivered).toEqual([A]);
    expect(await channel.written(fill.orderId)).toHaveLength(1);
  });
});

test('a stream whose last reader has left is stopped with its next chunk', async () => {
  const relay = await open(1);
  await passAll(relay, A);
  await redis.set(stopKey(fill.orderId), '1');
  await passAll(relay, B);
  expect(relay.end).toBe('buyer_gone');
  expect(stop.signal.aborted).toBe(true);
  await passAll(relay, C);
  expect(relay.delivered).toEqual([A, B]);
});

describe('chunks that arrive during a write', () => {
  test('go together in the next one, and are read in order', async () => {
    const relay = await open(1);
    const chunks = Array.from({ length: 50 }, (_, at) => chunk(String(at)));
    await Promise.all(chunks.map(async (data) => relay.pass(data)));
    await relay.flush();
    expect(channel.appends).toBeLessThanOrEqual(4);
    expect(relay.delivered).toEqual(chunks);
    await channel.settled(fill.orderId, settled(...chunks, 'last'));
    expect((await channel.written(fill.orderId)).at(-1)?.index).toBe(51);
  });

  test('wait at the seller when the channel is slower', async () => {
    const relay = await open(1);
    let passed = 0;
    const passing = (async () => {
      for (let at = 0; at < 1_000; at += 1, passed += 1) await relay.pass(chunk('x'.repeat(4_096)));
    })();
    await new Promise((resolve) => setImmediate(resolve));
    expect(passed).toBeLessThan(100);
    await passing;
    await relay.flush();
    expect(relay.delivered).toHaveLength(1_000);
  });
});
