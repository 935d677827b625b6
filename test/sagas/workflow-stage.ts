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
  private static isInstalled = false;
  readonly taskQueue = `stage-${randomUUID()}`;
  private working: { readonly worker: Worker; readonly ended: Promise<void> }[] = [];

  private constructor(
    readonly client: Client,
    private readonly connection: NativeConnection,
    private readonly workflowBundle: WorkflowBundle,
    private readonly namespace: string,
  ) {}

  /** @param workflowsPath as `require.resolve` finds it */
  static async open(workflowsPath: string, namespace = NAMESPACE): Promise<WorkflowStage> {
    const logger = new DefaultLogger('ERROR', ({ message }) => this.errors.push(message));
    const filter = makeTelemetryFilterString({ core: 'ERROR' });
    if (!this.isInstalled) Runtime.install({ logger, telemetryOptions: { logging: { filter } } });
    this.isInstalled = true;
    const { temporalAddress: address } = sharedServers().addresses;
    const connection = await NativeConnection.connect({ address });
    const silent = { error: () => undefined, info: () => undefined };
    await registerSearchAttributes(connection, namespace, silent as never);
    const bundle = await bundleWorkflowCode({ workflowsPath, logger });
    return new WorkflowStage(new Client({ connection, namespace }), connection, bundle, namespace);
  }

  /** From now on there is a worker; until then, whatever is started or told waits. */
  async work(activities: object, taskQueue = this.taskQueue): Promise<void> {
    const { connection, namespace, workflowBundle } = this;
    const options = { connection, namespace, taskQueue, workflowBundle };
    const worker = await Worker.create({ ...options, activities });
    this.working.push({ worker, ended: worker.run() });
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
    const working = this.working.splice(0);
    for (const { worker } of working) worker.shutdown();
    await Promise.all(working.map(({ ended }) => ended));
  }

  async close(): Promise<void> {
    await this.rest();
    await this.connection.close();
  }
}
