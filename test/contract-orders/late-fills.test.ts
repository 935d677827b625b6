/** Fills of later tenors that are recorded around the beginning of their delivery window. */
import type { ContractOrder } from '../../domain/contract-orders';
import { newModel } from '../e2e/market';
import { Steps, told } from './steps';

const HOUR_MS = 3_600_000;

const steps = Steps.forFile();
beforeEach(() => {
  steps.book = { modelId: newModel(), tenor: '1h' };
});
afterEach(async () => {
  jest.restoreAllMocks();
  await steps.expectExact();
});

function nextHourMs(): number {
  return (Math.floor(Date.now() / HOUR_MS) + 1) * HOUR_MS;
}

/** What is matched now is recorded at this time, by the clocks of MongoDB and of the book. */
function recordAt(atMs: number, bookAtMs = atMs): void {
  const { records, stores } = steps;
  jest.spyOn(records.ledger.capacity, 'now').mockImplementation(async () => new Date(atMs));
  jest.spyOn(stores.books, 'now').mockImplementation(async () => bookAtMs);
}

async function lotsOf({ orderId }: ContractOrder) {
  const lots = await steps.records.lots.find({ orderId }).toArray();
  return lots.map(({ opensAt, quantityTokens }) => [opensAt.getTime(), quantityTokens]);
}

test('a fill is recorded in the last moment before its window', async () => {
  await steps.ask(400);
  const order = await steps.order();
  const fills = await steps.enterOnly(order);
  const opensAtMs = nextHourMs();
  recordAt(opensAtMs - 1);
  expect(await steps.activities.recordFills(order, told(fills))).toMatchObject({ again: false });
  expect(await steps.status(order)).toBe('open 400/600');
  expect(await lotsOf(order)).toEqual([[opensAtMs, 400]]);
});

test('a fill is void at the beginning of its window, and the order fills for the next one', async () => {
  const askIds = [await steps.ask(300), await steps.ask(100)];
  const order = await steps.order();
  const fills = await steps.enterOnly(order);
  const heldScale8 = (await steps.records.holds.findOne({ _id: order.orderId }))!.openScale8;
  const opensAtMs = nextHourMs();
  recordAt(opensAtMs);
  expect(await steps.activities.recordFills(order, told(fills))).toMatchObject({
    status: 'open',
    filledTokens: 0,
    again: true,
  });
  const hold = await steps.records.holds.findOne({ _id: order.orderId });
  expect(hold).toMatchObject({ status: 'open', openScale8: heldScale8, capturedScale8: 0n });
  const asks = await steps.records.asks.find({ _id: { $in: askIds } }).toArray();
  expect(asks.map(({ remainingTokens, soldTokens }) => [remainingTokens, soldTokens])).toEqual([
    [300, 0],
    [100, 0],
  ]);
  expect(await steps.records.trades.countDocuments({ orderId: order.orderId })).toBe(0);

  // The book fills it again, at once: since then no time has passed.
  const [{ atMs } = { atMs: 0 }] = await steps.enterOnly(order);
  recordAt(opensAtMs, atMs);
  await steps.activities.workOrder(order);
  expect(await steps.status(order)).toBe('open 400/600');
  expect((await lotsOf(order)).toSorted()).toEqual([
    [opensAtMs + HOUR_MS, 100],
    [opensAtMs + HOUR_MS, 300],
  ]);
});

test.each(['IOC', 'FOK'] as const)(
  '%s whose fills are late ends uncharged',
  async (timeInForce) => {
    await steps.ask(1_000);
    const order = await steps.order({ timeInForce });
    await steps.enterOnly(order);
    recordAt(nextHourMs() + 1);
    const status = timeInForce === 'FOK' ? 'rejected' : 'cancelled';
    expect(await steps.activities.workOrder(order)).toMatchObject({ status, filledTokens: 0 });
    expect(await lotsOf(order)).toEqual([]);
    expect(await steps.resting()).toEqual(['ask 1000']);
  },
);

test.each([-90, -1, 1, 90])(
  'windows follow the clock of MongoDB when that of Redis differs by %i minutes',
  async (minutes) => {
    await steps.ask(1_000);
    const order = await steps.order();
    const differenceMs = minutes * 60_000;
    const fills = await steps.enterOnly(order);
    const byRedis = fills.map((fill) => ({ ...fill, atMs: fill.atMs + differenceMs }));
    recordAt(fills[0]!.atMs, fills[0]!.atMs + differenceMs);
    await steps.activities.recordFills(order, told(byRedis));
    expect(await steps.status(order)).toBe('filled 1000/0');
    expect(await lotsOf(order)).toEqual([[nextHourMs(), 1_000]]);
  },
);

test('spot capacity is delivered for its whole lifetime from the record of its fill', async () => {
  steps.useNewBook();
  await steps.ask(1_000);
  const order = await steps.order({ spotLifetimeMs: HOUR_MS });
  const fills = await steps.enterOnly(order);
  const recordedAtMs = Date.now() + 2 * HOUR_MS;
  recordAt(recordedAtMs);
  await steps.activities.recordFills(order, told(fills));
  expect(await lotsOf(order)).toEqual([[recordedAtMs, 1_000]]);
});
