/** Orders that end while their book does not have them. */
import { Steps, told } from './steps';

const steps = Steps.forFile();
beforeEach(() => steps.useNewBook());
afterEach(() => steps.expectExact());

test('an order that is cancelled before it reached its book does not come into it', async () => {
  await steps.ask(1_000);
  const order = await steps.order();
  const ended = await steps.activities.endOrder(order, 'cancelled', 'asked for');
  expect(ended).toMatchObject({ status: 'cancelled', filledTokens: 0, closedTokens: 1_000 });
  expect(await steps.resting()).toEqual(['ask 1000']);
});

test('the rest of an order whose new book is halted is cancelled, and not all of it rejected', async () => {
  await steps.ask(900, 90_000n);
  await steps.ask(100);
  const order = await steps.order({ timeInForce: 'IOC' });
  const fills = await steps.enterOnly(order);
  await steps.activities.recordFills(order, told(fills.slice(0, 1)));
  const { books, reopen } = steps.stores;
  await books.invalidate(steps.book, (await books.epochOf(steps.book))!);
  await reopen(steps.book);
  await books.halt(steps.book);
  expect(await steps.activities.workOrder(order)).toMatchObject({
    status: 'cancelled',
    filledTokens: 900,
    closedTokens: 100,
  });
});
