/** An order that enters a book which the records have left: it rests in the book that they know. */
import { bookName } from '../../domain/instruments';
import { asDouble } from '../../records/collections';
import { Steps } from './steps';

const steps = Steps.forFile();
beforeEach(() => steps.useNewBook());
afterEach(() => steps.expectExact());

/** The records have the epoch of a rebuild that this Redis has lost again. */
async function leaveBook(): Promise<number> {
  const { records, stores, book } = steps;
  const epoch = (await stores.books.epochOf(book))! + 1;
  const left = { $set: { epoch: asDouble(epoch) } };
  const { modifiedCount } = await records.books.updateOne({ _id: bookName(book) }, left);
  expect(modifiedCount).toBe(1);
  return epoch;
}

test('it has its place in the book of the records, and buys there', async () => {
  await steps.stores.reopen(steps.book);
  const leftFor = await leaveBook();
  const order = await steps.order();
  expect(await steps.activities.workOrder(order)).toMatchObject({ status: 'open' });
  const epoch = await steps.stores.books.epochOf(steps.book);
  expect(epoch).toBeGreaterThan(leftFor);
  expect(await steps.records.epochOf(steps.book)).toBe(epoch);
  const recorded = await steps.records.contractOrders.findOne({ _id: order.orderId });
  expect(recorded!.sequence).not.toBeNull();
  expect(await steps.resting()).toEqual(['bid 1000']);
});

test('it buys what the records have, which its former book had sold', async () => {
  await steps.ask(400);
  await leaveBook();
  const order = await steps.order();
  expect(await steps.activities.workOrder(order)).toMatchObject({ status: 'open' });
  expect(await steps.status(order)).toBe('open 400/600');
  expect(await steps.resting()).toEqual(['bid 600']);
});
