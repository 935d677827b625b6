/** FOK: when one of its fills is void, none is recorded, whatever the book has made of it. */
import { Steps, told } from './steps';

const steps = Steps.forFile();
beforeEach(() => steps.useNewBook());
afterEach(() => steps.expectExact());

test('the other fills are returned, and nothing is bought', async () => {
  await steps.ask(600);
  const leaving = await steps.ask(400);
  const order = await steps.order({ timeInForce: 'FOK' });
  const fills = await steps.enterOnly(order);
  expect(fills.map(({ quantityTokens }) => quantityTokens)).toEqual([600, 400]);
  const { book, records, stores } = steps;
  // The second ask has left, and the relay has taken back what the book made of it.
  const { fillId } = fills.find(({ askId }) => askId === leaving)!;
  await records.ledger.abandonFill({ fillId, askId: leaving, book });
  const { sellerId } = (await records.asks.findOne({ _id: leaving }))!;
  expect(await records.ledger.cancelAsk(leaving, sellerId)).toMatchObject({ status: 'cancelled' });
  await stores.books.cancel({ book, id: leaving });
  await steps.activities.recordFills(order, told(fills));
  expect(await records.lots.countDocuments({ orderId: order.orderId })).toBe(0);
  expect(await steps.status(order)).toMatch(/ 0\/1000$/);
});
