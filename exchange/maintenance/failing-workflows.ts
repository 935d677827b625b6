/**
 * Workflows that fail their task are repeated by the server without end, and nothing of theirs
 * continues. The records are the truth: after a minute such a workflow is terminated, and what it was about
 * gets a new one from the records, as if it had been lost. A chat gets it in the same step, because
 * one that is terminated is otherwise refused.
 */
import type { MaintenanceLog } from './log';

const PATIENCE_MS = 60_000;
const REASON = 'Its task failed for a minute. A new one continues from the records.';

export interface FailingWorkflow {
  readonly workflowId: string;
  readonly type: string;
  /** Since when its task has failed. */
  readonly sinceMs: number;
}

/** The Temporal operations that this service needs. */
export interface ReplacedWorkflows {
  failing(): Promise<readonly FailingWorkflow[]>;
  /** @returns false when it is not the workflow of a chat that can go on */
  replaceChat(workflowId: string): Promise<boolean>;
  terminate(workflowId: string, reason: string): Promise<void>;
}

/** @returns the number of workflows that fail, also for less than a minute */
export async function replaceFailing(
  workflows: ReplacedWorkflows,
  log: Pick<MaintenanceLog, 'warn'>,
): Promise<number> {
  const before = Date.now() - PATIENCE_MS;
  const failing = await workflows.failing();
  for (const { workflowId, type } of failing.filter(({ sinceMs }) => sinceMs <= before)) {
    log.warn('Replacing a workflow whose task fails', { workflowId, type });
    try {
      if (await workflows.replaceChat(workflowId)) continue;
      await workflows.terminate(workflowId, REASON);
    } catch (err) {
      // The next run retries it; the others are replaced now.
      log.warn('A workflow was not replaced', { workflowId, err: String(err) });
    }
  }
  return failing.length;
}
