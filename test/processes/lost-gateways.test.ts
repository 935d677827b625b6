/** What becomes of the orders of a gateway that was lost: each goes on, or is recorded, once. */
import { randomUUID } from 'node:crypto';
import type { Settings } from '../../config/settings';
import type { BegunOrder, ChatOrder } from '../../domain/chat';
import { uuidV7At } from '../../domain/ids';
import type { OrderBatch } from '../../domain/order-batch';
import { TakenUpOrders } from '../../exchange/chat/taken-up-orders';
import type { TakeUp } from '../../exchange/gateways';
import { LostGateways } from '../../exchange/lost-gateway';
import { noTracing } from '../../exchange/tracing';
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
const SECOND_MS = 1_000;
/** A request has its batch a minute after it came, at the latest. */
const MATCHED_WITHIN_MS = 60_000;

let settings: Settings;
let records: WritableRecords;
beforeAll(async () => {
  settings = await testSettings();
  records = await connectRecords(settings);
});
beforeEach(() => clearRecords(records));
afterAll(() => dropRecords(records));

/** An order that the gateway has reserved for, in its batch of this number. */
async function reserved(batch: number, receivedAtMs = Date.now()) {
  const accountId = await fundedAccount(records, 10n * ONE);
  const sellerId = randomUUID();
  const now = new Date();
  await records.sellers.insertOne({
    ...{ _id: sellerId, name: 'seller', endpointUrl: `https://${sellerId}.example.com` },
    ...{ standing: 'Active', apiKeyHash: sellerId, supportedModels: [], regions: [] },
    ...{ owner: null, quotas: {}, registeredAt: now, updatedAt: now },
  });
  const askId = await placedAsk(records, { capacityTokens: 1_000, sellerId });
  const orderId = uuidV7At(receivedAtMs, randomUUID());
  const workflowId = `orders-${GATEWAY}-${batch}`;
  const request = await reservation(records, { accountId, askId, quantityTokens: 10, orderId });
  const begun = { ...request.order, workflowId, gatewayId: GATEWAY };
  const bid = { orderId, workflowId, gatewayId: GATEWAY, modelId: begun.modelId } as ChatOrder;
  await records.ledger.reserveFill({ order: { ...begun, bid }, fill: request.fill });
  return { orderId, workflowId, accountId, fillId: request.fill.fillId };
}

async function filled(batch: number, receivedAtMs?: number) {
  const order = await reserved(batch, receivedAtMs);
  await records.ledger.settleFill(settlement(order.fillId, 5));
  return order;
}

/** What is started, when a process takes up what the gateway has left. */
async function takenUp(takeUp: TakeUp, unstartedSince: Date | null, startedThrough = 0) {
  const life = { _id: GATEWAY, beats: 5, startedThrough, unstartedSince };
  await records.gateways.updateOne({ _id: GATEWAY }, { $set: life }, { upsert: true });
  const alone: { order: ChatOrder; begun: BegunOrder }[] = [];
  const batches = new Map<string, OrderBatch>();
  const orders = new TakenUpOrders(
    { records, settings, tracing: noTracing, catalog: { instrument: () => null } as never },
    {
      startAlone: async (order, begun) => {
        alone.push({ order, begun });
        return `alone-${order.orderId}`;
      },
    },
  );
  const lost = new LostGateways(records, orders, async (id, batch) => void batches.set(id, batch));
  await lost.takeUp(life, takeUp);
  return { alone, batches };
}

test('an order that is open goes on in a workflow, and no longer belongs to the gateway', async () => {
  const order = await reserved(1);
  const { alone, batches } = await takenUp('first', null);
  const { orderId, fillId } = order;
  expect(alone).toMatchObject([{ order: { orderId }, begun: { fill: { fillId } } }]);
  expect(alone[0]!.begun.attempt).toEqual({ state: 'lost' });
  expect(batches.size).toBe(0);
  // The gateway was only paused: it may neither refuse the order, nor is it taken up again.
  const refusal = { code: 'service_unavailable', message: 'Stopping.' };
  const late = { orderId, refusal, reserved: 'release', gatewayId: GATEWAY } as const;
  expect(await records.ledger.refuseOrder(late)).toEqual({ status: 'open' });
  expect(await records.ledger.openFillsOf(orderId)).toMatchObject([{ _id: fillId }]);
  expect((await takenUp('again', null)).alone).toEqual([]);
});

test('orders that ended before their batch had its workflow are recorded with it', async () => {
  const since = Date.now() - 10 * SECOND_MS;
  const received = since - MATCHED_WITHIN_MS;
  const [early, late] = [await filled(7, received + SECOND_MS), await filled(7)];
  const next = await filled(8);
  await filled(6); // has its workflow
  await filled(7, received - SECOND_MS); // cannot have waited for its batch for so long
  const { alone, batches } = await takenUp('first', new Date(since), 6);
  expect(alone).toEqual([]);
  const found = [...batches].map(([id, { orders }]) => [id, orders.map(({ orderId }) => orderId)]);
  expect(new Map(found as [string, string[]][])).toEqual(
    new Map([
      [early.workflowId, [early.orderId, late.orderId]],
      [next.workflowId, [next.orderId]],
    ]),
  );
  expect(batches.get(next.workflowId)).toMatchObject({ taskQueue: null });
});

test('orders of a gateway that had told of none are recorded, as far back as a batch may begin', async () => {
  const order = await filled(1, Date.now() - MATCHED_WITHIN_MS + 10 * SECOND_MS);
  expect([...(await takenUp('first', null)).batches.keys()]).toEqual([order.workflowId]);
  expect((await takenUp('again', null)).batches.size).toBe(0);
  expect([...(await takenUp('last', null)).batches.keys()]).toEqual([order.workflowId]);
});

test('a gateway that went on is kept in the list; one that did not is forgotten', async () => {
  await takenUp('first', null);
  expect(await records.gateways.countDocuments()).toBe(1);
  await takenUp('last', null);
  expect(await records.gateways.countDocuments()).toBe(0);
  const seen = { _id: GATEWAY, beats: 5, startedThrough: 0, unstartedSince: null };
  await records.gateways.insertOne({ ...seen, beats: 6 });
  const orders = { continueAll: async () => [] };
  await new LostGateways(records, orders, async () => undefined).takeUp(seen, 'last');
  expect(await records.gateways.countDocuments()).toBe(1);
});
