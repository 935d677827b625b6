/** By what an operator finds a workflow, in a new namespace and in one of 0.2.0. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import type { BegunOrder, ChatOrder } from '../../domain/chat';
import { queueName } from '../../domain/workflow-names';
import { ChatOrders } from '../../temporal/chat-orders';
import { ContractOrders } from '../../temporal/contract-orders';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { WorkflowStage } from './workflow-stage';

const OLDER = ['OrderId', 'BuyerId', 'SellerId', 'ContractId', 'FillId', 'RequestId'];
const [KEYWORD, KEYWORD_LIST] = [2, 7];
const FAILED = 'connection refused';

let stages: WorkflowStage[];
const deployment = `found-${randomBytes(4).toString('hex')}`;
const never = () => Promise.reject(new Error('not asked'));
const lotEnd = { status: 'defaulted', drawnTokens: 0, paidTokens: 0, refundedTokens: 90 };
const steps = {
  followAttempt: never,
  dispatch: async () => ({ kind: 'failed', outcomeUnknown: false, detail: FAILED }),
  confirmDefault: async () => true,
  defaultLot: async () => true,
  draw: async () => ({ kind: 'refused', refusal: { code: 'seller_default', message: 'Ended.' } }),
  unmatch: async () => undefined,
  refuse: async () => null,
  noteLot: async () => undefined,
  endLot: async (lotId: string) => ({ kind: 'ended', end: { ...lotEnd, lotId, cause: FAILED } }),
};

/** A namespace that a worker of 0.2.0 has set up. */
async function olderNamespace(): Promise<string> {
  const { temporalAddress: address } = sharedServers().addresses;
  const connection = await NativeConnection.connect({ address });
  const namespace = `older-${randomBytes(4).toString('hex')}`;
  const workflowExecutionRetentionPeriod = { seconds: 86_400 as never };
  const { workflowService, operatorService } = connection;
  await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
  const keywords = [...OLDER, 'SellerStanding', 'Model', 'Outcome'];
  const lists = ['OrderIds', 'BuyerIds', 'RequestIds'];
  const searchAttributes = Object.fromEntries([
    ...keywords.map((name) => [name, KEYWORD]),
    ...lists.map((name) => [name, KEYWORD_LIST]),
  ]);
  const add = () => operatorService.addSearchAttributes({ namespace, searchAttributes });
  await until(
    () =>
      add().then(
        () => true,
        () => false,
      ),
    { what: 'the namespace' },
  );
  await connection.close();
  return namespace;
}

beforeAll(async () => {
  const workflows = require.resolve('../../workflows');
  stages = [
    await WorkflowStage.open(workflows),
    await WorkflowStage.open(workflows, await olderNamespace()),
  ];
  for (const stage of stages)
    for (const queue of ['orders', 'contracts'] as const)
      await stage.work(steps, queueName(deployment, queue));
});
afterAll(() => Promise.all(stages.map((stage) => stage.close())));

async function found({ workflow }: Client, query: string, workflowId: string): Promise<void> {
  const isFound = async () => {
    for await (const run of workflow.list({ query }))
      if (run.workflowId === workflowId) return true;
    return false;
  };
  await until(isFound, { what: query, timeoutMs: 20_000 });
}

const olderOf = async (run: WorkflowHandle) => {
  const { searchAttributes } = await run.describe();
  return Object.fromEntries(OLDER.map((name) => [name, searchAttributes[name]?.[0]]));
};

/** A chat that draws on a lot, whose seller fails three times. */
function draw() {
  const ids = { orderId: randomUUID(), accountId: randomUUID(), contractId: randomUUID() };
  const order = {
    ...ids,
    requestId: randomUUID(),
    modelId: 'model',
    ceilingScale8: '1',
    excludedSellerIds: [],
    quantityMinTokens: 1,
    quantityMaxTokens: 9,
    sellerId: null,
    region: null,
    limits: {
      deadlineMs: 6e4,
      answerTimeoutMs: 45e3,
      heartbeatMs: 5e3,
    },
  };
  const drawnOn = { contractId: order.contractId, lotId: randomUUID(), lotWorkflowId: 'none' };
  const fill = { orderId: ids.orderId, fillId: randomUUID(), sellerId: randomUUID(), drawnOn };
  const begun = { startedAtMs: Date.now(), fill, attempt: { state: 'lost' } };
  return { order: order as never as ChatOrder, fill, begun: begun as never as BegunOrder };
}

test('a default is found by each id that it touches, its outcome and its reason, and by the older names where the server has them', async () => {
  for (const { client } of stages) {
    const { order, fill, begun } = draw();
    const workflowId = await new ChatOrders(client, deployment).startAlone(order, begun);
    const run = client.workflow.getHandle(workflowId);
    await expect(run.result()).rejects.toThrow('Workflow execution failed');
    const { orderId, accountId, contractId, requestId } = order;
    const { fillId, sellerId, drawnOn } = fill;
    for (const id of [orderId, accountId, contractId, fillId, sellerId, drawnOn.lotId])
      await found(client, `Ids = "${id}"`, workflowId);
    const said = `RequestIds = "${requestId}" AND Outcome = "seller_default" AND Reason = "${FAILED}"`;
    await found(client, `${said} AND Model = "model"`, workflowId);
    const older = [orderId, accountId, sellerId, contractId, fillId, requestId];
    const isOlder = client === stages[1]!.client;
    expect(Object.values(await olderOf(run))).toEqual(isOlder ? older : OLDER.map(() => undefined));
  }
});

test('a lot is found by what it owes and when, until it has ended', async () => {
  for (const { client } of stages) {
    const ids = { lotId: randomUUID(), orderId: randomUUID(), contractId: randomUUID() };
    const sides = { accountId: randomUUID(), sellerId: randomUUID() };
    const [opensAtMs, endsAtMs] = [Date.now() - 60_000, Date.now() + 86_400_000];
    const orders = new ContractOrders(client, deployment, null as never);
    await orders.startLot({
      ...ids,
      ...sides,
      modelId: 'model',
      quantityTokens: 90,
      cost: '1.25',
      opensAtMs,
      endsAtMs,
    });
    const workflowId = `${deployment}-lot-${ids.lotId}`;
    const tomorrow = new Date(endsAtMs + 1_000).toISOString();
    const owed = `OwedTokens = 90 AND EscrowUsd > 1.2 AND OpensAt < "${tomorrow}" AND EndsAt < "${tomorrow}"`;
    await found(client, `Ids = "${sides.sellerId}" AND ${owed}`, workflowId);
    await orders.lotEnded(ids.lotId);
    const ended = `Outcome = "defaulted" AND Reason = "${FAILED}" AND OwedTokens = 0 AND EscrowUsd = 0`;
    for (const id of [...Object.values(ids), ...Object.values(sides)])
      await found(client, `Ids = "${id}" AND ${ended}`, workflowId);
  }
});
