/** What becomes of orders that their workflows cannot end: each in its turn, however many there are. */
import { randomUUID } from 'node:crypto';
import { log } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { AbandonedOrders, type ChatWorkflows } from '../../exchange/takeover/abandoned-orders';
import type { Settings } from '../../config/settings';
import { uuidV7At } from '../../domain/ids';
import { asDouble } from '../../records/collections';
import { type WritableRecords, connectRecords } from '../../records/connect';
import type { OrderDocument } from '../../records/documents/order';
import { clearRecords, fundedAccount, placedAsk, reservation } from '../records/scenario';
import { testSettings } from '../support/environment';

const MINUTE_MS = 60_000;
const OLD = new Date(Date.now() - 5 * MINUTE_MS);

let settings: Settings;
let records: WritableRecords;
beforeAll(async () => {
  settings = await testSettings();
  records = await connectRecords(settings);
});
afterAll(() => records.close());
beforeEach(() => clearRecords(records));
afterEach(() => jest.restoreAllMocks());

/** What goes back to the book, and what Temporal is asked. */
function maintenance(workflows: Partial<ChatWorkflows> = {}) {
  const released: string[] = [];
  const told: string[] = [];
  const release = async ({ fillId }: { fillId: string }) => {
    released.push(fillId);
    return { status: 'released' };
  };
  const positions = new Map<string, number>();
  const channel = {
    refused: async (orderId: string) => void told.push(orderId),
    position: async (orderId: string) => positions.get(orderId) ?? 0,
  };
  const standings = { ended: () => undefined };
  const refused: string[] = [];
  const meter = { bidRefused: (code: string) => void refused.push(code) };
  const deps = { settings, records, books: { release }, standings, channel, meter };
  const asked: ChatWorkflows = {
    idOf: (orderId) => orderId,
    stateOf: async () => 'ended',
    restart: async () => null,
    terminate: () => Promise.reject(new Error('nothing is to be terminated')),
    ...workflows,
  };
  const abandoned = new AbandonedOrders(deps as never, asked, log);
  return {
    abandoned: { end: () => asActivity(() => abandoned.end()) },
    released,
    told,
    refused,
    positions,
  };
}

/** As a worker runs it: steps of maintenance log through their context. */
function asActivity<Result>(step: () => Promise<Result>): Promise<Result> {
  return new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') }).run(step);
}

function oldOrder(at: number): OrderDocument {
  const _id = uuidV7At(OLD.getTime() + at, randomUUID());
  return {
    _id,
    kind: 'chat',
    accountId: 'a',
    modelId: 'm',
    region: null,
    venuePin: null,
    workflowId: _id,
    requestId: 'r',
    ceilingScale8: 1n,
    streamed: true,
    status: 'open',
    quantityMinTokens: asDouble(1),
    quantityMaxTokens: asDouble(1),
    fillId: null,
    refusal: null,
    createdAt: OLD,
    updatedAt: OLD,
  };
}

/** With a fill, a key and a request that is kept; the last step was so long ago. */
async function reservedOrder(agoMs: number) {
  const accountId = await fundedAccount(records, 1_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 1_000 });
  const { order, fill } = await reservation(records, { accountId, askId, quantityTokens: 10 });
  const { orderId } = order;
  const scope = `chat:${accountId}`;
  const use = { scope, key: 'k', bodyHash: 'h', orderId, retentionMs: 3_600_000 };
  const { id: idempotencyId } = await records.idempotencyMemory.begin(use);
  await records.ledger.reserveFill({ order: { ...order, idempotencyId }, fill, requestsMax: 9 });
  await records.keepPayload(orderId, Buffer.from('sealed'), 3_600_000);
  const then = new Date(Date.now() - agoMs);
  await records.orders.updateOne({ _id: orderId }, { $set: { updatedAt: then } });
  await records.fills.updateOne({ _id: fill.fillId }, { $set: { 'attempts.0.startedAt': then } });
  return { orderId, accountId, askId, fillId: fill.fillId };
}

async function expectNothingLeft(order: Awaited<ReturnType<typeof reservedOrder>>) {
  const { orderId, accountId, askId } = order;
  expect(await records.orders.findOne({ _id: orderId })).toMatchObject({
    status: 'refused',
    fillId: null,
    refusal: { code: 'service_unavailable' },
  });
  expect(await records.ledger.balanceOf(accountId)).toMatchObject({
    heldScale8: 0n,
    requestsUnderWay: 0,
  });
  expect(await records.asks.findOne({ _id: askId })).toMatchObject({ reservedTokens: 0 });
  expect(await records.idempotency.countDocuments({ orderId })).toBe(0);
  expect(await records.payloads.countDocuments({ _id: orderId })).toBe(0);
}

test('an order behind more than a page of others that are at work', async () => {
  const orders = Array.from({ length: 1_001 }, (_, at) => oldOrder(at));
  await records.orders.insertMany(orders);
  const seen = new Set<string>();
  const stateOf = async (workflowId: string) => {
    seen.add(workflowId);
    return 'running' as const;
  };
  const { abandoned } = maintenance({ stateOf });
  for (let run = 0; run < 3; run += 1) await abandoned.end();
  expect(seen.size).toBe(orders.length);
  seen.clear();
  await abandoned.end();
  expect(seen.has(orders[0]!._id)).toBe(true);
});

test('an order whose workflow is gone: all that it held is free, and its book has the fill back', async () => {
  const order = await reservedOrder(2 * MINUTE_MS);
  const { abandoned, released, told, refused } = maintenance();
  expect(await abandoned.end()).toBe(1);
  await expectNothingLeft(order);
  expect(refused).toEqual(['service_unavailable']);
  expect(released).toEqual([order.fillId]);
  expect(told).toEqual([order.orderId]);
  expect(await abandoned.end()).toBe(0);
});

test('a young order is left to its workflow', async () => {
  await reservedOrder(MINUTE_MS - 5_000);
  expect(await maintenance().abandoned.end()).toBe(0);
});

test('one that cannot be ended keeps no other from its end', async () => {
  await records.orders.insertMany([oldOrder(0)]);
  const order = await reservedOrder(2 * MINUTE_MS);
  const stateOf = async (workflowId: string) => {
    if (workflowId !== 'workflow') throw new Error('Temporal does not say');
    return 'ended' as const;
  };
  expect(await maintenance({ stateOf }).abandoned.end()).toBe(1);
  await expectNothingLeft(order);
});

test('a workflow that stands still for longer than any step may take is terminated, a minute later', async () => {
  const { BID_DEADLINE_MS, ANSWER_TIMEOUT_MS } = settings;
  const longestMs = BID_DEADLINE_MS + 2 * ANSWER_TIMEOUT_MS + MINUTE_MS;
  const [still, slow] = [
    await reservedOrder(longestMs + 1),
    await reservedOrder(longestMs - 5_000),
  ];
  const terminated: string[] = [];
  const terminate = async (workflowId: string) => void terminated.push(workflowId);
  const { abandoned } = maintenance({ stateOf: async () => 'running', terminate });
  expect(await abandoned.end()).toBe(0);
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + MINUTE_MS);
  await records.fills.updateOne(
    { _id: slow.fillId },
    { $push: { attempts: { number: 2, state: 'sent', startedAt: new Date(now) } as never } },
  );
  expect(await abandoned.end()).toBe(1);
  expect(terminated).toEqual(['workflow']);
  await expectNothingLeft(still);
  expect(await records.orders.findOne({ _id: slow.orderId })).toMatchObject({ status: 'open' });
});

test('a stream is left alone while its answer grows, and ended when it has not for as long as it may pause', async () => {
  const { BID_DEADLINE_MS, ANSWER_TIMEOUT_MS } = settings;
  const order = await reservedOrder(BID_DEADLINE_MS + 2 * ANSWER_TIMEOUT_MS + 2 * MINUTE_MS);
  await records.orders.updateOne({ _id: order.orderId }, { $set: { streamed: true } });
  const terminate = async () => undefined;
  const { abandoned, positions } = maintenance({ stateOf: async () => 'running', terminate });
  const clock = jest.spyOn(Date, 'now');
  const startedAtMs = Date.now();
  const endAfter = (passedMs: number) => {
    clock.mockReturnValue(startedAtMs + passedMs);
    return abandoned.end();
  };
  for (let at = 0; at < 3; at += 1) {
    positions.set(order.orderId, at);
    expect(await endAfter(at * ANSWER_TIMEOUT_MS)).toBe(0);
  }
  const pauseMs = ANSWER_TIMEOUT_MS + MINUTE_MS;
  expect(await endAfter(2 * ANSWER_TIMEOUT_MS + pauseMs - 1)).toBe(0);
  expect(await endAfter(2 * ANSWER_TIMEOUT_MS + pauseMs)).toBe(1);
  await expectNothingLeft(order);
});

test('an order of a living gateway is left to it for as long as any step may take', async () => {
  const { BID_DEADLINE_MS, ANSWER_TIMEOUT_MS } = settings;
  const longestMs = BID_DEADLINE_MS + 2 * ANSWER_TIMEOUT_MS + MINUTE_MS;
  const gatewayId = 'living';
  await records.gateways.insertOne({ _id: gatewayId, beats: 1 });
  const [lost, atWork] = [
    await reservedOrder(longestMs + 1),
    await reservedOrder(longestMs - 5_000),
  ];
  const orderIds = [lost.orderId, atWork.orderId];
  await records.orders.updateMany({ _id: { $in: orderIds } }, { $set: { gatewayId } });
  expect(await maintenance().abandoned.end()).toBe(1);
  await expectNothingLeft(lost);
  expect(await records.orders.findOne({ _id: atWork.orderId })).toMatchObject({ status: 'open' });
});
