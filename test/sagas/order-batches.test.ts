/** Every order of a gateway has a workflow that records it, whatever is slow, away or dead. */
import { randomUUID } from 'node:crypto';
import { Client } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import type { Settings } from '../../config/settings';
import type { ChatOrder, MatchedFill } from '../../domain/chat';
import { recordWorkflow } from '../../exchange/chat/order-workflow';
import { GatewayLife } from '../../exchange/gateways';
import { LostGateways } from '../../exchange/lost-gateway';
import { connectRecords, type WritableRecords } from '../../records/connect';
import { ChatOrders } from '../../temporal/chat-orders';
import { OrderBatches } from '../../temporal/order-batches';
import { registerSearchAttributes } from '../../temporal/register-search-attributes';
import { ORDER_IDS } from '../../workflows/search-attributes';
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
  /** Whether it reaches Temporal. */
  isCutOff = false;
  readonly batches = new OrderBatches({
    ...{ deployment: settings.TOKENBOOK_DEPLOYMENT, gatewayId: this.id, taskQueue: this.id },
    ...{ heartbeatMs: 1_000, watchedMs: 1_000, gatherMs: 20, ordersMax: 10 },
    start: async (workflowId, batch) => {
      if (this.isCutOff) throw new Error('Temporal is away');
      await orders.startBatch(workflowId, batch);
    },
    moved: (orderId, workflowId) => recordWorkflow(records, orderId, this.id, workflowId),
    onError: (_err, message) => this.errors.push(message),
  });

  constructor() {
    gateways.push(this);
  }

  /** An order whose reservation has begun. `reserve` reserves for it and gives it to its batch. */
  begin() {
    const slot = this.batches.openSlot();
    const { workflowId } = slot;
    const reserve = async () => {
      const accountId = await fundedAccount(records, USD);
      const askId = await placedAsk(records, { capacityTokens: 100 });
      const request = await reservation(records, { accountId, askId, quantityTokens: 10 });
      const { orderId, requestId } = request.order;
      const { fillId } = request.fill;
      const order = { ...request.order, workflowId, gatewayId: this.id };
      await records.ledger.reserveFill({ order, fill: request.fill });
      slot.reserved({ orderId, accountId, requestId } as ChatOrder, { fillId } as MatchedFill);
      await records.ledger.settleFill(settlement(fillId, 5));
      return orderId;
    };
    return { workflowId, reserve };
  }
}

/** Whether the workflow that the record of the order names is at Temporal, and records it. */
async function isRecorded(orderId: string): Promise<boolean> {
  const { workflowId } = (await records.orders.findOne({ _id: orderId }))!;
  if (!workflowId) return false;
  const { typedSearchAttributes } = await client.workflow.getHandle(workflowId).describe();
  return typedSearchAttributes.get(ORDER_IDS)!.includes(orderId);
}

const untilRecorded = (orderId: string) =>
  until(() => isRecorded(orderId), { what: 'the workflow of the order', timeoutMs: 15_000 });

test('an order whose reservation outlasts its batch is in another one, which its record names', async () => {
  const gateway = new Gateway();
  const [prompt, slow] = [gateway.begin(), gateway.begin()];
  expect(slow.workflowId).toBe(prompt.workflowId);
  const promptId = await prompt.reserve();
  await untilRecorded(promptId);
  const slowId = await slow.reserve();
  await untilRecorded(slowId);
  expect((await records.orders.findOne({ _id: slowId }))!.workflowId).not.toBe(slow.workflowId);
  expect(await isRecorded(promptId)).toBe(true);
  await until(() => gateway.batches.waitingOrders === 0);
  expect(gateway.errors).toEqual([]);
});

test('orders of an outage of Temporal are recorded after it, and the operator is told once', async () => {
  const gateway = new Gateway();
  gateway.isCutOff = true;
  const orderId = await gateway.begin().reserve();
  await until(() => gateway.errors.length > 0, { what: 'the first failure' });
  expect(gateway.batches.waitingOrders).toBe(1);
  gateway.isCutOff = false;
  await untilRecorded(orderId);
  await until(() => gateway.batches.waitingOrders === 0);
  expect(gateway.errors).toHaveLength(1);
});

test('orders of a gateway that died before their workflow was started are recorded by another process', async () => {
  const gateway = new Gateway();
  const life = new GatewayLife(records, gateway.id, () => gateway.batches);
  await life.begin();
  const before = await gateway.begin().reserve();
  await untilRecorded(before);
  gateway.isCutOff = true;
  const left = await gateway.begin().reserve();
  await until(() => gateway.errors.length > 0, { what: 'the first failure' });
  const lifeOf = () => records.gateways.findOne({ _id: gateway.id });
  // Its last words: the second beat from now tells of what it has now.
  const { beats } = (await lifeOf())!;
  await until(async () => (await lifeOf())!.beats >= beats + 2, { what: 'two beats' });
  await life.end(false);
  await gateway.batches.stop(0);

  const continued = { continueAll: async () => [] };
  const started: string[] = [];
  const others = new LostGateways(records, continued, async (workflowId, batch) => {
    started.push(...batch.orders.map(({ orderId }) => orderId));
    await orders.startBatch(workflowId, batch);
  });
  await others.takeUp((await lifeOf())!, 'first');
  expect(started).toEqual([left]);
  expect(await isRecorded(left)).toBe(true);
});
