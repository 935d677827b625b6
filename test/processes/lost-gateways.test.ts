/** What becomes of the orders of a lost gateway: each continues or is recorded, for itself (FLOW-11). */
import { randomUUID } from 'node:crypto';
import type { Settings } from '../../config/settings';
import type { BegunOrder, ChatOrder } from '../../domain/chat';
import type { OrderBatch } from '../../domain/order-batch';
import { OrderRecording } from '../../exchange/takeover/order-recording';
import { TakenUpOrders } from '../../exchange/takeover/taken-up-orders';
import { GatewayOrders } from '../../exchange/takeover/gateway-orders';
import { StartRefused } from '../../exchange/takeover/start-refused';
import { noTracing } from '../../exchange/tracing/tracing';
import { type WritableRecords, connectRecords } from '../../records/connect';
import {
  clearRecords,
  dropRecords,
  fundedAccount,
  placedAsk,
  reservation,
  settlement,
} from '../records/scenario';
import { testSettings } from '../support/environment';

const ONE = 100_000_000n;
const GATEWAY = 'lost';

let settings: Settings;
let records: WritableRecords;
beforeAll(async () => {
  settings = await testSettings();
  records = await connectRecords(settings);
});
beforeEach(() => clearRecords(records));
afterAll(() => dropRecords(records));

/** An order that the gateway has reserved for. */
async function reserved() {
  const accountId = await fundedAccount(records, 10n * ONE);
  const sellerId = randomUUID();
  const now = new Date();
  await records.sellers.insertOne({
    _id: sellerId,
    name: 'seller',
    endpointUrl: `https://${sellerId}.example.com`,
    standing: 'Active',
    apiKeyHash: sellerId,
    supportedModels: [],
    regions: [],
    owner: null,
    quotas: {},
    registeredAt: now,
    updatedAt: now,
  });
  const askId = await placedAsk(records, { capacityTokens: 1_000, sellerId });
  const request = await reservation(records, { accountId, askId, quantityTokens: 10 });
  const { orderId, modelId } = request.order;
  const begun = { workflowId: null, gatewayId: GATEWAY, unrecordedBy: GATEWAY };
  const bid = { orderId, gatewayId: GATEWAY, modelId, excludedSellerIds: [] };
  await records.ledger.reserveFill({
    order: { ...request.order, ...begun, bid: bid as object as ChatOrder },
    fill: request.fill,
  });
  return { orderId, accountId, fillId: request.fill.fillId };
}

/** An order that ended while its gateway lived. */
async function ended(how: 'filled' | 'refused') {
  const order = await reserved();
  const { orderId, fillId } = order;
  const refusal = { code: 'no_match', message: 'None.' };
  if (how === 'filled') await records.ledger.settleFill(settlement(fillId, 5));
  else await records.ledger.refuseOrder({ orderId, refusal, reserved: 'release' });
  return order;
}

interface Temporal {
  readonly startAlone?: (orderId: string) => Promise<void>;
  readonly startBatch?: (batch: OrderBatch) => Promise<void>;
}

/** What is started, when a process takes over what the gateway has left. */
async function takenOver({ startAlone, startBatch }: Temporal = {}) {
  const alone: { order: ChatOrder; begun: BegunOrder }[] = [];
  const batches: OrderBatch[] = [];
  const setAside: string[] = [];
  const recording = new OrderRecording(records, {
    deployment: 'test',
    ordersMax: 2,
    startBatch: async (_id, batch) => {
      await startBatch?.(batch);
      batches.push(batch);
    },
    onSetAside: (orderId) => setAside.push(orderId),
  });
  const ends = {
    books: { release: async () => ({ status: 'released' }) },
    standings: { ended: () => undefined },
    channel: { refused: async () => undefined },
    meter: { bidRefused: () => undefined },
  };
  const takenUp = new TakenUpOrders(
    {
      records,
      settings,
      tracing: noTracing,
      catalog: { instrument: () => null },
      ...ends,
    } as never,
    {
      startAlone: async (order, begun) => {
        await startAlone?.(order.orderId);
        alone.push({ order, begun });
        return `alone-${order.orderId}`;
      },
    },
    recording,
  );
  const failure = await new GatewayOrders({ records, takenUp, recording }, GATEWAY).sweep().then(
    () => null,
    (err: Error) => err.message,
  );
  const orderIds = batches.map(({ orders }) => orders.map(({ orderId }) => orderId));
  return { alone, batches, orderIds, setAside, failure };
}

const recordOf = async (orderId: string) => (await records.orders.findOne({ _id: orderId }))!;

test('an order that is open continues in a workflow, and no longer belongs to the gateway', async () => {
  const order = await reserved();
  const { alone, batches } = await takenOver();
  const { orderId, fillId } = order;
  expect(alone).toMatchObject([{ order: { orderId }, begun: { fill: { fillId } } }]);
  expect(alone[0]!.begun.attempt).toEqual({ state: 'lost' });
  expect(batches).toEqual([]);
  expect((await recordOf(orderId)).unrecordedBy).toBeUndefined();
  // The gateway was only paused: it may neither refuse the order, nor is it taken up again.
  const refusal = { code: 'service_unavailable', message: 'Stopping.' };
  const late = { orderId, refusal, reserved: 'release', gatewayId: GATEWAY } as const;
  expect(await records.ledger.refuseOrder(late)).toEqual({ status: 'open' });
  expect(await records.ledger.openFillsOf(orderId)).toMatchObject([{ _id: fillId }]);
  expect((await takenOver()).alone).toEqual([]);
});

test('an order that is between two sellers continues without the one that failed', async () => {
  const { orderId, fillId } = await reserved();
  const { fill } = await records.ledger.releaseFill({ fillId, reason: 'seller_failed' });
  const { alone } = await takenOver();
  const { sellerId } = fill!;
  expect(alone).toMatchObject([
    {
      order: { orderId },
      begun: { course: { askedSellerIds: [sellerId], excludedSellerIds: [sellerId] } },
    },
  ]);
  expect(alone[0]!.begun).not.toHaveProperty('fill');
});

test('orders that ended without a workflow are recorded in full batches, once', async () => {
  const orders = [await ended('filled'), await ended('refused'), await ended('filled')];
  const { alone, batches, orderIds } = await takenOver();
  expect(alone).toEqual([]);
  const [first, second, third] = orders.map(({ orderId }) => orderId);
  expect(orderIds.toSorted((one, other) => other.length - one.length)).toEqual([
    [first, second],
    [third],
  ]);
  expect(batches.every(({ taskQueue }) => taskQueue === null)).toBe(true);
  expect((await takenOver()).batches).toEqual([]);
});

test('the orders of another gateway, and those that have a workflow, are left alone', async () => {
  const [other, recorded] = [await reserved(), await ended('filled')];
  const living = { gatewayId: 'living', unrecordedBy: 'living' };
  await records.orders.updateOne({ _id: other.orderId }, { $set: living });
  await records.orders.updateOne({ _id: recorded.orderId }, { $unset: { unrecordedBy: '' } });
  expect(await takenOver()).toMatchObject({ alone: [], batches: [], failure: null });
});

test('an order that cannot be continued hides no other one, be it open or ended', async () => {
  const orders = await Promise.all(Array.from({ length: 20 }, reserved));
  const sick = new Set(orders.slice(0, 10).map(({ orderId }) => orderId));
  const filled = await ended('filled');
  const startAlone = async (orderId: string) => {
    if (sick.has(orderId)) throw new Error('never');
  };
  const { alone, orderIds, failure } = await takenOver({ startAlone });
  expect(alone).toHaveLength(10);
  expect(orderIds).toEqual([[filled.orderId]]);
  expect(failure).toContain('10 of 20 failed');
});

test('an order that Temporal refuses for good is set aside, and ended if it is open; one that it refuses for now waits', async () => {
  const refusing = (orderId: string, isFinal: boolean) => (asked: string) =>
    asked === orderId
      ? Promise.reject(new StartRefused(new Error('too long'), isFinal))
      : Promise.resolve();
  const [open, other] = [await reserved(), await reserved()];
  const asked = await takenOver({ startAlone: refusing(open.orderId, true) });
  expect(asked.setAside).toEqual([open.orderId]);
  expect(asked.alone.map(({ order }) => order.orderId)).toEqual([other.orderId]);
  expect(await recordOf(open.orderId)).toMatchObject({
    status: 'refused',
    setAside: expect.stringContaining('too long'),
  });
  expect(await records.ledger.openFillsOf(open.orderId)).toEqual([]);
  expect(await takenOver()).toMatchObject({ alone: [], failure: null });

  const [filled, next] = [await ended('filled'), await ended('filled')];
  const refuse = refusing(filled.orderId, false);
  const startBatch = async ({ orders }: OrderBatch) => {
    for (const { orderId } of orders) await refuse(orderId);
  };
  const later = await takenOver({ startBatch });
  expect(later.orderIds).toEqual([[next.orderId]]);
  expect(later).toMatchObject({ setAside: [], failure: expect.stringContaining('too long') });
  expect((await takenOver()).orderIds).toEqual([[filled.orderId]]);
});

test('an order that its gateway had set aside is ended as soon as the gateway is lost', async () => {
  const { orderId } = await reserved();
  const aside = { $set: { setAside: 'too long' }, $unset: { unrecordedBy: '' } } as const;
  await records.orders.updateOne({ _id: orderId }, aside);
  const startAlone = async () => {
    throw new StartRefused(new Error('too long'), true);
  };
  expect(await takenOver({ startAlone })).toMatchObject({ alone: [], failure: null });
  expect(await recordOf(orderId)).toMatchObject({
    status: 'refused',
    refusal: { code: 'service_unavailable' },
  });
});
