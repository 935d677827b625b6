/** What is kept of a chat that two requests with one key are about to start. */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { RequestMemory } from '../../exchange/idempotency/request-memory';
import { ChatSteps } from './steps';

const steps = ChatSteps.forFile();
let memory: RequestMemory;
beforeAll(async () => {
  memory = new RequestMemory(steps.deps);
});

/** Larger than what an order itself contains. */
const LARGE = Buffer.alloc(40_000, 1);
const LAYOUT = { restAt: 1, candidates: 0 };

/** A first request under a key, and what was stored of it. */
async function begun() {
  const use = { accountId: randomUUID(), key: randomUUID(), bodyHash: 'hash' };
  const orderId = uuidV7();
  const { id: idempotencyId } = await memory.begin(use, orderId);
  const request = await memory.keep(orderId, LARGE, LAYOUT);
  const isStored = async () => (await steps.records.findPayload(orderId)) !== null;
  const isTaken = () => memory.isKnown(use.accountId, use.key);
  const takeUp = () => memory.takeUp(use, orderId);
  return { unstarted: { orderId, idempotencyId, request }, isStored, isTaken, takeUp, use };
}

test('a request that starts nothing frees its key and is deleted', async () => {
  const { unstarted, isStored, isTaken } = await begun();
  expect(await isStored()).toBe(true);
  await memory.leave(unstarted);
  expect([await isTaken(), await isStored()]).toEqual([false, false]);
});

test('but not while a repetition is about to start it', async () => {
  const { unstarted, isStored, isTaken, takeUp } = await begun();
  expect(await takeUp()).toBe(true);
  await memory.leave(unstarted);
  expect([await isTaken(), await isStored()]).toEqual([true, true]);
  await memory.leave(unstarted);
  expect([await isTaken(), await isStored()]).toEqual([false, false]);
});

test('a repetition whose key was freed meanwhile uses it for the first time', async () => {
  const { unstarted, isTaken, takeUp } = await begun();
  await memory.leave(unstarted);
  expect(await takeUp()).toBe(true);
  expect(await isTaken()).toBe(true);
  await memory.leave(unstarted);
  expect(await isTaken()).toBe(false);
});

test('or starts nothing when the key means another order now', async () => {
  const { unstarted, takeUp, use } = await begun();
  await memory.leave(unstarted);
  const another = uuidV7();
  await memory.begin(use, another);
  expect(await takeUp()).toBe(false);
  expect(await memory.recall(use)).toMatchObject({ orderId: another });
});

test('a request without a key is deleted', async () => {
  const { unstarted, isStored } = await begun();
  await memory.leave({ ...unstarted, idempotencyId: null });
  expect(await isStored()).toBe(false);
});
