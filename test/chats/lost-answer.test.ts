/** A client that waits for an answer which is charged, and then lost before anybody announces it. */
import { watchRecords } from '../../api/buyer/chat/durable-end';
import { AnswerSubscription } from '../../channel/answer-listener';
import { delivered } from './delivered';
import { ChatSteps, TOKENS } from './steps';

const steps = ChatSteps.forFile();
beforeEach(() => steps.useNewBook());

test('is told so', async () => {
  await steps.ask(10 * TOKENS);
  const order = await steps.order();
  await delivered(steps.deps, order, await steps.matched(order), { says: 'hello' });
  await steps.records.answers.deleteOne({ _id: order.orderId });

  const subscription = new AnswerSubscription(
    async () => [],
    () => undefined,
    false,
  );
  const nobody = { isHere: () => false, isAtSeller: () => false };
  const { signal } = new AbortController();
  const { records, stores } = steps;
  const end = watchRecords(records, stores.sealer, order.orderId, subscription, nobody, signal);
  expect(await subscription.next()).toEqual([
    { kind: 'refused', refusal: expect.objectContaining({ code: 'internal_error' }) },
  ]);
  expect(await end).toBe('ended');
  subscription.close();
});
