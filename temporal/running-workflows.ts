/** Which of many workflows run. */
import type { Client } from '@temporalio/client';
import { isRunning } from './schedules';

const AT_ONCE = 16;

/**
 * One search for all of them, which may be some seconds behind, and one look at each that it did not
 * find.
 * @returns the running ones
 */
export async function runningOf(
  client: Client,
  workflowIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const running = await searched(client, workflowIds);
  const unsure = workflowIds.filter((id) => !running.has(id));
  const lookAtNext = async (): Promise<void> => {
    for (let id = unsure.shift(); id !== undefined; id = unsure.shift()) {
      if (await isRunning(client, id)) running.add(id);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lookAtNext));
  return running;
}

async function searched(client: Client, workflowIds: readonly string[]): Promise<Set<string>> {
  const ids = workflowIds.map((id) => `'${id}'`).join(',');
  const query = `ExecutionStatus = 'Running' AND WorkflowId IN (${ids})`;
  const found = new Set<string>();
  for await (const { workflowId } of client.workflow.list({
    query,
    pageSize: workflowIds.length,
  })) {
    found.add(workflowId);
  }
  return found;
}
