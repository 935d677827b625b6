/**
 * Process: starts empty workflows and waits for their end. Worker and client share one native
 * connection, so that workflows start eagerly. `POST /` with the limits of a load runs it and answers
 * with the sample.
 */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { bundleWorkflowCode } from '@temporalio/worker';
import { v7 as uuidV7 } from 'uuid';
import { loadSettings } from '../config/settings';
import { queueName } from '../domain/workflow-names';
import { connectTemporal } from '../temporal/connection';
import { createWorker } from '../temporal/worker';
import type { empty } from './empty-workflow';
import { type Load, runLoad, timed } from './measure/load';

async function main(): Promise<void> {
  // Its own deployment name gives it its own task queue.
  const settings = { ...loadSettings(), TOKENBOOK_DEPLOYMENT: 'floor' };
  const { client, connection } = await connectTemporal(settings);
  const bundle = await bundleWorkflowCode({
    workflowsPath: require.resolve('./empty-workflow'),
    logger: { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error() {} },
  });
  const worker = await createWorker('orders', { settings, connection, bundle, activities: {} });
  worker.run().catch((error: Error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  });
  const taskQueue = queueName(settings.TOKENBOOK_DEPLOYMENT, 'orders');
  const call = timed(() =>
    client.workflow.execute<typeof empty>('empty', {
      workflowId: uuidV7(),
      taskQueue,
      requestEagerStart: true,
      workflowTaskTimeout: '2s',
    }),
  );
  const server = createServer((req, res) => {
    json(req)
      .then((load) => runLoad(call, load as Load))
      .then(
        (sample) => res.end(JSON.stringify(sample)),
        (error: Error) => res.writeHead(500).end(error.message),
      );
  });
  server.requestTimeout = 0;
  server.listen(settings.PORT, '127.0.0.1', () => process.send?.({ ready: true }));
}

process.once('disconnect', () => process.exit(0));
main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
