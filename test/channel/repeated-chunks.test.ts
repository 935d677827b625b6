/** A later attempt says the same with other ids: what is kept as the answer is what the buyer has read. */
import { randomBytes, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { AnswerPublisher } from '../../channel/answer-publisher';
import type { MatchedFill } from '../../domain/chat';
import { Sealer } from '../../domain/sealing';
import { StreamRelay } from '../../exchange/chat/stream-relay';
import { sharedServers } from '../support/shared-servers';

let redis: Redis;
let channel: AnswerPublisher;
beforeAll(() => {
  redis = new Redis(sharedServers().addresses.redisUrl);
  channel = new AnswerPublisher(redis, new Sealer([randomBytes(32)]));
});
afterAll(() => redis.disconnect());

const chunk = (id: string, content: string) =>
  JSON.stringify({ id, choices: [{ index: 0, delta: { content } }] });

test('the chunks of an answer are those that were delivered, each with the id that it had then', async () => {
  const fill = { orderId: randomUUID(), fillId: randomUUID() } as MatchedFill;
  const settings = { CHANNEL_WAIT_MS: 5_000 } as never;
  const open = (attempt: number) =>
    StreamRelay.open({ channel, settings }, fill, attempt, new AbortController());
  const first = await open(1);
  for (const content of ['a', 'b']) await first.pass(chunk('one', content));
  await first.flush();
  const second = await open(2);
  for (const content of ['a', 'b', 'c']) await second.pass(chunk('two', content));
  await second.flush();
  const read = [chunk('one', 'a'), chunk('one', 'b'), chunk('two', 'c')];
  expect(second.end).toBeNull();
  expect(second.delivered).toEqual(read);
  expect(second.chunks).toEqual(read);
  const placed = await channel.written(fill.orderId);
  const written = placed.flatMap(({ message }) => (message.kind === 'chunk' ? message.data : []));
  expect(written).toEqual(read);
});
