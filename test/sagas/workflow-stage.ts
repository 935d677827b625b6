/** A worker for the workflows of one file on the tests' Temporal, with the steps that a test chooses. */
import { randomUUID } from 'node:crypto';
import { Client, type WorkflowHandle } from '@temporalio/client';
import {
  DefaultLogger,
  NativeConnection,
  Runtime,
  Worker,
  bundleWorkflowCode,
  makeTelemetryFilterString,
} from '@temporalio/worker';
import { registerSearchAttributes } from '../../temporal/register-search-attributes';
import type { WorkflowBundle } from '../../temporal/worker';
import { sharedServers } from '../support/shared-servers';
import { fastForward } from '../support/passing-time';
import { until } from '../support/wait';

const NAMESPACE = 'default';

export class WorkflowStage {
  /** What the operator reads in the log of the worker. */
  static readonly errors: string[] = [];
  readonly taskQueue = `stage-${randomUUID()}`;
  private working: { readonly worker: Worker; readonly ended: Promise<void> } | null = null;

  private constructor(
    readonly client: Client,
    private readonly connection: NativeConnection,
    private readonly workflowBundle: WorkflowBundle,
  ) {}

  /** @param workflowsPath as `require.resolve` finds it */
  static async open(workflowsPath: string): Promise<WorkflowStage> {
    const logger = new DefaultLogger('ERROR', ({ message }) => this.errors.push(message));
    const filter = makeTelemetryFilterString({ core: 'ERROR' });
    Runtime.install({ logger, telemetryOptions: { logging: { filter } } });
    const { temporalAddress: address } = sharedServers().addresses;
    const connection = await NativeConnection.connect({ address });
    const silent = { error: () => undefined, info: () => undefined };
    await registerSearchAttributes(connection, NAMESPACE, silent as never);
    const bundle = await bundleWorkflowCode({ workflowsPath, logger });
    return new WorkflowStage(new Client({ connection }), connection, bundle);
  }

  /** From now on there is a worker; until then, whatever is started or told waits. */
  async work(activities: object): Promise<void> {
    const { connection, taskQueue, workflowBundle } = this;
    const options = { connection, namespace: NAMESPACE, taskQueue, workflowBundle };
    const worker = await Worker.create({ ...options, activities });
    this.working = { worker, ended: worker.run() };
  }

  start(workflowType: string, ...args: readonly unknown[]): Promise<WorkflowHandle> {
    const { taskQueue } = this;
    const workflowId = `${workflowType}-${randomUUID()}`;
    return this.client.workflow.start(workflowType, { workflowId, taskQueue, args: [...args] });
  }

  /** Time passes for one workflow. */
  pass({ workflowId }: WorkflowHandle, passedMs: number): Promise<void> {
    return fastForward(this.client, workflowId, passedMs);
  }

  /** Time passes for it step by step, until something has happened. */
  passUntil(
    run: WorkflowHandle,
    stepMs: number,
    what: string,
    hasHappened: () => boolean | Promise<boolean>,
  ): Promise<unknown> {
    const look = async () => {
      if (await hasHappened()) return true; // time cannot pass for a workflow that has ended
      await this.pass(run, stepMs);
      return false;
    };
    return until(look, { what, timeoutMs: 20_000 });
  }

  /** The worker ends; what is under way waits for the next one. */
  async rest(): Promise<void> {
    this.working?.worker.shutdown();
    await this.working?.ended;
    this.working = null;
  }

  async close(): Promise<void> {
    await this.rest();
    await this.connection.close();
  }
}
