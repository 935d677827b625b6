/** The steps of an order as its workflow calls them: each does what its name says, with what it is given. */
import { Steps, told } from './steps';

const steps = Steps.forFile();
beforeEach(() => steps.useNewBook());
afterEach(() => steps.expectExact());

test.each(['expired', 'cancelled'] as const)(
  'an order whose end is %s ends so, with the reason, and holds nothing',
  async (status) => {
    const order = await steps.order();
    await steps.activities.workOrder(order);
    const end = { status, filledTokens: 0, openTokens: 0, closedTokens: 1_000 };
    expect(await steps.activities.endOrder(order, status, 'a reason')).toMatchObject(end);
    const { contractOrders, holds } = steps.records;
    const { orderId: _id } = order;
    expect(await contractOrders.findOne({ _id })).toMatchObject({ status, reason: 'a reason' });
    expect(await holds.findOne({ _id })).toMatchObject({ status: 'released', openScale8: 0n });
  },
);

test('fills that a workflow was told of are recorded at their prices', async () => {
  await steps.ask(400, 90_000n);
  await steps.ask(600);
  const order = await steps.order();
  const fills = await steps.enterOnly(order);
  const standing = await steps.activities.recordFills(order, told(fills));
  expect(standing).toMatchObject({ status: 'filled', filledTokens: 1_000, again: false });
  const lots = await steps.records.lots.find({ orderId: order.orderId }).toArray();
  const prices = lots.map(({ quantityTokens, priceScale8 }) => [quantityTokens, priceScale8]);
  expect(prices.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
    [400, 90_000n],
    [600, 100_000n],
  ]);
});

test('the lots of an order get their workflows', async () => {
  for (let at = 0; at < 3; at += 1) await steps.ask(400);
  const order = await steps.order();
  await steps.activities.recordFills(order, told(await steps.enterOnly(order)));
  expect(await steps.activities.beginLots(order)).toBe(false);
  const lots = await steps.records.lots.find({ orderId: order.orderId }).toArray();
  expect(lots.map(({ hasStory }) => hasStory)).toEqual([true, true, true]);
});

test('lots of a large order wait for another step, until all have begun', async () => {
  const count = 130;
  await Promise.all(Array.from({ length: count }, () => steps.ask(5)));
  const order = await steps.order({ quantityTokens: count * 5 });
  await steps.activities.recordFills(order, told(await steps.enterOnly(order)));
  const waiting = () => {
    return steps.records.lots.countDocuments({ orderId: order.orderId, hasStory: false });
  };
  // Recording the fills has begun some of them.
  const first = await waiting();
  expect(first).toBeGreaterThan(100);
  expect(await steps.activities.beginLots(order)).toBe(true);
  expect(await waiting()).toBe(first - 100);
  expect(await steps.activities.beginLots(order)).toBe(false);
  expect(await waiting()).toBe(0);
});
