/** What must be true once a change of releases is over and nothing is under way. */
import type { Client } from '@temporalio/client';
import type Redis from 'ioredis';
import type { Stores } from '../../processes/parts';
import { contractOrderWorkflowId, lotWorkflowId } from '../../domain/workflow-names';
import type { AttemptState } from '../../records/documents/fill';
import { lookAfterwards } from '../pauses/quiet';
import type { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import type { SteadyLoad } from './steady-load';

/** A workflow task that was lost with its process is given to another one once or twice. */
const TASK_ATTEMPTS_MAX = 3;
/** States of an attempt whose process was lost before it knew the end. */
const WITHOUT_END: readonly AttemptState[] = ['planned', 'sent', 'unknown'];
/** Types whose runs end with their request. */
const SHORT = ['orderBatch', 'chatOrder', 'ticketPurchase'];

export interface Watched {
  readonly exchange: Exchange;
  readonly load: SteadyLoad;
  readonly stores: Stores;
  readonly redis: Redis;
  readonly client: Client;
}

/**
 * @param isTolerated the failures that are no fault here
 * @throws with everything that is not as it must be
 */
export async function expectNothingLost(
  watched: Watched,
  isTolerated: (failure: string) => boolean = () => false,
): Promise<void> {
  const { exchange, load, redis, stores } = watched;
  const failures = load.result().failures.filter((one) => !isTolerated(one));
  const { faults } = await lookAfterwards(exchange, redis, stores.books, load.model);
  expect({ failures, faults }).toEqual({ failures: [], faults: [] });
  expect(await unexplainedCalls(watched)).toEqual([]);
  const settled = async () => expect(await workflowFaults(watched)).toEqual([]);
  await until(async () => (await settled(), true), { what: 'the workflows', timeoutMs: 90_000 });
}

/**
 * The charged fills of chats and draws with a call that no attempt explains: more calls than recorded
 * attempts, or another call after one that had an end. A process that got no processor time for a
 * heartbeat counts as lost, and its attempt is repeated under the same key (rule FLOW-2).
 */
async function unexplainedCalls({ exchange, load }: Watched): Promise<string[]> {
  const charged = await exchange.records.fills
    .find({ modelId: load.model, status: 'settled', kind: { $in: ['chat', 'draw'] } })
    .toArray();
  expect(charged.length).toBeGreaterThan(0);
  const calls = (fillId: string) =>
    load.sellers.reduce((sum, { keys }) => sum + (keys.get(fillId) ?? 0), 0);
  const faults: string[] = [];
  for (const { _id, attempts } of charged) {
    const made = calls(_id);
    const withoutEnd = attempts.filter(({ state }) => WITHOUT_END.includes(state)).length;
    if (made < 1 || made > 1 + withoutEnd) {
      faults.push(`${_id}: ${made} calls, attempts ${JSON.stringify(attempts)}`);
    }
  }
  return faults;
}

/** Workflows that fail, that hang in a task, that run too long, or that are missing. */
async function workflowFaults({ exchange, client }: Watched): Promise<string[]> {
  const { TOKENBOOK_DEPLOYMENT: deployment } = exchange.settings;
  const faults: string[] = [];
  const running = new Set<string>();
  const query = `WorkflowId STARTS_WITH '${deployment}-'`;
  for await (const { workflowId, type, status, runId } of client.workflow.list({ query })) {
    const what = `${workflowId} (${type})`;
    if (status.name === 'RUNNING') {
      running.add(workflowId);
      const { raw } = await client.workflow.getHandle(workflowId, runId).describe();
      const attempt = raw.pendingWorkflowTask?.attempt ?? 1;
      if (attempt > TASK_ATTEMPTS_MAX) faults.push(`${what}: attempt ${attempt} of a task`);
      if (SHORT.includes(type)) faults.push(`${what} still runs`);
    } else if (status.name !== 'COMPLETED' && status.name !== 'CONTINUED_AS_NEW') {
      faults.push(`${what}: ${status.name}`);
    }
  }
  for (const workflowId of await owedWorkflows(exchange, deployment)) {
    if (!running.has(workflowId)) faults.push(`${workflowId} does not run`);
  }
  return faults;
}

/** Resting orders and open lots, each with a workflow. */
async function owedWorkflows({ records }: Exchange, deployment: string): Promise<string[]> {
  const orders = await records.contractOrders.find({ status: 'open' }).toArray();
  const lots = await records.lots.find({ status: 'open' }).toArray();
  return [
    ...orders.map(({ _id }) => contractOrderWorkflowId(deployment, _id)),
    ...lots.map(({ _id }) => lotWorkflowId(deployment, _id)),
  ];
}
