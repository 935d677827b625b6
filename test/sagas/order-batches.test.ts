/** Every order of a gateway has a workflow that records it, whatever is slow, away or dead (FLOW-11). */
import { randomUUID } from 'node:crypto';
import { Client } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import type { Settings } from '../../config/settings';
import type { ChatOrder, MatchedFill } from '../../domain/chat';
import { uuidV7At } from '../../domain/ids';
import { OrderBatches } from '../../exchange/takeover/order-batches';
import { OrderRecording } from '../../exchange/takeover/order-recording';
import { takeOverGateway } from '../../exchange/takeover/lost-gateways';
import { connectRecords, type WritableRecords } from '../../records/connect';
import type { OrderDocument } from '../../records/documents/order';
import { ChatOrders } from '../../temporal/chat-orders';
import { registerSearchAttributes } from '../../temporal/register-search-attributes';
import { IDS, REQUEST_IDS } from '../../workflows/search-attributes';
import {
  clearRecords,
  dropRecords,
  fundedAccount,
  placedAsk,
  reservation,
  settlement,
} from '../records/scenario';
import { testSettings } from '../support/environment';
import { until } from '../support/wait';

const USD = 100_000_000n;
const ORDERS_MAX = 40;
const HOUR_MS = 3_600_000;
const DONE = Promise.resolve();
/** More than Temporal takes as the input of a workflow. */
const REFUSED_BYTES = 3 * 1_024 * 1_024;

let settings: Settings;
let records: WritableRecords;
let connection: NativeConnection;
let client: Client;
let orders: ChatOrders;
const gateways: Gateway[] = [];
beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  settings = await testSettings();
  records = await connectRecords(settings);
  connection = await NativeConnection.connect({ address: settings.temporalAddress });
  const silent = { error: () => undefined, info: () => undefined };
  await registerSearchAttributes(connection, settings.TEMPORAL_NAMESPACE, silent);
  client = new Client({ connection });
  orders = new ChatOrders(client, settings.TOKENBOOK_DEPLOYMENT);
});
afterEach(async () => {
  await Promise.all(gateways.splice(0).map(({ batches }) => batches.stop(0)));
  await clearRecords(records);
});
afterAll(async () => {
  await connection.close();
  await dropRecords(records);
});

/** A gateway, as far as its orders and their workflows go. */
class Gateway {
  readonly id = randomUUID().slice(0, 13);
  readonly errors: string[] = [];
  readonly setAside: string[] = [];
  /** Whether it reaches Temporal. */
  isCutOff = false;
  readonly running = new Set<string>();
  readonly recording = new OrderRecording(records, {
    deployment: settings.TOKENBOOK_DEPLOYMENT,
    ordersMax: ORDERS_MAX,
    startBatch: async (workflowId, batch) => {
      if (this.isCutOff) throw new Error('Temporal is away');
      await orders.startBatch(workflowId, batch);
    },
    onSetAside: (orderId) => this.setAside.push(orderId),
  });
  readonly batches = new OrderBatches(this.recording, {
    gatewayId: this.id,
    watched: { taskQueue: this.id, heartbeatMs: 1_000, watchedMs: 1_000 },
    gatherMs: 20,
    ordersMax: ORDERS_MAX,
    runs: (orderId) => this.running.has(orderId),
    onError: (_err, message) => this.errors.push(message),
  });

  constructor() {
    gateways.push(this);
  }

  /** An order that was reserved and settled; its batch knows it only when it is `reported`. */
  async order(parts: { orderId?: string; requestId?: string; isReported?: boolean } = {}) {
    const { isReported = true, requestId = 'request', ...id } = parts;
    const accountId = await fundedAccount(records, USD);
    const askId = await placedAsk(records, { capacityTokens: 100 });
    const request = await reservation(records, { accountId, askId, quantityTokens: 10, ...id });
    const { orderId } = request.order;
    const { fillId } = request.fill;
    const marked = { workflowId: null, gatewayId: this.id, unrecordedBy: this.id };
    const order = { ...request.order, ...marked, requestId };
    await records.ledger.reserveFill({ order, fill: request.fill });
    const reserved = { orderId, accountId, requestId } as ChatOrder;
    if (isReported) this.batches.reserved(reserved, { fillId } as MatchedFill, DONE);
    await records.ledger.settleFill(settlement(fillId, 5));
    return orderId;
  }

  /** Settled orders without a workflow, so many. */
  async insertMarked(count: number): Promise<string[]> {
    const sample = await records.orders.findOne({ _id: await this.order({ isReported: false }) });
    const copies = Array.from({ length: count - 1 }, (_, at) => ({
      ...sample!,
      _id: uuidV7At(Date.now() - HOUR_MS + at, randomUUID()),
    }));
    await records.orders.insertMany(copies);
    return [sample!._id, ...copies.map(({ _id }) => _id)];
  }
}

/** As another process takes over what a gateway left. */
function takeOver({ id, recording }: Gateway): Promise<void> {
  const takenUp = { continueAll: async () => [] };
  return takeOverGateway({ records, takenUp, recording }, id);
}

const recordOf = async (orderId: string) => (await records.orders.findOne({ _id: orderId }))!;

/** Whether its mark is gone, and the workflow that its record names is at Temporal and records it. */
async function isRecorded(orderId: string): Promise<boolean> {
  const { workflowId, unrecordedBy } = await recordOf(orderId);
  if (!workflowId || unrecordedBy) return false;
  const { typedSearchAttributes } = await client.workflow.getHandle(workflowId).describe();
  return typedSearchAttributes.get(IDS)!.includes(orderId);
}

const untilRecorded = (orderId: string) =>
  until(() => isRecorded(orderId), { what: 'the workflow of the order', timeoutMs: 15_000 });

test('orders that are reserved together have one workflow, which their records name', async () => {
  const gateway = new Gateway();
  const orderIds = await Promise.all([gateway.order(), gateway.order()]);
  for (const orderId of orderIds) await untilRecorded(orderId);
  expect(gateway.batches.waitingOrders).toBe(0);
  expect(gateway.errors).toEqual([]);
});

test("a full batch with the longest of callers' ids has its workflow, and names every order", async () => {
  const gateway = new Gateway();
  const longest = (at: number) => String(at).padEnd(128, 'x');
  const orderIds = await Promise.all(
    Array.from({ length: ORDERS_MAX }, (_, at) => gateway.order({ requestId: longest(at) })),
  );
  for (const orderId of orderIds) await untilRecorded(orderId);
  const { workflowId } = await recordOf(orderIds[0]!);
  const { typedSearchAttributes } = await client.workflow.getHandle(workflowId!).describe();
  expect(typedSearchAttributes.get(REQUEST_IDS)!.length).toBeGreaterThan(0);
  expect(gateway.errors).toEqual([]);
});

test('an order that Temporal refuses for good is set aside, and the others of its batch are recorded', async () => {
  const gateway = new Gateway();
  const [before, refused, after] = await Promise.all([
    gateway.order(),
    gateway.order({ requestId: 'x'.repeat(REFUSED_BYTES) }),
    gateway.order(),
  ]);
  for (const orderId of [before, after]) await untilRecorded(orderId);
  await until(() => gateway.setAside.length > 0, { what: 'the order to be set aside' });
  expect(gateway.setAside).toEqual([refused]);
  const record = await recordOf(refused);
  expect(record.setAside).toContain('Temporal refuses the workflow');
  expect(record.unrecordedBy).toBeUndefined();
  // It does not count among the orders that wait, and the next ones have their workflow.
  await until(() => gateway.batches.sweep().then(() => gateway.batches.waitingOrders === 0));
  await untilRecorded(await gateway.order());
});

test('orders of an outage of Temporal are recorded after it, and the operator is notified once', async () => {
  const gateway = new Gateway();
  gateway.isCutOff = true;
  const first = await gateway.order();
  await until(() => gateway.errors.length > 0, { what: 'the first failure' });
  const second = await gateway.order();
  expect(gateway.batches.waitingOrders).toBe(2);
  await expect(gateway.batches.sweep()).rejects.toThrow('Temporal is away');
  gateway.isCutOff = false;
  await until(async () => {
    await gateway.batches.sweep();
    return gateway.batches.waitingOrders === 0;
  });
  for (const orderId of [first, second]) await untilRecorded(orderId);
  expect(gateway.errors).toHaveLength(1);
  await untilRecorded(await gateway.order()); // by the gateway itself again
});

test('a sweep records an order whose reservation was not confirmed, and none that the gateway works on', async () => {
  const gateway = new Gateway();
  const lost = await gateway.order({ isReported: false });
  const running = await gateway.order({ isReported: false });
  gateway.running.add(running);
  expect((await recordOf(lost)).unrecordedBy).toBe(gateway.id);
  await gateway.batches.sweep();
  expect(await isRecorded(lost)).toBe(true);
  expect(await isRecorded(running)).toBe(false);
});

test('orders of a gateway that died in an outage of an hour are recorded by another process', async () => {
  const gateway = new Gateway();
  const hourAgo = uuidV7At(Date.now() - HOUR_MS, randomUUID());
  const old = await gateway.order({ isReported: false, orderId: hourAgo });
  const young = await gateway.order({ isReported: false });
  await takeOver(gateway);
  for (const orderId of [old, young]) expect(await isRecorded(orderId)).toBe(true);
});

test('thousands of orders have their workflows within seconds of the return of Temporal', async () => {
  const gateway = new Gateway();
  const orderIds = await gateway.insertMarked(3_000);
  gateway.isCutOff = true;
  await expect(takeOver(gateway)).rejects.toThrow('Temporal is away');
  gateway.isCutOff = false;
  const startedAtMs = performance.now();
  await takeOver(gateway);
  expect(performance.now() - startedAtMs).toBeLessThan(10_000);
  const marked = { unrecordedBy: { $gt: '' } };
  expect(await records.orders.countDocuments(marked)).toBe(0);
  const workflowIds = await records.orders.distinct('workflowId', { _id: { $in: orderIds } });
  expect(workflowIds).toHaveLength(3_000 / ORDERS_MAX); // full batches
});

test('ended orders of an earlier release have no mark, and are not recorded again', async () => {
  const gateway = new Gateway();
  const orderId = await gateway.order({ isReported: false });
  const earlier: Partial<OrderDocument> = { workflowId: 'earlier' };
  await records.orders.updateOne({ _id: orderId }, { $set: earlier, $unset: { unrecordedBy: '' } });
  await takeOver(gateway);
  expect((await recordOf(orderId)).workflowId).toBe('earlier');
});
