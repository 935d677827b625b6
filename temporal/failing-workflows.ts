/** Workflows whose tasks fail. The server names them in the attribute `TemporalReportedProblems`. */
import type { Client } from '@temporalio/client';
import { QUEUES, queueName } from '../domain/workflow-names';
import type { FailingWorkflow } from '../exchange/maintenance/failing-workflows';
import { isInvalidArgument } from './start-refused';

const LISTED = 100;
/** Of a history, newest first: more than one turn of failures. */
const EVENTS = 20;
/** Numbers of the types of events: a task is completed, timed out, failed. */
const COMPLETED = 7;
const UNDONE: readonly unknown[] = [8, 9];

export class FailingWorkflows {
  private readonly query: string;

  constructor(
    private readonly client: Client,
    deployment: string,
  ) {
    const queues = QUEUES.map((queue) => `'${queueName(deployment, queue)}'`).join(', ');
    this.query = `ExecutionStatus = 'Running' AND TemporalReportedProblems IS NOT NULL AND TaskQueue IN (${queues})`;
  }

  /** @returns null where the server, before 1.30, does not report problems */
  async count(): Promise<number | null> {
    try {
      return (await this.client.workflow.count(this.query)).count;
    } catch (err) {
      if (isInvalidArgument(err)) return null;
      throw err;
    }
  }

  async list(): Promise<FailingWorkflow[]> {
    if (!(await this.count())) return [];
    const found: FailingWorkflow[] = [];
    for await (const { workflowId, runId, type } of this.client.workflow.list({
      query: this.query,
      pageSize: LISTED,
    })) {
      found.push({ workflowId, type, sinceMs: await this.failingSinceMs(workflowId, runId) });
      if (found.length === LISTED) break;
    }
    return found;
  }

  /** When the first task failed after the last one that was completed. */
  private async failingSinceMs(workflowId: string, runId: string): Promise<number> {
    const { history } = await this.client.workflowService.getWorkflowExecutionHistoryReverse({
      namespace: this.client.options.namespace,
      execution: { workflowId, runId },
      maximumPageSize: EVENTS,
    });
    let sinceMs = Date.now();
    for (const { eventType, eventTime } of history?.events ?? []) {
      if (eventType === COMPLETED) break;
      if (UNDONE.includes(eventType)) sinceMs = Number(eventTime?.seconds ?? 0) * 1_000;
    }
    return sinceMs;
  }
}
