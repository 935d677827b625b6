/** A seller's workflow: no outcome of its dispatches is forgotten, whatever fails or ends meanwhile. */
import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import Redis from 'ioredis';
import { createStandingActivities } from '../../activities/seller-standing';
import { OrderBooks } from '../../engine/book';
import { StandingService } from '../../exchange/judging/standing-service';
import { connectRecords, type WritableRecords } from '../../records/connect';
import type { Standing } from '../../domain/standing';
import { dropRecords, MODEL } from '../records/scenario';
import { testSettings } from '../support/environment';
import { until } from '../support/wait';
import { WorkflowStage } from './workflow-stage';

const MINUTE_MS = 60_000;
/** The failed probes of a seller that comes under probation. */
const FAILURES = 5;
/** Time that passes at once while a condition is awaited. */
const STEP_MS = 10_000;

let stage: WorkflowStage;
let records: WritableRecords;
let redis: Redis;
let standings: StandingService;
/** Judgements that fail from now on, as while MongoDB is away for longer than they are retried. */
let failures: number;
let judged: number;

beforeAll(async () => {
  stage = await WorkflowStage.open(require.resolve('../../workflows/seller'));
  const settings = await testSettings();
  records = await connectRecords(settings);
  redis = new Redis(settings.redisUrl);
  standings = new StandingService({ records, books: new OrderBooks(redis), settings });
});
beforeEach(() => {
  [failures, judged] = [0, 0];
});
afterEach(() => stage.rest());
afterAll(async () => {
  await stage.close();
  redis.disconnect();
  await dropRecords(records);
});

async function work(): Promise<void> {
  const activities = createStandingActivities(standings);
  const judgeStanding = async (endpointUrl: string) => {
    judged += 1;
    if (failures-- > 0) throw ApplicationFailure.nonRetryable('MongoDB was away too long');
    return activities.judgeStanding(endpointUrl);
  };
  await stage.work({ ...activities, judgeStanding });
}

/** A registered seller whose newest probes failed. @returns its endpoint */
async function failedSeller(standing: Standing, suspendedUntil: Date | null = null) {
  const [_id, at] = [randomUUID(), new Date(Date.now() - 10 * MINUTE_MS)];
  const endpointUrl = `https://${_id}.example/v1`;
  await records.sellers.insertOne({
    _id,
    name: 'Judged',
    endpointUrl,
    apiKeyHash: _id,
    supportedModels: [MODEL],
    regions: [],
    standing,
    owner: null,
    quotas: {},
    registeredAt: at,
    updatedAt: at,
    ...(suspendedUntil && { suspendedUntil }),
  });
  const failed = Array.from({ length: FAILURES }, () => ({
    probeId: randomUUID(),
    detail: 'error',
    at,
  }));
  await records.sellerProbes.insertOne({ _id, claimedAt: at, failed });
  return endpointUrl;
}

const standingOf = async (endpointUrl: string) =>
  (await records.sellers.findOne({ endpointUrl }))!.standing;

/** However long it takes: time passes for the workflow until then. */
function untilOnProbation(run: WorkflowHandle, endpointUrl: string): Promise<unknown> {
  const isOnProbation = async () => (await standingOf(endpointUrl)) === 'Probation';
  return stage.passUntil(run, STEP_MS, 'the probation', isOnProbation);
}

test.each([
  ['before it falls asleep', ['outcomesChanged', 'sleep']],
  ['after it was told to sleep', ['sleep', 'outcomesChanged']],
])(
  'a seller whose failures are told %s is judged before its workflow ends',
  async (_when, told) => {
    const endpointUrl = await failedSeller('Active');
    const run = await stage.start('seller', endpointUrl, true);
    // Nobody works meanwhile: the workflow finds both at once.
    for (const signal of told) await run.signal(signal);
    await work();
    await run.result();
    expect(await standingOf(endpointUrl)).toBe('Probation');
  },
);

test('a seller whose judgement failed is judged when MongoDB is back, without another failure', async () => {
  failures = 2;
  await work();
  const endpointUrl = await failedSeller('Active');
  const run = await stage.start('seller', endpointUrl, true);
  await run.signal('outcomesChanged');
  await until(() => judged === 1, { what: 'the first judgement' });
  await untilOnProbation(run, endpointUrl);
  expect(judged).toBe(3);
  await run.signal('sleep');
  await run.result();
});

test('a suspension whose end meets an unavailable MongoDB ends when it is back, and is not asked for without a pause', async () => {
  failures = 2;
  await work();
  const endpointUrl = await failedSeller('Suspended', new Date(Date.now() - MINUTE_MS));
  const run = await stage.start('seller', endpointUrl, true, { lookAtMs: Date.now() });
  await until(() => judged === 1, { what: 'the first judgement' });
  // Less than the pause, and more than a workflow without one needs for all that fail.
  for (const _second of [1, 2]) await stage.pass(run, 1_000);
  expect(judged).toBe(1);
  await untilOnProbation(run, endpointUrl);
  expect(judged).toBe(3);
  await run.signal('sleep');
  await run.result();
});
