/** The maintenance is scheduled once, and what becomes of workflows that have ended or are lost. */
import { randomUUID } from 'node:crypto';
import { Client, Connection, ScheduleOverlapPolicy } from '@temporalio/client';
import { scheduledWorkflowId } from '../../domain/workflow-names';
import { ensureSchedules, isRunning, terminate } from '../../temporal/schedules';
import { sharedServers } from '../support/shared-servers';

const NAMES = ['upkeep', 'reconciliation', 'full-reconciliation'];

let client: Client;
const deployment = `schedules-${randomUUID()}`;
beforeAll(async () => {
  const connection = await Connection.connect({
    address: sharedServers().addresses.temporalAddress,
  });
  client = new Client({ connection });
});
afterAll(async () => {
  for (const name of NAMES) await handleOf(name).delete();
  await client.connection.close();
});

const handleOf = (name: string) => client.schedule.getHandle(scheduledWorkflowId(deployment, name));

test('workers create each schedule once, and no run begins beside another', async () => {
  await ensureSchedules(client, deployment);
  await ensureSchedules(client, deployment);
  const described = await Promise.all(NAMES.map((name) => handleOf(name).describe()));
  expect(described.map(({ spec }) => spec.intervals?.[0]?.every)).toEqual([
    30_000, 3_600_000, 3_600_000,
  ]);
  for (const { policies, state } of described) {
    expect(policies).toMatchObject({ overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: 60_000 });
    expect(state.paused).toBe(false);
  }
});

test('a workflow runs from its start to its end; one that the server does not know does not', async () => {
  const workflowId = `${deployment}-one`;
  expect(await isRunning(client, workflowId)).toBe(false);
  await terminate(client, workflowId, 'nothing to terminate');
  await client.workflow.start('upkeep', { workflowId, taskQueue: 'nobody-polls-it' });
  expect(await isRunning(client, workflowId)).toBe(true);
  await terminate(client, workflowId, 'the test is over');
  expect(await isRunning(client, workflowId)).toBe(false);
  await terminate(client, workflowId, 'again');
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  expect(raw.workflowExecutionInfo?.closeTime).toBeTruthy();
});
