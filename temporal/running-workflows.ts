/** Which of many workflows run. */
import type { Client } from '@temporalio/client';
import { isRunning } from './schedules';

const AT_ONCE = 16;

/**
 * One count for all of them; where it finds fewer, a search for those that run, and one look at each
 * that it did not find. Count and search may be some seconds behind.
 * @returns the running ones
 */
export async function runningOf(
  client: Client,
  workflowIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = workflowIds.map((id) => `'${id}'`).join(',');
  const query = `ExecutionStatus = 'Running' AND WorkflowId IN (${ids})`;
  const { count } = await client.workflow.count(query);
  if (count === workflowIds.length) return new Set(workflowIds);
  const running = await searched(client, query, workflowIds.length);
  const unsure = workflowIds.filter((id) => !running.has(id));
  const lookAtNext = async (): Promise<void> => {
    for (let id = unsure.shift(); id !== undefined; id = unsure.shift()) {
      if (await isRunning(client, id)) running.add(id);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lookAtNext));
  return running;
}

async function searched(client: Client, query: string, pageSize: number): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const { workflowId } of client.workflow.list({ query, pageSize })) {
    found.add(workflowId);
  }
  return found;
}
