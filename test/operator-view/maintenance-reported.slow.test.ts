/** What does not move is reported: at /readyz, in the overview, by the doctor, in metrics and in the log. */
import { randomUUID } from 'node:crypto';
import { queueName, scheduledWorkflowId } from '../../domain/workflow-names';
import { checkInvariants } from '../../records/invariants/check-invariants';
import { doctor } from '../cli/doctor-run';
import { ticketOn } from '../lots/ticket-market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';

const RUNS_WITHIN_MS = 90_000;
const OVERDUE_MS = 3 * 60_000;

const exchange = Exchange.forFile({ settings: { HEALTH_PORT: 0, LOG_LEVEL: 'warn' } });
let deployment: string;
beforeAll(async () => {
  deployment = exchange.settings.TOKENBOOK_DEPLOYMENT;
});

const overview = async () => (await exchange.admin('GET', '/overview')).body;

async function ofWorker(path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${exchange.workers[0]!.healthPort}${path}`);
  expect(answer.status).toBe(200);
  return answer.text();
}

const metric = async (name: string) =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await ofWorker('/metrics'))?.[1] ?? Number.NaN);

test("a workflow that fails its task is counted, also by Temporal's SDK, and the log says so in lines of JSON", async () => {
  const workflowId = `${deployment}-failing`;
  await exchange.temporal.workflow.start('unknownWorkflow', {
    workflowId,
    taskQueue: queueName(deployment, 'contracts'),
    workflowTaskTimeout: '1s',
  });
  const isCounted = async () => (await overview()).maintenance.workflows_failing === 1;
  await until(isCounted, { what: 'the count', timeoutMs: RUNS_WITHIN_MS, everyMs: 500 });
  expect(await metric('tokenbook_workflows_failing')).toBe(1);
  const lines = exchange.workers[0]!.output()
    .split('\n')
    .filter((line) => line !== '');
  const texts = lines.filter((line) => !line.startsWith('{"'));
  expect(texts).toEqual([]);
  expect(lines.join('\n')).toContain('Failing workflow task');
  const ofQueue = `temporal_workflow_task_execution_failed{[^}]*task_queue="${queueName(deployment, 'contracts')}"`;
  expect(await ofWorker('/metrics')).toMatch(new RegExp(`^${ofQueue}[^}]*} [1-9]`, 'm'));
  const { body } = await exchange.send('GET', '/metrics', { admin: true });
  expect(body).toMatch(/^temporal_request_latency_bucket{le="0.02"/m);
  await exchange.temporal.workflow.getHandle(workflowId).terminate();
}, 120_000);

test('a paused schedule, and a lot that stays open for it, are named until it runs again', async () => {
  const ranAt = await until(async () => (await overview()).maintenance.last_run_at, {
    what: 'a run of the upkeep',
    timeoutMs: RUNS_WITHIN_MS,
  });
  const seconds = await metric('tokenbook_upkeep_last_run_timestamp_seconds');
  expect(seconds).toBeGreaterThanOrEqual(Math.floor(Date.parse(ranAt) / 1_000));
  expect((await doctor(exchange)).get('schedules')).toMatchObject({ status: 'ok' });
  const { contractId } = await ticketOn(exchange, 1_000);

  const scheduleId = scheduledWorkflowId(deployment, 'upkeep');
  await exchange.temporal.schedule.getHandle(scheduleId).pause(`test ${randomUUID()}`);
  const warnings = [`The schedule ${scheduleId} is paused.`];
  const ready = await exchange.send('GET', '/readyz', { admin: true });
  expect(ready).toMatchObject({ status: 200, body: { status: 'ready', warnings } });
  expect(JSON.parse(await ofWorker('/readyz'))).toMatchObject({ status: 'ready', warnings });
  const endsAt = new Date(Date.now() - OVERDUE_MS);
  await exchange.records.lots.updateMany({ contractId }, { $set: { endsAt } });
  expect(await overview()).toMatchObject({ warnings, maintenance: { lots_overdue: 1 } });
  expect(await metric('tokenbook_lots_overdue')).toBe(1);
  const violated = (await checkInvariants(exchange.records)).filter(
    ({ status }) => status !== 'ok',
  );
  expect(violated).toMatchObject([{ id: 'I30', violations: 1 }]);
  const checks = await doctor(exchange);
  expect(checks.get('schedules')).toMatchObject({
    status: 'fail',
    found: `${scheduleId} is paused`,
    remedy: `temporal schedule toggle --unpause --schedule-id ${scheduleId}`,
  });
  expect(checks.get('maintenance')).toMatchObject({ status: 'warn' });

  await exchange.temporal.schedule.getHandle(scheduleId).unpause();
  await exchange.temporal.schedule.getHandle(scheduleId).trigger();
  const isClosed = async () => (await overview()).maintenance.lots_overdue === 0;
  await until(isClosed, { what: 'the lot to be closed', timeoutMs: RUNS_WITHIN_MS });
  const isWell = async () => (await overview()).warnings.length === 0;
  await until(isWell, { what: 'the overview to warn of nothing', timeoutMs: RUNS_WITHIN_MS });
  await exchange.expectExact();
}, 240_000);
