/** Benchmark of an outage: chats continue while Temporal is unavailable, and their workflows follow. */
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { terminal } from '../../setup/local/terminal';
import { type WritableRecords, connectRecords } from '../../records/connect';
import type { Buyers } from '../chat/buyers';
import { openCrowd } from '../chat/crowd';
import { brokenInvariants } from '../ledger-check';
import { goalOf } from '../measure/goals';
import { type OpenSample, runOpenLoop } from '../measure/open-loop';
import { type Measurement, type Plan, measure } from '../measure/rounds';
import { figureOf } from '../measure/statistics';
import { untilTrue } from '../measure/until';
import { missingWorkflows } from '../measure/workflows';
import { type Report, summaryOf } from '../report';
import type { Addresses, Stage } from '../stage';

const CHATS_PER_SECOND = 20;
const BUYERS = 10;
/** Load before and after the outage. */
const AROUND_SECONDS = 3;
const PRESENT_WITHIN_MS = 30_000;

/** A killed server refuses connections; a stopped one keeps them open without an answer. */
const OUTAGES = ['killed', 'stopped'] as const;
type Kind = (typeof OUTAGES)[number];

interface Outage {
  readonly kind: Kind;
  readonly measurement: Measurement;
  /** Chats that were refused or failed. */
  readonly failed: number;
  readonly firstFailure: string | null;
  /** Orders without a workflow some time after Temporal's return. */
  readonly missing: number;
  readonly presentAfterSeconds: number;
}

export async function outageBenchmark(stage: Stage, plan: Plan): Promise<Report> {
  const { addresses, environment, buyers } = await openCrowd(stage, BUYERS);
  const records = await connectRecords({
    mongoUri: addresses.mongoUri,
    MONGODB_DATABASE: environment.MONGODB_DATABASE!,
  });
  const outages: Outage[] = [];
  for (const kind of OUTAGES) {
    terminal.working('outage', `Temporal is ${kind} for ${plan.seconds} s`);
    outages.push(await measureOutage({ stage, addresses, buyers, records, plan }, kind));
  }
  await Promise.all([buyers.close(), records.close()]);
  return {
    benchmark: 'outage',
    pace: `open loop, ${CHATS_PER_SECOND} chats a second; Temporal unavailable for ${plan.seconds} s`,
    plan,
    processors: availableParallelism(),
    goals: outages.flatMap(({ kind, failed, missing }) => [
      goalOf({
        name: `failed chats, Temporal ${kind}`,
        figure: figureOf([failed]),
        atMost: 0,
      }),
      goalOf({
        name: `missing workflows 30 s after its return, ${kind}`,
        figure: figureOf([missing]),
        atMost: 0,
      }),
    ]),
    comparisons: outages.map(({ kind, presentAfterSeconds }) => ({
      name: `from Temporal's return to the last workflow, ${kind}`,
      unit: 's',
      ...figureOf([presentAfterSeconds]),
    })),
    rows: outages.map(({ kind, measurement }) =>
      summaryOf({ name: `chats, Temporal ${kind}`, callers: 0, rounds: [measurement] }),
    ),
    problems: [
      ...outages.flatMap(({ firstFailure }) => (firstFailure ? [firstFailure] : [])),
      ...(await brokenInvariants(addresses, environment)),
    ],
  };
}

interface Scene {
  readonly stage: Stage;
  readonly addresses: Addresses;
  readonly buyers: Buyers;
  readonly records: WritableRecords;
  readonly plan: Plan;
}

async function measureOutage(scene: Scene, kind: Kind): Promise<Outage> {
  const { stage, buyers, plan } = scene;
  let sample: OpenSample | null = null;
  let presence = { missing: 0, presentAfterSeconds: 0 };
  const run = async () => {
    const seconds = plan.seconds + 2 * AROUND_SECONDS;
    const load = runOpenLoop(buyers.arriving, { perSecond: CHATS_PER_SECOND, seconds });
    await delay(AROUND_SECONDS * 1_000);
    const comeBack = takeAway(scene, kind);
    await delay(plan.seconds * 1_000);
    await comeBack();
    presence = await untilPresent(scene);
    sample = await load;
    return { ...sample, callers: 0, latenciesMs: sample.acceptedMs };
  };
  const cell = { name: `chats, Temporal ${kind}`, callers: 0, run };
  const measurement = await measure(cell, stage.processes, plan);
  const { failures, refusedMs, firstFailure } = sample! as OpenSample;
  const failed = failures + refusedMs.length;
  return { kind, measurement, failed, firstFailure, ...presence };
}

/** @returns a function that restores Temporal with its data */
function takeAway({ stage, addresses }: Scene, kind: Kind): () => Promise<unknown> {
  const temporal = stage.processNamed('temporal');
  if (kind === 'stopped') {
    temporal.kill('SIGSTOP');
    return async () => temporal.kill('SIGCONT');
  }
  temporal.kill('SIGKILL');
  const port = Number(addresses.temporalAddress.split(':')[1]);
  return () => stage.startTemporal(port);
}

/** Waits until every order that existed at Temporal's return has its workflow. */
async function untilPresent({ addresses, records }: Scene) {
  const returnedAt = performance.now();
  const orders = await records.orders
    .find({ fillId: { $ne: null } }, { projection: { workflowId: 1 } })
    .toArray();
  const connection = await Connection.connect({ address: addresses.temporalAddress });
  const client = new Client({ connection });
  try {
    let missing = orders.map(({ workflowId }) => workflowId ?? 'none');
    await untilTrue(async () => {
      missing = await missingWorkflows(client, missing);
      return missing.length === 0;
    }, PRESENT_WITHIN_MS);
    const presentAfterSeconds = (performance.now() - returnedAt) / 1_000;
    return { missing: missing.length, presentAfterSeconds };
  } finally {
    await connection.close();
  }
}
