/** The schedules of the maintenance workflows. */
import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  WorkflowNotFoundError,
} from '@temporalio/client';
import type { WorkflowState } from '../exchange/deps';
import { queueName, scheduledWorkflowId } from '../domain/workflow-names';

/**
 * Intervals. Maintenance: together with the age of an orphan this stays below lease + 60 s. That all
 * records are checked is asked hourly, and rarely due (FULL_CHECK_INTERVAL_HOURS).
 */
const SCHEDULES = [
  {
    name: 'upkeep',
    workflowType: 'upkeep',
    staticSummary: 'Ends and continues what was left',
    interval: { every: '30s' },
    runTimeout: '5m',
  },
  {
    name: 'reconciliation',
    workflowType: 'reconciliation',
    staticSummary: 'Checks the invariants of recent records',
    interval: { every: '1h' },
    runTimeout: '2h',
  },
  {
    name: 'full-reconciliation',
    workflowType: 'reconciliation',
    args: ['all'],
    staticSummary: 'Checks the invariants of all records, when it is due',
    interval: {
      every: '1h',
      offset: '30m',
    },
    runTimeout: '13h',
  },
] as const;

interface IdleSchedule {
  readonly scheduleId: string;
  readonly state: 'paused' | 'missing';
}

/** Creates the schedules unless they exist; there is one of each per deployment. */
export async function ensureSchedules(client: Client, deployment: string): Promise<void> {
  for (const { name, workflowType, interval, runTimeout, ...action } of SCHEDULES) {
    const id = scheduledWorkflowId(deployment, name);
    try {
      await client.schedule.create({
        scheduleId: id,
        spec: { intervals: [interval] },
        action: {
          type: 'startWorkflow',
          workflowType,
          ...action,
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

/** The schedules that start nothing: somebody paused or removed them. */
export async function idleSchedules(client: Client, deployment: string): Promise<IdleSchedule[]> {
  const found = await Promise.all(
    SCHEDULES.map(async ({ name }): Promise<IdleSchedule | null> => {
      const scheduleId = scheduledWorkflowId(deployment, name);
      try {
        const { state } = await client.schedule.getHandle(scheduleId).describe();
        return state.paused ? { scheduleId, state: 'paused' } : null;
      } catch (err) {
        if (err instanceof ScheduleNotFoundError) return { scheduleId, state: 'missing' };
        throw err;
      }
    }),
  );
  return found.filter((one) => one !== null);
}

/** Whether a workflow runs; false for one that the server does not know. */
export async function isRunning(client: Client, workflowId: string): Promise<boolean> {
  return (await stateOf(client, workflowId)) === 'running';
}

export async function stateOf(client: Client, workflowId: string): Promise<WorkflowState> {
  try {
    const { status } = await client.workflow.getHandle(workflowId).describe();
    return status.name === 'RUNNING' ? 'running' : 'ended';
  } catch (err) {
    if (err instanceof WorkflowNotFoundError) return 'unknown';
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
