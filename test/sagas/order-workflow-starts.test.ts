/** The start of an order's own workflow: once for each order, and never later than a caller can wait. */
import { randomUUID } from 'node:crypto';
import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { v7 as uuidV7 } from 'uuid';
import type { ChatOrder } from '../../domain/chat';
import { ChatOrders } from '../../temporal/chat-orders';
import { registerSearchAttributes } from '../../temporal/register-search-attributes';
import { FaultProxy } from '../faults/fault-proxy';
import { sharedServers } from '../support/shared-servers';

const NAMESPACE = 'default';
/** Longer than a caller waits, and far less than a paused server may stand still. */
const PATIENCE_MS = 20_000;

/** No worker polls its queues: its workflows wait. */
const deployment = `starts-${randomUUID()}`;

let proxy: FaultProxy;
let connection: NativeConnection;
let client: Client;
let orders: ChatOrders;
beforeAll(async () => {
  const { temporalAddress: address } = sharedServers().addresses;
  proxy = await FaultProxy.open(Number(address.split(':')[1]));
  connection = await NativeConnection.connect({ address: `127.0.0.1:${proxy.port}` });
  const silent = { error: () => undefined, info: () => undefined };
  await registerSearchAttributes(connection, NAMESPACE, silent as never);
  client = new Client({ connection, namespace: NAMESPACE });
  orders = new ChatOrders(client, deployment);
});
afterAll(async () => {
  await connection.close();
  proxy.close();
});

const newOrder = () => {
  const orderId = uuidV7();
  const names = { accountId: randomUUID(), modelId: 'model', requestId: randomUUID() };
  const sizes = { ceilingScale8: '100000', quantityMinTokens: 75, quantityMaxTokens: 75 };
  return { orderId, ...names, ...sizes, streamed: false } as ChatOrder;
};
const fill = { fillId: randomUUID(), sellerId: randomUUID() };
const start = (order: ChatOrder) => orders.startAlone(order, { fill } as never);
const run = async (workflowId: string) => {
  const { runId, status } = await client.workflow.getHandle(workflowId).describe();
  return { runId, status: status.name };
};

test('an order that is taken up again has the workflow that it has', async () => {
  const order = newOrder();
  const workflowId = await start(order);
  const before = await run(workflowId);
  expect(before.status).toBe('RUNNING');
  expect(await start(order)).toBe(workflowId);
  expect(await run(workflowId)).toEqual(before);
  await client.workflow.getHandle(workflowId).terminate();
});

test('one whose workflow is over is not run again, and that is no error', async () => {
  const order = newOrder();
  const workflowId = await start(order);
  await client.workflow.getHandle(workflowId).terminate();
  const before = await run(workflowId);
  expect(before.status).toBe('TERMINATED');
  expect(await start(order)).toBe(workflowId);
  expect(await run(workflowId)).toEqual(before);
});

test('who starts one at a Temporal that stands still is told, and need not wait', async () => {
  await start(newOrder()).then((workflowId) => client.workflow.getHandle(workflowId).terminate());
  proxy.set({ kind: 'silent' });
  const outcome = start(newOrder()).then(
    () => 'started',
    () => 'told',
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('still waits'), PATIENCE_MS);
  });
  expect(await Promise.race([outcome, late])).toBe('told');
  clearTimeout(timer);
  proxy.heal();
});
