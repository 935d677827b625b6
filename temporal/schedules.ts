/** The schedules of the maintenance workflows. */
import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { queueName, scheduledWorkflowId } from '../domain/workflow-names';

/**
 * Intervals. Maintenance: together with the age of an orphan this stays below lease + 60 s.
 * Reconciliation reads the whole ledger.
 */
const SCHEDULES = [
  { workflowType: 'upkeep', every: '30s', runTimeout: '5m' },
  { workflowType: 'reconciliation', every: '1h', runTimeout: '2h' },
] as const;

/** Creates the schedules unless they exist; there is one of each per deployment. */
export async function ensureSchedules(client: Client, deployment: string): Promise<void> {
  for (const { workflowType, every, runTimeout } of SCHEDULES) {
    const id = scheduledWorkflowId(deployment, workflowType);
    try {
      await client.schedule.create({
        scheduleId: id,
        spec: { intervals: [{ every }] },
        action: {
          type: 'startWorkflow',
          workflowType,
          taskQueue: queueName(deployment, 'upkeep'),
          workflowId: id,
          workflowRunTimeout: runTimeout,
        },
        // The next run makes up for runs missed during an outage.
        policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1m' },
      });
    } catch (err) {
      if (!(err instanceof ScheduleAlreadyRunning)) throw err;
    }
  }
}

/** Whether a workflow runs; false for one that the server does not know. */
export async function isRunning(client: Client, workflowId: string): Promise<boolean> {
  try {
    const { status } = await client.workflow.getHandle(workflowId).describe();
    return status.name === 'RUNNING';
  } catch (err) {
    if (err instanceof WorkflowNotFoundError) return false;
    throw err;
  }
}

/** Terminates a workflow without its compensations; no effect on a finished one. */
export async function terminate(client: Client, workflowId: string, reason: string): Promise<void> {
  try {
    await client.workflow.getHandle(workflowId).terminate(reason);
  } catch (err) {
    if (!(err instanceof WorkflowNotFoundError)) throw err;
  }
}
