/** A decision of the operator about a seller that its workflow could not carry out. */
import { randomUUID } from 'node:crypto';
import { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import {
  DefaultLogger,
  NativeConnection,
  Runtime,
  Worker,
  bundleWorkflowCode,
} from '@temporalio/worker';
import type { SellerStanding, StandingOverride } from '../../domain/standing';
import { queueName } from '../../domain/workflow-names';
import { registerSearchAttributes } from '../../temporal/register-search-attributes';
import { SellerStandings } from '../../temporal/seller-standings';
import { sharedServers } from '../support/shared-servers';

const NAMESPACE = 'default';
const deployment = `standings-${randomUUID()}`;

let connection: NativeConnection;
let worker: Worker;
let running: Promise<void>;
let standings: SellerStandings;
/** What carries the decision out. */
let carryOut: () => Promise<SellerStanding | null>;
beforeAll(async () => {
  const logger = new DefaultLogger('ERROR');
  Runtime.install({ logger });
  connection = await NativeConnection.connect({
    address: sharedServers().addresses.temporalAddress,
  });
  const silent = { error: () => undefined, info: () => undefined };
  await registerSearchAttributes(connection, NAMESPACE, silent as never);
  const workflowsPath = require.resolve('../../workflows/seller');
  worker = await Worker.create({
    connection,
    namespace: NAMESPACE,
    taskQueue: queueName(deployment, 'sellers'),
    workflowBundle: await bundleWorkflowCode({
      workflowsPath,
      logger,
    }),
    activities: { overrideStanding: () => carryOut() },
  });
  running = worker.run();
  standings = new SellerStandings(new Client({ connection, namespace: NAMESPACE }), deployment);
});
afterAll(async () => {
  worker.shutdown();
  await running;
  await connection.close();
});

const override: StandingOverride = { standing: 'Banned', reason: 'a test', requestId: 'request' };

function set() {
  const _id = randomUUID();
  return standings.set({ _id, endpointUrl: `https://${_id}.example/v1` }, override);
}

test('the operator is told that it may be repeated', async () => {
  carryOut = () => Promise.reject(ApplicationFailure.nonRetryable('MongoDB was away too long'));
  await expect(set()).rejects.toMatchObject({
    code: 'service_unavailable',
    retryAfterSeconds: 2,
    message: 'The standing was not set in time. Retry the request.',
  });
});

test('one that was carried out is told as it is', async () => {
  carryOut = () => Promise.resolve(null);
  expect(await set()).toBeNull();
});
