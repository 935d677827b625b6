/** What happens to an order when a process dies between two of its steps, or its book loses it. */
import { until } from '../support/wait';
import { Steps, told } from './steps';

const DAY_MS = 86_400_000;

const steps = Steps.forFile();
beforeEach(() => steps.useNewBook());
afterEach(async () => {
  jest.restoreAllMocks();
  await steps.expectExact();
});

test('a fill that was void before the book was told of it is open again, not the end of the order', async () => {
  await steps.ask(1_000);
  const order = await steps.order();
  const [fill] = await steps.enterOnly(order);
  const { book } = steps;
  await steps.records.ledger.abandonFill({ fillId: fill!.fillId, askId: fill!.askId, book });
  // The worker that laid the tombstone is gone; the step is repeated elsewhere.
  expect(await steps.activities.workOrder(order)).toMatchObject({ status: 'filled' });
  expect(await steps.status(order)).toBe('filled 1000/0');
  expect(await steps.resting()).toEqual([]);
});

test('an order that rested for days, and that its book lost, rests again', async () => {
  await steps.ask(400);
  const order = await steps.order({}, Date.now() - 3 * DAY_MS);
  // Three days ago the book took it; this one has it from the records.
  const { contractOrders } = steps.records;
  await contractOrders.updateOne({ _id: order.orderId }, { $set: { sequence: 1 } });
  await steps.loseBook();
  expect(await steps.activities.workOrder(order)).toMatchObject({ status: 'open' });
  expect(await steps.resting()).toEqual(['bid 600']);
  await steps.lose(order.orderId);
  expect(await steps.activities.workOrder(order)).toMatchObject({ status: 'open' });
  expect(await steps.status(order)).toBe('open 400/600');
  expect(await steps.resting()).toEqual(['bid 600']);
});

test('an order that was filled in part, and that its book lost, comes in with the rest', async () => {
  await steps.ask(400);
  const order = await steps.order();
  await steps.activities.workOrder(order);
  await steps.lose(order.orderId);
  await steps.ask(1_000);
  expect(await steps.activities.workOrder(order)).toMatchObject({ status: 'filled' });
  expect(await steps.status(order)).toBe('filled 1000/0');
  expect(await steps.resting()).toEqual(['ask 400']);
});

test('IOC whose book is lost between two commits gets the rest in the new one', async () => {
  const asks = [await steps.ask(900, 90_000n), await steps.ask(100), await steps.ask(500)];
  const order = await steps.order({ timeInForce: 'IOC' });
  const fills = await steps.enterOnly(order);
  expect(fills.map(({ askId }) => askId)).toEqual(asks.slice(0, 2));
  const { books } = steps.stores;
  await steps.records.ledger.capacity.placed(order.orderId, steps.book, { sequence: 9, epoch: 1 });
  await steps.activities.recordFills(order, told(fills.slice(0, 1)));
  await books.invalidate(steps.book, (await books.epochOf(steps.book))!);
  expect(await steps.activities.workOrder(order)).toMatchObject({ status: 'filled' });
  expect((await steps.resting()).sort()).toEqual(['ask 500']);
});

test('fills that a lost book had made and nobody had recorded never were: both sides meet again', async () => {
  await steps.ask(1_000);
  const order = await steps.order();
  const fills = await steps.enterOnly(order);
  const { contractOrders } = steps.records;
  await contractOrders.updateOne({ _id: order.orderId }, { $set: { sequence: 1 } });
  await steps.loseBook();
  await steps.stores.reopen(steps.book);
  // The relay tells the lost fill late; the order has had another one meanwhile.
  const standing = await steps.activities.recordFills(order, told(fills));
  expect(standing).toMatchObject({ status: 'open', again: true });
  expect(await steps.activities.workOrder(order)).toMatchObject({ status: 'filled' });
  expect(await steps.activities.recordFills(order, told(fills))).toMatchObject({ again: false });
  expect(await steps.resting()).toEqual([]);
});

test('FOK whose ask the records know to be smaller meets the book anew, as it truly is', async () => {
  const short = await steps.ask(600);
  await steps.ask(400);
  await steps.ask(300);
  await steps.records.asks.updateOne(
    { _id: short },
    { $inc: { remainingTokens: -200, cancelledTokens: 200 } },
  );
  const order = await steps.order({ timeInForce: 'FOK' });
  expect(await steps.activities.workOrder(order)).toMatchObject({ status: 'filled' });
  const again = await steps.order({ timeInForce: 'FOK', quantityTokens: 101 });
  expect(await steps.activities.workOrder(again)).toMatchObject({ status: 'rejected' });
  expect(await steps.resting()).toEqual(['ask 100']);
});

test('a fill that was recorded while another attempt wanted it void stands, in the book too', async () => {
  const askId = await steps.ask(1_000);
  const order = await steps.order({ quantityTokens: 400 });
  const fills = await steps.enterOnly(order);
  const { ledger, asks } = steps.records;
  // One attempt has read that the ask is gone; the other records the fill first.
  const ask = (await asks.findOne({ _id: askId }))!;
  await asks.updateOne({ _id: askId }, { $set: { status: 'cancelled' } });
  const abandon = ledger.abandonFill.bind(ledger);
  jest.spyOn(ledger, 'abandonFill').mockImplementation(async (request) => {
    await asks.updateOne({ _id: askId }, { $set: { status: ask.status } });
    await ledger.capacity.fill({ orderId: order.orderId, fills, fees: () => 0 });
    return abandon(request);
  });
  await steps.activities.recordFills(order, told(fills));
  expect(await steps.status(order)).toBe('filled 400/0');
  expect(await steps.resting()).toEqual(['ask 600']);
});

test('a cancellation of an order that its book lost ends it with what it has', async () => {
  await steps.ask(400);
  const order = await steps.order();
  await steps.activities.workOrder(order);
  await steps.lose(order.orderId);
  const ended = await steps.activities.endOrder(order, 'cancelled', 'asked for');
  expect(ended).toMatchObject({ status: 'cancelled', filledTokens: 400, closedTokens: 600 });
  expect(await steps.resting()).toEqual([]);
});

test('an order in a halt is rejected; what rested when the halt began can be cancelled, and rests on', async () => {
  const { books } = steps.stores;
  const [resting, cancelled] = [await steps.order(), await steps.order()];
  for (const order of [resting, cancelled]) await steps.activities.workOrder(order);
  await books.halt(steps.book);
  const late = await steps.order();
  expect(await steps.activities.workOrder(late)).toMatchObject({ status: 'rejected' });
  expect(await steps.activities.endOrder(cancelled, 'cancelled', 'x')).toMatchObject({
    status: 'cancelled',
  });
  expect(await steps.activities.workOrder(resting)).toMatchObject({ status: 'open' });
  await books.resume(steps.book);
  await steps.ask(1_000);
  await until(async () => (await steps.resting()).length === 0, { what: 'the bid to be filled' });
  expect(await steps.activities.workOrder(resting)).toMatchObject({ status: 'filled' });
});
