/** Answers of which a reader missed the announcements, and answers that are told as a whole. */
import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { AnswerListener, type AnswerSubscription } from '../../channel/answer-listener';
import { AnswerPublisher } from '../../channel/answer-publisher';
import {
  type AnswerMessage,
  CHUNKS_PER_MESSAGE,
  messagesOf,
  placesOf,
  readMessage,
} from '../../channel/messages';
import { Sealer } from '../../domain/sealing';
import { RedisServer } from '../engine/redis-server';

const sealer = new Sealer([randomBytes(32)]);
const fillId = 'fill';

/** The texts of messages, in their order. */
const textsIn = (messages: readonly AnswerMessage[]) =>
  messages.flatMap((message) => {
    if (message.kind === 'chunk') return message.data;
    return message.kind === 'settled' ? (message.lastChunks ?? []) : [message.refusal.code];
  });

async function readAll(subscription: AnswerSubscription): Promise<readonly string[]> {
  const texts: string[] = [];
  for (;;) {
    const messages = await subscription.next();
    if (messages.length === 0) return texts;
    texts.push(...textsIn(messages));
  }
}

describe('a gateway whose connection to Redis breaks', () => {
  let server: RedisServer;
  let redis: Redis;
  let listener: AnswerListener;
  beforeAll(async () => {
    server = await RedisServer.start();
    redis = new Redis(server.port);
    listener = new AnswerListener(redis, sealer);
  });
  afterAll(async () => {
    listener.close();
    redis.disconnect();
    await server.stop();
  });

  test('reads what was told meanwhile when it is connected again', async () => {
    const publisher = new AnswerPublisher(redis, sealer);
    const orderId = randomUUID();
    const subscription = await listener.listen(orderId, false);
    const reading = readAll(subscription);
    await publisher.append(orderId, 1, fillId, ['one']);
    // One after the other on one connection: nobody connects in between.
    await Promise.all([
      redis.client('KILL', 'TYPE', 'PUBSUB'),
      publisher.append(orderId, 2, fillId, ['two', 'three']),
      publisher.settled(orderId, {
        fillId,
        streamed: true,
        complete: true,
        chunks: ['one', 'two', 'three', 'last'],
      }),
    ]);
    expect(await reading).toEqual(['one', 'two', 'three', 'last']);
  }, 20_000);
});

test('a settled stream is told whole, each of its texts once, in messages of a bounded size', () => {
  const sizes = fc.oneof(
    fc.integer({ min: 1, max: 4 * CHUNKS_PER_MESSAGE }),
    fc.constantFrom(CHUNKS_PER_MESSAGE, CHUNKS_PER_MESSAGE + 1, CHUNKS_PER_MESSAGE + 2),
  );
  fc.assert(
    fc.property(sizes, (count) => {
      const chunks = Array.from({ length: count }, (_, at) => `text ${at}`);
      const messages = messagesOf({ fillId, streamed: true, complete: true, chunks });
      expect(textsIn(messages)).toEqual(chunks);
      expect(messages.reduce((sum, message) => sum + placesOf(message), 0)).toBe(count);
      expect(messages.map(({ kind }) => kind).indexOf('settled')).toBe(messages.length - 1);
      expect(Math.max(...messages.map(placesOf))).toBeLessThanOrEqual(CHUNKS_PER_MESSAGE);
    }),
  );
});

test('a chunk that the release before wrote, of one text, is one chunk', () => {
  const former = readMessage({ kind: 'chunk', fillId, data: 'text' }, 1);
  expect(former).toEqual({ kind: 'chunk', fillId, data: ['text'] });
  expect(placesOf(former)).toBe(1);
});
