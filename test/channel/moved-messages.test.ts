/** Somebody who can write to Redis copies encrypted messages within the channel of an answer. */
import { randomBytes, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { AnswerListener } from '../../channel/answer-listener';
import { AnswerPublisher } from '../../channel/answer-publisher';
import { answerKey } from '../../channel/messages';
import { Sealer } from '../../domain/sealing';
import { sharedServers } from '../support/shared-servers';

const sealer = new Sealer([randomBytes(32)]);
const fillId = randomUUID();
const ANSWER = { fillId, streamed: true, complete: true, chunks: ['a', 'b', 'c', 'end'] } as const;

let redis: Redis;
let publisher: AnswerPublisher;
let listener: AnswerListener;
beforeAll(() => {
  redis = new Redis(sharedServers().addresses.redisUrl);
  publisher = new AnswerPublisher(redis, sealer);
  listener = new AnswerListener(redis, sealer);
});
afterAll(() => {
  listener.close();
  redis.disconnect();
});

/** An answer in the channel, and its encrypted messages. */
async function written() {
  const orderId = randomUUID();
  await publisher.append(orderId, 1, fillId, ['a']);
  await publisher.append(orderId, 2, fillId, ['b']);
  await publisher.append(orderId, 3, fillId, ['c']);
  await publisher.settled(orderId, ANSWER);
  const entries = await redis.xrange(answerKey(orderId), '-', '+');
  return { orderId, sealed: entries.map(([, fields]) => fields[1]!) };
}

/** Writes the messages of these numbers in these places. */
async function rewrite(orderId: string, sealed: readonly string[], order: readonly number[]) {
  await redis.del(answerKey(orderId));
  for (const [at, number] of order.entries()) {
    await redis.xadd(answerKey(orderId), `${at + 1}-0`, 'm', sealed[number]!);
  }
}

/** What a reader hears until the records end its wait. */
async function heard(orderId: string) {
  const subscription = await listener.listen(orderId, true);
  const first = subscription.next();
  await redis.ping();
  subscription.conclude([{ kind: 'settled', fillId, lastChunks: ['records'], complete: true }]);
  const messages = await first;
  subscription.close();
  return messages;
}

const RECORDS = [{ kind: 'settled', fillId, lastChunks: ['records'], complete: true }];

test.each([
  ['repeated', [0, 0, 1, 2, 3]],
  ['swapped', [1, 0, 2, 3]],
  ['left out before the end', [0, 3]],
])('a reader does not receive chunks that were %s', async (_what, order) => {
  const { orderId, sealed } = await written();
  await rewrite(orderId, sealed, order);
  expect(await heard(orderId)).toEqual(RECORDS);
  await expect(publisher.written(orderId)).rejects.toThrow('stands in place');
});

test('a reader receives messages in their own places', async () => {
  const { orderId, sealed } = await written();
  await rewrite(orderId, sealed, [0, 1, 2, 3]);
  const subscription = await listener.listen(orderId, true);
  expect(await subscription.next()).toEqual([
    ...['a', 'b', 'c'].map((text) => ({ kind: 'chunk', fillId, data: [text] })),
    { kind: 'settled', fillId, lastChunks: ['end'], complete: true },
  ]);
});

test('the last message is read where earlier attempts have moved it', async () => {
  const { orderId } = await written();
  const other = randomUUID();
  await publisher.append(other, 1, fillId, ['a', 'b', 'c', 'd', 'e']);
  await publisher.settled(other, ANSWER);
  expect(await publisher.written(orderId)).toHaveLength(4);
  expect((await publisher.written(other)).at(-1)).toMatchObject({ index: 6 });
});
