/** Every order of a gateway has a workflow that records it, whatever is slow, away or dead (FLOW-11). */
import { randomUUID } from 'node:crypto';
import { Client } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import type { Settings } from '../../config/settings';
import { uuidV7At } from '../../domain/ids';
import { GatewayOrders, dueFor } from '../../exchange/takeover/gateway-orders';
import { OrderRecording } from '../../exchange/takeover/order-recording';
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
/** More than Temporal takes as the input of a workflow. */
const REFUSED_BYTES = 3 * 1_024 * 1_024;

let settings: Settings;
let records: WritableRecords;
let connection: NativeConnection;
let client: Client;
let orders: ChatOrders;
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
afterEach(() => clearRecords(records));
afterAll(async () => {
  await connection.close();
  await dropRecords(records);
});

/** A gateway, as far as its orders and their workflows go. */
class Gateway {
  readonly id = randomUUID().slice(0, 13);
  readonly setAside: string[] = [];
  /** Whether it reaches Temporal. */
  isCutOff = false;
  readonly recording = new OrderRecording(records, {
    deployment: settings.TOKENBOOK_DEPLOYMENT,
    ordersMax: ORDERS_MAX,
    startBatch: async (workflowId, batch) => {
      if (this.isCutOff) throw new Error('Temporal is away');
      await orders.startBatch(workflowId, batch);
    },
    onSetAside: (orderId) => this.setAside.push(orderId),
  });
  private readonly parts = {
    records,
    recording: this.recording,
    takenUp: { continueAll: async () => [] },
  };
  readonly orders = new GatewayOrders(this.parts, this.id, {
    taskQueue: this.id,
    heartbeatMs: 1_000,
    watchedMs: 1_000,
  });

  /** As another process sweeps what it left. */
  lost(): Promise<void> {
    return new GatewayOrders(this.parts, this.id).sweep();
  }

  async order(
    parts: { orderId?: string; requestId?: string; isOpen?: boolean; isCounted?: boolean } = {},
  ) {
    const { isOpen = false, isCounted = true, requestId = 'request', ...id } = parts;
    const accountId = await fundedAccount(records, USD);
    const askId = await placedAsk(records, { capacityTokens: 100 });
    const request = await reservation(records, { accountId, askId, quantityTokens: 10, ...id });
    const { orderId } = request.order;
    const { fillId } = request.fill;
    const marked = { workflowId: null, gatewayId: this.id, unrecordedBy: this.id };
    const order = { ...request.order, ...marked, requestId };
    await records.ledger.reserveFill({ order, fill: request.fill });
    if (isCounted) this.orders.reserved(orderId);
    if (!isOpen) await records.ledger.settleFill(settlement(fillId, 5));
    return orderId;
  }

  /** Settled orders without a workflow, so many. */
  async insertMarked(count: number): Promise<string[]> {
    const sample = await records.orders.findOne({ _id: await this.order() });
    const copies = Array.from({ length: count - 1 }, (_, at) => ({
      ...sample!,
      _id: uuidV7At(Date.now() - HOUR_MS + at, randomUUID()),
    }));
    await records.orders.insertMany(copies);
    return [sample!._id, ...copies.map(({ _id }) => _id)];
  }
}

const recordOf = async (orderId: string) => (await records.orders.findOne({ _id: orderId }))!;

/** Whether its mark is gone, and the workflow that its record names is at Temporal and records it. */
async function isRecorded(orderId: string): Promise<boolean> {
  const { workflowId, unrecordedBy } = await recordOf(orderId);
  if (!workflowId || unrecordedBy) return false;
  const { typedSearchAttributes } = await client.workflow.getHandle(workflowId).describe();
  return typedSearchAttributes.get(IDS)!.includes(orderId);
}

test('orders that are reserved together have one workflow, which their records name', async () => {
  const gateway = new Gateway();
  const orderIds = await Promise.all([gateway.order(), gateway.order()]);
  expect(gateway.orders.waiting).toBe(2);
  await gateway.orders.sweep();
  expect(await Promise.all(orderIds.map(isRecorded))).toEqual([true, true]);
  expect(gateway.orders.waiting).toBe(0);
  const [first, second] = await Promise.all(orderIds.map(recordOf));
  expect(first!.workflowId).toBe(second!.workflowId);
});

test("a full batch with the longest of callers' ids has its workflow, and names every order", async () => {
  const gateway = new Gateway();
  const longest = (at: number) => String(at).padEnd(128, 'x');
  const orderIds = await Promise.all(
    Array.from({ length: ORDERS_MAX }, (_, at) => gateway.order({ requestId: longest(at) })),
  );
  await gateway.orders.sweep();
  for (const orderId of orderIds) expect(await isRecorded(orderId)).toBe(true);
  const { workflowId } = await recordOf(orderIds[0]!);
  const { typedSearchAttributes } = await client.workflow.getHandle(workflowId!).describe();
  expect(typedSearchAttributes.get(REQUEST_IDS)!.length).toBeGreaterThan(0);
});

test('an order that Temporal refuses for good is set aside, and the others of its batch are recorded', async () => {
  const gateway = new Gateway();
  const [before, refused, after] = await Promise.all([
    gateway.order(),
    gateway.order({ requestId: 'x'.repeat(REFUSED_BYTES) }),
    gateway.order(),
  ]);
  await gateway.orders.sweep();
  for (const orderId of [before, after]) expect(await isRecorded(orderId)).toBe(true);
  expect(gateway.setAside).toEqual([refused]);
  const record = await recordOf(refused);
  expect(record.setAside).toContain('Temporal refuses the workflow');
  expect(record.unrecordedBy).toBeUndefined();
  // It does not count among the orders that wait, and the next ones have their workflow.
  expect(gateway.orders.waiting).toBe(0);
  const next = await gateway.order();
  await gateway.orders.sweep();
  expect(await isRecorded(next)).toBe(true);
});

test('an order that is read before its reservation is known here is counted once', async () => {
  const gateway = new Gateway();
  gateway.isCutOff = true;
  const orderId = await gateway.order({ isCounted: false });
  const sweeping = gateway.orders.sweep();
  gateway.orders.reserved(orderId);
  await expect(sweeping).rejects.toThrow('Temporal is away');
  expect(gateway.orders.waiting).toBe(1);
});

test('orders of an outage of Temporal wait, are counted, and are recorded after it', async () => {
  const gateway = new Gateway();
  gateway.isCutOff = true;
  const first = await gateway.order();
  await expect(gateway.orders.sweep()).rejects.toThrow('Temporal is away');
  const second = await gateway.order();
  expect(gateway.orders.waiting).toBe(2);
  await expect(gateway.orders.sweep()).rejects.toThrow('Temporal is away');
  expect(gateway.orders.waiting).toBe(2);
  gateway.isCutOff = false;
  await gateway.orders.sweep();
  expect(gateway.orders.waiting).toBe(0);
  for (const orderId of [first, second]) expect(await isRecorded(orderId)).toBe(true);
});

test('an order under way has its workflow at once, one only, and is unmarked when it has ended', async () => {
  const gateway = new Gateway();
  const orderId = await gateway.order({ isOpen: true });
  const workflows = async () => {
    const found = new Set<string>();
    for await (const one of client.workflow.list({ query: `Ids = '${orderId}'` }))
      found.add(one.workflowId);
    return found.size;
  };
  await gateway.orders.sweep();
  expect(gateway.orders.waiting).toBe(0);
  await until(async () => (await workflows()) === 1, { what: 'its workflow' });
  expect(await recordOf(orderId)).toMatchObject({ workflowId: null, unrecordedBy: gateway.id });
  const { fillId } = await recordOf(orderId);
  await records.ledger.settleFill(settlement(fillId!, 5));
  const later = await gateway.order();
  await gateway.orders.sweep();
  for (const id of [orderId, later]) expect(await isRecorded(id)).toBe(true);
  const [one, other] = [await recordOf(orderId), await recordOf(later)];
  expect(one.workflowId).not.toBe(other.workflowId);
  expect(await workflows()).toBe(1);
});

test('an order that takes long keeps its mark for two seconds', () => {
  const order = { status: 'open', unrecordedBy: 'gateway', createdAt: new Date(0) } as const;
  const due = (nowMs: number) => dueFor(order, true, false, nowMs);
  expect([due(1_999), due(2_000)]).toEqual([null, 'unmark']);
});

test('orders of a gateway that died in an outage of an hour are recorded by another process', async () => {
  const gateway = new Gateway();
  const hourAgo = uuidV7At(Date.now() - HOUR_MS, randomUUID());
  const old = await gateway.order({ orderId: hourAgo });
  const young = await gateway.order();
  await gateway.lost();
  for (const orderId of [old, young]) expect(await isRecorded(orderId)).toBe(true);
});

test('thousands of orders have their workflows within seconds of the return of Temporal', async () => {
  const gateway = new Gateway();
  const orderIds = await gateway.insertMarked(3_000);
  gateway.isCutOff = true;
  await expect(gateway.lost()).rejects.toThrow('Temporal is away');
  gateway.isCutOff = false;
  const startedAtMs = performance.now();
  await gateway.lost();
  expect(performance.now() - startedAtMs).toBeLessThan(10_000);
  const marked = { unrecordedBy: { $gt: '' } };
  expect(await records.orders.countDocuments(marked)).toBe(0);
  const workflowIds = await records.orders.distinct('workflowId', { _id: { $in: orderIds } });
  expect(workflowIds).toHaveLength(3_000 / ORDERS_MAX); // full batches
});

test('ended orders of an earlier release have no mark, and are not recorded again', async () => {
  const gateway = new Gateway();
  const orderId = await gateway.order();
  const earlier: Partial<OrderDocument> = { workflowId: 'earlier' };
  await records.orders.updateOne({ _id: orderId }, { $set: earlier, $unset: { unrecordedBy: '' } });
  await gateway.lost();
  expect((await recordOf(orderId)).workflowId).toBe('earlier');
});
