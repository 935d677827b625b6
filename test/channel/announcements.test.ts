/** Announcements on the answer channel that arrive twice, late, in another order, or not at all. */
import { randomBytes, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { AnswerListener, type AnswerSubscription } from '../../channel/answer-listener';
import { AnswerPublisher } from '../../channel/answer-publisher';
import { answerKey, type AnswerMessage } from '../../channel/messages';
import type { SettledAnswer } from '../../domain/chat';
import { Sealer } from '../../domain/sealing';
import { RedisServer } from '../engine/redis-server';
import { until } from '../support/wait';

const sealer = new Sealer([randomBytes(32)]);
const fillId = 'fill';
const TEXTS = ['one', 'two', 'three', 'four'];
const ANSWER: SettledAnswer = {
  fillId,
  streamed: true,
  complete: true,
  chunks: [...TEXTS, 'last'],
};
const ALL = [...TEXTS, 'settled: last'];

/** Of its own: a test closes the subscriptions of everybody. */
let server: RedisServer;
let redis: Redis;
let listener: AnswerListener;
/** Of another process than the listener. */
let publisher: AnswerPublisher;
let subscription: AnswerSubscription;
let orderId: string;
let received: string[];

beforeAll(async () => {
  server = await RedisServer.start();
  redis = new Redis(server.port);
  publisher = new AnswerPublisher(redis, sealer);
  listener = new AnswerListener(redis, sealer);
});
afterAll(async () => {
  listener.close();
  redis.disconnect();
  await server.stop();
});
beforeEach(async () => {
  orderId = randomUUID();
  received = [];
  subscription = await listener.listen(orderId, false);
});
afterEach(() => subscription.close());

/** Announces without writing, as a message arrives that was delayed or repeated on its way. */
function announce(index: number, message: AnswerMessage): Promise<number> {
  const sealed = sealer.sealJson(message, orderId).toString('base64');
  return redis.publish(answerKey(orderId), `${index}:${sealed}`);
}

const announceChunk = (index: number) =>
  announce(index, { kind: 'chunk', fillId, data: [TEXTS[index - 1]!] });
const writeChunk = (index: number) => publisher.append(orderId, index, fillId, [TEXTS[index - 1]!]);

async function readAll(): Promise<void> {
  for (;;) {
    const messages = await subscription.next();
    if (messages.length === 0) return;
    for (const message of messages) {
      if (message.kind === 'chunk') received.push(...message.data);
      else if (message.kind === 'settled') received.push(`settled: ${message.lastChunks?.join()}`);
      else received.push(`refused: ${message.refusal.code}`);
    }
  }
}

test('each twice: the reader has each chunk once, and one end', async () => {
  const reading = readAll();
  for (const index of [1, 2, 3, 4]) {
    await writeChunk(index);
    await announceChunk(index);
    await announceChunk(1);
  }
  await publisher.settled(orderId, ANSWER);
  await publisher.settled(orderId, ANSWER);
  await reading;
  expect(received).toEqual(ALL);
});

test.each([
  ['read as they come', true],
  ['read at the end', false],
])('in another order, %s: the reader has them in theirs', async (_name, isReading) => {
  let reading = isReading ? readAll() : null;
  for (const index of [2, 1, 4, 3]) await announceChunk(index); // before the stream has any of them
  for (const index of [1, 2, 3, 4]) await writeChunk(index);
  await publisher.settled(orderId, ANSWER);
  reading ??= readAll();
  await reading;
  expect(received).toEqual(ALL);
});

test('only the last one arrives: the reader takes the others from the channel', async () => {
  const reading = readAll();
  await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
  for (const index of [1, 2, 3]) await writeChunk(index);
  const isSubscribed = async () => (await announceChunk(4)) > 0;
  await until(isSubscribed, { what: 'the listener to be subscribed again' });
  await writeChunk(4);
  await publisher.settled(orderId, ANSWER);
  await reading;
  expect(received).toEqual(ALL);
});

describe('of an attempt that writes on behind the end of its order', () => {
  const REFUSAL = { code: 'bid_timeout', message: 'Too late.' } as const;

  test('a settled one: nothing more is written, nor read', async () => {
    for (const index of [1, 2]) await writeChunk(index);
    await publisher.settled(orderId, { ...ANSWER, chunks: ['one', 'two', 'last'] });
    expect(await writeChunk(3)).toBe('taken');
    await announceChunk(3);
    await publisher.refused(orderId, REFUSAL);
    await readAll();
    expect(received).toEqual(['one', 'two', 'settled: last']);
  });

  test('a refused one: nothing more is written, nor read', async () => {
    await writeChunk(1);
    await publisher.refused(orderId, REFUSAL);
    expect(await writeChunk(2)).toBe('taken');
    await announceChunk(2);
    await publisher.settled(orderId, { ...ANSWER, chunks: ['one', 'last'] });
    await readAll();
    expect(received).toEqual(['one', 'refused: bid_timeout']);
  });

  test('settled again: who begins to read then has one end', async () => {
    for (const index of [1, 2, 3, 4]) await writeChunk(index);
    for (let time = 0; time < 2; time += 1) await publisher.settled(orderId, ANSWER);
    subscription.close();
    subscription = await listener.listen(orderId, true);
    await readAll();
    expect(received).toEqual(ALL);
  });

  test('who begins to read then has what was told first', async () => {
    await writeChunk(1);
    await publisher.refused(orderId, REFUSAL);
    await publisher.settled(orderId, { ...ANSWER, chunks: ['one', 'last'] });
    subscription.close();
    subscription = await listener.listen(orderId, true);
    await readAll();
    expect(received).toEqual(['one', 'refused: bid_timeout']);
  });
});
