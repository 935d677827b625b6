/** Answers of orders that another process continues. */
import { randomBytes, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { AnswerListener } from '../../channel/answer-listener';
import { AnswerPublisher } from '../../channel/answer-publisher';
import { Sealer } from '../../domain/sealing';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';

const sealer = new Sealer([randomBytes(32)]);
const fillId = 'fill';

const connections: Redis[] = [];
const listeners: AnswerListener[] = [];

function openProcess(): { listener: AnswerListener; publisher: AnswerPublisher } {
  const redis = new Redis(sharedServers().addresses.redisUrl);
  const listener = new AnswerListener(redis, sealer);
  connections.push(redis);
  listeners.push(listener);
  return { listener, publisher: new AnswerPublisher(redis, sealer, listener) };
}

afterAll(() => {
  for (const listener of listeners) listener.close();
  for (const connection of connections) connection.disconnect();
});

test('a reader has the whole answer, also when the other process was done before the reader listened to it', async () => {
  const orderId = randomUUID();
  const here = openProcess();
  const elsewhere = openProcess();
  // A new connection catches up by itself; this one is there already.
  const other = await here.listener.listen(randomUUID(), false);
  const subscription = here.listener.expect(orderId);
  await elsewhere.publisher.append(orderId, 1, fillId, ['one']);
  const answer = { fillId, streamed: true, complete: true, chunks: ['one', 'last'] } as const;
  await elsewhere.publisher.settled(orderId, answer);

  await here.listener.follow(orderId);
  const kinds: string[] = [];
  const reading = (async () => {
    for (;;) {
      const messages = await subscription.next();
      if (messages.length === 0) return;
      kinds.push(...messages.map(({ kind }) => kind));
    }
  })();
  await until(() => kinds.includes('settled'), {
    timeoutMs: 10_000,
    what: 'the end of the answer',
  });
  await reading;
  expect(kinds).toEqual(['chunk', 'settled']);
  other.close();
});
