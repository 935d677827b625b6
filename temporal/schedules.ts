/** The schedule of the upkeep workflow. */
import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { queueName, upkeepWorkflowId } from '../domain/workflow-names';

/** How soon what a dead story left behind is found: with the age of an orphan this stays below lease + 60 s. */
const UPKEEP_EVERY = '30s';

/** Makes the schedule; there is one per deployment, whoever comes first. */
export async function ensureSchedules(client: Client, deployment: string): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId: upkeepWorkflowId(deployment),
      spec: { intervals: [{ every: UPKEEP_EVERY }] },
      action: {
        type: 'startWorkflow',
        workflowType: 'upkeep',
        taskQueue: queueName(deployment, 'upkeep'),
        workflowId: upkeepWorkflowId(deployment),
        workflowRunTimeout: '5m',
      },
      // What was missed while everything was down is made good by the next run.
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1m' },
    });
  } catch (err) {
    if (!(err instanceof ScheduleAlreadyRunning)) throw err;
  }
}

/** Whether a workflow runs; one that the server does not know does not. */
export async function isRunning(client: Client, workflowId: string): Promise<boolean> {
  try {
    const { status } = await client.workflow.getHandle(workflowId).describe();
    return status.name === 'RUNNING';
  } catch (err) {
    if (err instanceof WorkflowNotFoundError) return false;
    throw err;
  }
}
