/**
 * Why our workers have no version (docs/adr/0013): what Temporal's worker versioning does where
 * processes are replaced one after the other. Should one of these fail with a newer server, decide anew.
 */
import { randomUUID } from 'node:crypto';
import { Client } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { bundleWorkflowCode } from '@temporalio/worker';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import type { ended } from './waiting-workflow';

/** Temporal gives a task to a waiting worker within milliseconds. */
const IGNORED_FOR_MS = 2_000;
const namespace = 'default';

let connection: NativeConnection;
let client: Client;
let workflowBundle: { code: string };
beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  connection = await NativeConnection.connect({
    address: sharedServers().addresses.temporalAddress,
  });
  client = new Client({ connection, namespace });
  const workflowsPath = require.resolve('./waiting-workflow');
  workflowBundle = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
});
afterAll(() => connection.close());

class Deployment {
  readonly name = `versions-${randomUUID()}`;
  private readonly stops: (() => Promise<void>)[] = [];

  async work(buildId: string): Promise<() => Promise<void>> {
    const worker = await Worker.create({
      connection,
      namespace,
      taskQueue: this.name,
      workflowBundle,
      workerDeploymentOptions: {
        useWorkerVersioning: true,
        version: { deploymentName: this.name, buildId },
        defaultVersioningBehavior: 'AUTO_UPGRADE',
      },
    });
    const running = worker.run();
    const stop = async () => {
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await running;
    };
    this.stops.push(stop);
    return stop;
  }

  /** What an operator does after each release. */
  async makeCurrent(buildId: string): Promise<void> {
    await until(() =>
      connection.workflowService.setWorkerDeploymentCurrentVersion({
        namespace,
        deploymentName: this.name,
        buildId,
      }),
    );
  }

  start(isEager = false) {
    return client.workflow.start<typeof ended>('ended', {
      workflowId: randomUUID(),
      taskQueue: this.name,
      requestEagerStart: isEager,
    });
  }

  async close(): Promise<void> {
    for (const stop of this.stops) await stop();
  }
}

type Started = Awaited<ReturnType<Deployment['start']>>;

async function endsWithin(run: Started, ms: number): Promise<boolean> {
  const ending = async () => (await run.describe()).status.name === 'COMPLETED';
  return until(ending, { timeoutMs: ms }).catch(() => false);
}

test('a new build takes up nothing before it is made current, though the old one has stopped', async () => {
  const deployment = new Deployment();
  const stopOld = await deployment.work('old');
  await deployment.makeCurrent('old');
  expect(await endsWithin(await deployment.start(), 20_000)).toBe(true);

  await deployment.work('new');
  await stopOld();
  const run = await deployment.start();
  expect(await endsWithin(run, IGNORED_FOR_MS)).toBe(false);

  await deployment.makeCurrent('new');
  expect(await endsWithin(run, 20_000)).toBe(true);
  await deployment.close();
});

test('an eager start goes to the build of its own process, current or not', async () => {
  const deployment = new Deployment();
  await deployment.work('new');
  const run = await deployment.start(true);
  expect([run.eagerlyStarted, await endsWithin(run, 10_000)]).toEqual([true, true]);
  await deployment.close();
});
