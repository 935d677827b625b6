/** Answers that are settled in the process that waits for them. */
import { randomBytes, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { AnswerListener, type AnswerSubscription } from '../../channel/answer-listener';
import { AnswerPublisher } from '../../channel/answer-publisher';
import type { SettledAnswer } from '../../domain/chat';
import { Sealer } from '../../domain/sealing';
import { sharedServers } from '../support/shared-servers';

const sealer = new Sealer([randomBytes(32)]);
const fillId = 'fill';
const streamed: SettledAnswer = {
  fillId,
  streamed: true,
  complete: true,
  chunks: ['one', 'two', 'last'],
};

let redis: Redis;
let cutOff: Redis;
let listener: AnswerListener;
let publisher: AnswerPublisher;
/** Of a process whose Redis has gone in the moment of the settlement. */
let publisherWithoutRedis: AnswerPublisher;
let orderId: string;
let subscription: AnswerSubscription;

beforeAll(() => {
  const { redisUrl } = sharedServers().addresses;
  redis = new Redis(redisUrl);
  cutOff = new Redis(redisUrl, { lazyConnect: true });
  cutOff.disconnect();
  listener = new AnswerListener(redis, sealer);
  publisher = new AnswerPublisher(redis, sealer, listener);
  publisherWithoutRedis = new AnswerPublisher(cutOff, sealer, listener);
});

afterAll(() => {
  listener.close();
  redis.disconnect();
});

beforeEach(() => {
  orderId = randomUUID();
});

afterEach(() => subscription.close());

async function writeChunks(): Promise<void> {
  await publisher.append(orderId, 1, fillId, ['one']);
  await publisher.append(orderId, 2, fillId, ['two']);
}

async function read(): Promise<string[]> {
  const texts: string[] = [];
  for (;;) {
    const messages = await subscription.next();
    if (messages.length === 0) return texts;
    for (const message of messages) {
      if (message.kind === 'chunk') texts.push(...message.data);
      else texts.push(`${message.kind}: ${rest(message)}`);
    }
  }
}

function rest(message: object): string {
  const { body, lastChunks } = message as { body?: unknown; lastChunks?: readonly string[] };
  return lastChunks ? lastChunks.join() : JSON.stringify(body);
}

test('a settled answer reaches who waits in the same process while Redis is unavailable', async () => {
  subscription = await listener.listen(orderId, false);
  const body = { id: 'completion' };
  const answer: SettledAnswer = { fillId, streamed: false, complete: true, body };
  await expect(publisherWithoutRedis.settled(orderId, answer)).rejects.toThrow(
    'Connection is closed',
  );
  expect(await read()).toEqual([`settled: ${JSON.stringify(body)}`]);
});

test('the end of a stream stands behind its chunks, each once', async () => {
  subscription = await listener.listen(orderId, false);
  await writeChunks();
  await publisher.settled(orderId, streamed);
  expect([listener.readers, listener.backlog]).toEqual([1, 3]);
  expect(await read()).toEqual(['one', 'two', 'settled: last']);
  expect([listener.readers, listener.backlog]).toEqual([0, 0]);
});

test('a reader that has missed chunks is given them before the end', async () => {
  await writeChunks();
  subscription = await listener.listen(orderId, false);
  await publisher.settled(orderId, streamed);
  expect(await read()).toEqual(['one', 'two', 'settled: last']);
});

test('a reader in another process has the same answer', async () => {
  const elsewhere = new AnswerListener(redis, sealer);
  try {
    subscription = await elsewhere.listen(orderId, false);
    await writeChunks();
    await publisher.settled(orderId, streamed);
    expect(await read()).toEqual(['one', 'two', 'settled: last']);
  } finally {
    elsewhere.close();
  }
});
