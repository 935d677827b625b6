/** An order is refused by a process that does not know that another attempt has filled it. */
import { createRefuseSteps } from '../../exchange/chat/refuse';
import { expectSound } from '../records/scenario';
import { PAID, USED, answerThat, delivered } from './delivered';
import { ChatSteps, atNextCall } from './steps';

const steps = ChatSteps.forFile();
beforeEach(() => steps.useNewBook());
afterEach(async () => {
  jest.restoreAllMocks();
  await expectSound(steps.records);
});

test('its readers are told the answer that was charged, and the rest is on offer again', async () => {
  await steps.ask(1_000);
  const order = await steps.order();
  const fill = await steps.matched(order);
  // The process that settles the answer dies before it tells the buyer.
  atNextCall(steps.deps.channel, 'settled', () => Promise.reject(new Error('Redis is away')));
  await delivered(steps.deps, order, fill, { says: 'the answer' });
  expect(await steps.told(order)).toEqual([]);
  const refusal = { code: 'bid_timeout', message: 'Too late.' } as const;
  const filledBy = await createRefuseSteps(steps.deps).refuse(order, refusal);
  expect(filledBy).toMatchObject({ orderId: order.orderId, fillId: fill.fillId });
  expect(await steps.told(order)).toEqual([answerThat('the answer')]);
  expect(await steps.statusOf(order)).toBe('filled');
  expect(await steps.moneyOf(order)).toEqual({ paid: PAID, held: 0n });
  expect(await steps.offered()).toBe(1_000 - USED);
});
