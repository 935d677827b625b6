/**
 * The refusal of an order: a buyer is told one end, the recorded one, and what was reserved for it
 * is free again.
 */
import { TakenUpOrders } from '../../exchange/takeover/taken-up-orders';
import { createRefuseSteps } from '../../exchange/chat/refuse';
import { RequestMemory } from '../../exchange/idempotency/request-memory';
import { watchRecords } from '../../api/buyer/chat/durable-end';
import type { AnswerSubscription } from '../../channel/answer-listener';
import type { ErrorCode } from '../../domain/errors';
import { expectSound } from '../records/scenario';
import { PAID, answerThat, delivered } from './delivered';
import { ChatSteps, COST, atNextCall } from './steps';

const GATEWAY = 'gateway-1';

const steps = ChatSteps.forFile();
let refusing: ReturnType<typeof createRefuseSteps>;
beforeAll(async () => {
  refusing = createRefuseSteps(steps.deps);
});
beforeEach(() => steps.useNewBook());
afterEach(async () => {
  jest.restoreAllMocks();
  await expectSound(steps.records);
});

const refusal = (code: ErrorCode) => ({ code, message: code });

test('what was reserved for a refused order is on offer and spendable again', async () => {
  await steps.ask(1_000);
  const order = await steps.order();
  await steps.matched(order);
  await refusing.refuse(order, refusal('bid_timeout'));
  expect(await steps.offered()).toBe(1_000);
  expect(await steps.moneyOf(order)).toEqual({ paid: 0n, held: 0n });
  expect(await steps.told(order)).toEqual(['bid_timeout']);
});

test('all readers of an order are told the reason that was recorded first', async () => {
  await steps.ask(1_000);
  const order = await steps.order();
  await steps.matched(order);
  // The process that refuses it first dies before it tells anybody.
  atNextCall(steps.deps.channel, 'refused', () => Promise.reject(new Error('Redis is away')));
  await expect(refusing.refuse(order, refusal('bid_timeout'))).rejects.toThrow('away');
  await refusing.refuse(order, refusal('seller_unreachable'));
  expect(await steps.told(order)).toEqual(['bid_timeout']);
  const record = await steps.records.orders.findOne({ _id: order.orderId });
  expect(record!.refusal).toMatchObject({ code: 'bid_timeout' });
});

test('a repeated refusal has the fields of the first one: numbers, and when to retry', async () => {
  const order = await steps.order();
  const fields = {
    param: 'max_tokens',
    numbers: { largest_offer: 1_000, quantity_needed: 1_500 },
    retryAfterSeconds: 1,
  };
  const first = { ...refusal('no_match'), ...fields };
  atNextCall(steps.deps.channel, 'refused', () => Promise.reject(new Error('Redis is away')));
  await expect(refusing.refuse(order, first)).rejects.toThrow('away');
  const { records, channel } = steps.deps;
  const subscription = { position: 0, refuse: jest.fn() };
  const run = { isHere: () => false, isAtSeller: () => false };
  const { signal } = new AbortController();
  const reader = subscription as unknown as AnswerSubscription;
  await watchRecords(records, steps.deps.sealer, order.orderId, reader, run, signal);
  expect(subscription.refuse).toHaveBeenCalledWith(first);
  await refusing.refuse(order, refusal('seller_unreachable'));
  const placed = await channel.written(order.orderId);
  expect(placed.map(({ message }) => message)).toEqual([{ kind: 'refused', refusal: first }]);
});

test('a gateway that was paused refuses nothing that a workflow continues', async () => {
  await steps.ask(1_000);
  const memory = new RequestMemory(steps.deps);
  const request = await steps.order();
  const { accountId, orderId } = request;
  const use = await memory.begin({ accountId, key: 'once', bodyHash: 'hash' }, orderId);
  if (use.status !== 'first') throw new Error('The key is known');
  const order = { ...request, gatewayId: GATEWAY, idempotencyId: use.id };
  const fill = await steps.matched(order);
  const workflows = { startAlone: async () => 'a workflow of its own' };
  const recording = { setAside: async () => undefined };
  const takenUp = new TakenUpOrders(steps.deps, workflows, recording);
  expect(await takenUp.continueAll([orderId], null)).toEqual([orderId]);

  await refusing.refuse(order, refusal('service_unavailable'));
  expect(await steps.told(order)).toEqual([]);
  expect(await memory.isKnown(accountId, 'once')).toBe(true);
  expect(await steps.statusOf(order)).toBe('open');
  expect(await steps.moneyOf(order)).toEqual({ paid: 0n, held: COST });

  // The workflow delivers, and the buyer has its answer.
  await delivered(steps.deps, order, fill, { says: 'here you are' });
  expect(await steps.told(order)).toEqual([answerThat('here you are')]);
  expect(await steps.moneyOf(order)).toEqual({ paid: PAID, held: 0n });
});
