/**
 * What somebody with access to Temporal may do to it, while chats and streams are under way, a contract
 * order rests and a lot is open: every key is answered and charged once, the order can be cancelled, and
 * the lot can be drawn.
 */
import { randomUUID } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type WorkflowExecutionInfo, WorkflowNotFoundError } from '@temporalio/client';
import { scheduledWorkflowId } from '../../domain/workflow-names';
import {
  SEARCH_ATTRIBUTES,
  unfitSearchAttributes,
} from '../../temporal/register-search-attributes';
import { cancelOrder, placeOrder, readContract, readOrder } from '../contracts/market';
import { contractOn } from '../lots/ticket-market';
import { Exchange } from '../support/exchange';
import { memoryFolder } from '../support/memory-folder';
import { SEED } from '../support/random';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { INTERVENTION_TEST_MS, expectAnsweredAround } from './load-around';

/** Status codes of gRPC: it has ended; it cannot be reset before its first task has ended. */
const PASSED_OVER: readonly unknown[] = [5, 3];
const KINDS = ['orderBatch', 'contractOrder', 'deliveryLot'];
const NAMESPACE = 'default';
const RUNNING = 'ExecutionStatus = "Running"';
const ANY = 'ExecutionStatus != "Terminated"';
/** The number of the event with which a workflow's first task ends. */
const FIRST_TASK_COMPLETED = 4;
const ORDERS_AFTER_COPY = 20;

let servers: TestServers;
let exchange: Exchange;
let dataFolder: string;
beforeAll(async () => {
  dataFolder = await memoryFolder('tokenbook-interventions-');
  servers = await startTestServers(sharedServers().binaries, { dataFolder });
  const { addresses } = servers;
  const settings = { RESERVATION_LEASE_MS: 5_000, ORDER_GATHER_MS: 50, CHAT_QUOTA: 1_000_000 };
  exchange = await Exchange.start({ addresses, gateways: 2, relay: true, settings });
});
afterAll(async () => {
  await exchange?.stop();
  await servers?.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

/** Does it to each workflow that is found, and to some of each kind for sure. */
async function toEach(
  query: string,
  act: (execution: WorkflowExecutionInfo) => Promise<unknown>,
): Promise<void> {
  const done = new Set<string>();
  const haveAllBeenHit = async () => {
    for await (const execution of exchange.temporal.workflow.list({ query })) {
      const note = () => done.add(execution.type);
      await act(execution).then(note, unlessPassedOver);
    }
    return KINDS.every((kind) => done.has(kind));
  };
  await until(haveAllBeenHit, { what: 'workflows of each kind', timeoutMs: 30_000 });
}

function unlessPassedOver(err: unknown): void {
  if (err instanceof WorkflowNotFoundError) return;
  if (!PASSED_OVER.includes((err as { code?: number }).code)) throw err;
}

const handleOf = ({ workflowId, runId }: WorkflowExecutionInfo) =>
  exchange.temporal.workflow.getHandle(workflowId, runId);

const namedAs = ({ workflowId, runId }: WorkflowExecutionInfo) => ({
  namespace: NAMESPACE,
  workflowExecution: { workflowId, runId },
});

async function deleteSchedules(): Promise<void> {
  for await (const { scheduleId } of exchange.temporal.schedule.list()) {
    await exchange.temporal.schedule.getHandle(scheduleId).delete();
  }
}

const removeSearchAttributes = () =>
  exchange.temporal.connection.operatorService.removeSearchAttributes({
    namespace: NAMESPACE,
    searchAttributes: [...SEARCH_ATTRIBUTES],
  });

async function startWithoutData(): Promise<void> {
  await servers.kill('temporal');
  await rm(join(dataFolder, 'temporal'), { recursive: true });
  await servers.restart('temporal');
}

/** A restore from a copy that is some orders old: what ended meanwhile is open there, and is done again. */
async function startFromCopy(): Promise<void> {
  const [folder, copy] = [join(dataFolder, 'temporal'), join(dataFolder, 'copy')];
  await servers.kill('temporal');
  await cp(folder, copy, { recursive: true });
  await servers.restart('temporal');
  const { orders } = exchange.records;
  const known = await orders.countDocuments({ status: 'filled' });
  const hasMore = async () =>
    (await orders.countDocuments({ status: 'filled' })) >= known + ORDERS_AFTER_COPY;
  await until(hasMore, { what: 'orders that the copy lacks', timeoutMs: 60_000 });
  await servers.kill('temporal');
  await rm(folder, { recursive: true });
  await cp(copy, folder, { recursive: true });
  await rm(copy, { recursive: true });
  await servers.restart('temporal');
}

const INTERVENTIONS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['all workflows are terminated', () => toEach(RUNNING, (one) => handleOf(one).terminate())],
  ['all workflows are cancelled', () => toEach(RUNNING, (one) => handleOf(one).cancel())],
  [
    'all workflows are reset to their beginning, also those that have ended',
    () =>
      toEach(ANY, (one) =>
        exchange.temporal.workflowService.resetWorkflowExecution({
          ...namedAs(one),
          ...({ workflowTaskFinishEventId: FIRST_TASK_COMPLETED } as object),
          requestId: randomUUID(),
          reason: 'test',
        }),
      ),
  ],
  [
    'all workflows are deleted',
    () =>
      toEach(ANY, (one) => exchange.temporal.workflowService.deleteWorkflowExecution(namedAs(one))),
  ],
  ['the schedules are deleted', deleteSchedules],
  ['the search attributes are removed', removeSearchAttributes],
  ['Temporal starts without its data', startWithoutData],
  ['Temporal starts from an earlier copy of its data', startFromCopy],
];

/** A ticket on a lot, and a contract order that rests. @returns expects that both still work */
async function openContracts(): Promise<() => Promise<void>> {
  const { key, model, contractId, credential } = await contractOn(exchange, [1_000]);
  const resting = await placeOrder(exchange, key, { model_id: model, quantity: 500 });
  expect(resting).toMatchObject({ status: 200, body: { status: 'open' } });
  return async () => {
    expect(await readContract(exchange, key, contractId)).toMatchObject({ status: 'active' });
    expect(await exchange.chat(credential, { model })).toMatchObject({ status: 200 });
    await expectCancellable(key, resting.body.order_id);
  };
}

async function expectCancellable(key: string, orderId: string): Promise<void> {
  const answered = async () => (await cancelOrder(exchange, key, orderId)).status !== 503;
  await until(answered, { what: 'an answer to the cancellation', timeoutMs: 60_000 });
  const expected = { status: 'cancelled', remaining: 0, filled_quantity: 0 };
  expect(await readOrder(exchange, key, orderId)).toMatchObject(expected);
  expect(await exchange.account(key)).toMatchObject({ reserved: '0' });
}

async function untilSetUp(): Promise<void> {
  const isSetUp = async () => {
    const { settings } = exchange;
    expect(await unfitSearchAttributes(exchange.temporal.connection, NAMESPACE)).toEqual([]);
    const upkeep = scheduledWorkflowId(settings.TOKENBOOK_DEPLOYMENT, 'upkeep');
    return exchange.temporal.schedule.getHandle(upkeep).describe();
  };
  await until(isSetUp, { what: 'attributes and schedules', timeoutMs: 60_000, everyMs: 500 });
}

test.each(INTERVENTIONS)(
  `%s (seed ${SEED})`,
  async (name, intervene) => {
    const expectContracts = await openContracts();
    await expectAnsweredAround(exchange, { name, intervene, gapMs: 30 });
    await expectContracts();
    await untilSetUp();
    await exchange.expectExact();
  },
  INTERVENTION_TEST_MS,
);
