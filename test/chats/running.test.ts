/** An order in the gateway that received it, from its reservation to its end or its workflow. */
import { v7 as uuidV7 } from 'uuid';
import { createMatchSteps } from '../../exchange/chat/match';
import { OrderRunner } from '../../exchange/chat/order-runner';
import { expectSound, fundedAccount } from '../records/scenario';
import { type Seller, startSeller } from '../support/sellers/seller';
import { until } from '../support/wait';
import { delivered } from './delivered';
import { ChatSteps, DEPOSIT, PRICE, atNextCall } from './steps';

const GATEWAY = 'gateway-1';
const BATCH = 'the workflow of several orders';
const CAPACITY = 1_000;
const REFUSAL = { code: 'no_match', message: 'None.' };

const steps = ChatSteps.forFile();
let runner: OrderRunner;
let seller: Seller;
/** The orders that a workflow of their own continues. */
let continued: string[];
beforeEach(async () => {
  steps.useNewBook();
  seller = await startSeller();
  await steps.ask(CAPACITY, { sellerId: await steps.seller(seller.url) });
  continued = [];
  runner = new OrderRunner(steps.deps, {
    gatewayId: GATEWAY,
    reserved: () => undefined,
    continueAlone: async ({ orderId }) => void continued.push(orderId),
    lotEnded: () => undefined,
    onError: () => undefined, // a given-up attempt is logged; what becomes of its order counts here
  });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await seller.close();
  await expectSound(steps.records);
});

const ended = (orderId: string) => runner.ended(orderId, AbortSignal.timeout(20_000));

test('an order that a late try has reserved is served, though it was about to be refused', async () => {
  const { ledger } = steps.records;
  const accountId = await fundedAccount(steps.records, 0n);
  const order = await steps.order({ accountId });
  // Refused for want of money; a try of the same step is slow, and finds the money there.
  atNextCall(ledger, 'refuseOrder', async (real) => {
    await ledger.deposit({ accountId, amountScale8: DEPOSIT, reference: 'late' });
    const late = { ...order, gatewayId: GATEWAY, workflowId: BATCH };
    await createMatchSteps(steps.deps).match(late, uuidV7(), []);
    return real();
  });
  runner.start(order);
  expect(await ended(order.orderId)).toBe(true);
  expect(seller.requests).toHaveLength(1);
  expect(await steps.statusOf(order)).toBe('filled');
  const { paid, held } = await steps.moneyOf(order);
  expect([paid > 0n, held]).toEqual([true, 0n]);
});

test('the deadline of a bid counts from its start, not from the call to the seller', async () => {
  const deadlineMs = 300;
  const order = await steps.order({
    limits: { deadlineMs, answerTimeoutMs: 60_000, heartbeatMs: 5_000 },
  });
  let startedAtMs = Infinity;
  atNextCall(steps.records.ledger, 'reserveFill', async (real) => {
    const reserved = await real();
    await until(() => Date.now() > startedAtMs + deadlineMs, { what: 'the deadline' });
    return reserved;
  });
  runner.start(order);
  startedAtMs = Date.now();
  expect(await ended(order.orderId)).toBe(true);
  expect(await steps.told(order)).toEqual(['bid_timeout']);
  expect(await steps.moneyOf(order)).toEqual({ paid: 0n, held: 0n });
  expect(await steps.offered()).toBe(CAPACITY);
});

test('an order that is cancelled before its first byte ends, and no other seller is asked', async () => {
  const order = await steps.order();
  seller.hold();
  runner.start(order);
  await until(() => seller.held === 1, { what: 'the seller to be asked' });
  runner.cancel(order.orderId);
  expect(await ended(order.orderId)).toBe(true);
  expect(continued).toEqual([]);
  expect(await steps.statusOf(order)).toBe('refused');
  expect(await steps.moneyOf(order)).toEqual({ paid: 0n, held: 0n });
  expect(await steps.offered()).toBe(CAPACITY);
});

test('a workflow that takes an order over is told that it is paid when it is, and not before', async () => {
  const order = await steps.order();
  const fill = await steps.matched(order);
  const followed = () => runner.follow(order.orderId, fill.fillId);
  expect(await followed()).toEqual({ kind: 'lost' });
  await delivered(steps.deps, order, fill);
  expect(await followed()).toMatchObject({ kind: 'settled' });
});

describe('after a seller that fails', () => {
  let other: Seller;
  beforeEach(async () => {
    seller.setBehaviour('error500');
    other = await startSeller();
    await steps.ask(CAPACITY, { sellerId: await steps.seller(other.url), priceScale8: 2n * PRICE });
  });
  afterEach(() => other.close());

  test('the gateway asks the next one, and starts no workflow for that', async () => {
    const order = await steps.order();
    runner.start(order);
    expect(await ended(order.orderId)).toBe(true);
    expect([seller, other].map(({ requests }) => requests.length)).toEqual([1, 1]);
    expect(continued).toEqual([]);
    expect(await steps.statusOf(order)).toBe('filled');
    expect((await steps.moneyOf(order)).held).toBe(0n);
  });

  test.each([
    ['before it releases the fill', 'releaseFill', 'reserved'],
    ['before it reserves the next one', 'reserveFill', 'open'],
  ] as const)(
    'the gateway asks nobody when a workflow takes the order over %s',
    async (_when, step, state) => {
      const order = await steps.order();
      const { ledger, orders } = steps.records;
      seller.hold();
      runner.start(order);
      await until(() => seller.held === 1, { what: 'the seller to be asked' });
      atNextCall(ledger, step, async (real) => {
        await orders.updateOne({ _id: order.orderId }, { $set: { takenOver: true } });
        return real();
      });
      seller.release();
      expect(await ended(order.orderId)).toBe(true);
      expect(other.requests).toHaveLength(0);
      const record = await orders.findOne({ _id: order.orderId });
      expect(record).toMatchObject({ status: 'open' });
      expect(record!.fillId === null).toBe(state === 'open');
      await ledger.refuseOrder({ orderId: order.orderId, refusal: REFUSAL, reserved: 'release' });
    },
  );

  test('at most three sellers are asked by the gateway: a workflow asks the fourth', async () => {
    other.setBehaviour('error500');
    const more = [await startSeller('error500'), await startSeller()];
    for (const [at, { url }] of more.entries()) {
      const priceScale8 = BigInt(3 + at) * PRICE;
      await steps.ask(CAPACITY, { sellerId: await steps.seller(url), priceScale8 });
    }
    const order = await steps.order();
    runner.start(order);
    expect(await ended(order.orderId)).toBe(true);
    const asked = [seller, other, ...more].map(({ requests }) => requests.length);
    expect(asked).toEqual([1, 1, 1, 0]);
    expect(continued).toEqual([order.orderId]);
    await steps.records.ledger.refuseOrder({
      orderId: order.orderId,
      refusal: REFUSAL,
      reserved: 'release',
    });
    for (const { close } of more) await close();
  });
});
