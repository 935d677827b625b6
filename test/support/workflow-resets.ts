/** Resets of workflows: where a run can be reset to, and when the new run has nothing to do. */
import type { Client } from '@temporalio/client';
import { until } from './wait';

/** The numbers of the events with which its tasks ended: it can be reset to each of them. */
export async function taskEndsOf(
  client: Client,
  workflowId: string,
  runId?: string,
): Promise<number[]> {
  const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
  return (events ?? []).flatMap(({ eventId, workflowTaskCompletedEventAttributes: ended }) =>
    ended ? [Number(eventId)] : [],
  );
}

/** Waits until the newest run has ended, or has no task and no activity. */
export async function quietRun(client: Client, workflowId: string): Promise<void> {
  const isQuiet = async () => {
    const { raw, status } = await client.workflow.getHandle(workflowId).describe();
    if (status.name !== 'RUNNING') return true;
    return !raw.pendingWorkflowTask && (raw.pendingActivities ?? []).length === 0;
  };
  await until(isQuiet, { what: `${workflowId} to be quiet`, timeoutMs: 30_000 });
}
