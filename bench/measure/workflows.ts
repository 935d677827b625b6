/** Which workflows of orders exist, according to Temporal itself and not its visibility index. */
import { type Client, WorkflowNotFoundError } from '@temporalio/client';

const AT_ONCE = 16;

/** @returns the ids without a workflow */
export async function missingWorkflows(
  { workflow }: Client,
  workflowIds: readonly string[],
): Promise<string[]> {
  const waiting = [...new Set(workflowIds)];
  const missing: string[] = [];
  const look = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      try {
        await workflow.getHandle(id).describe();
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
        missing.push(id);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, look));
  return missing;
}
