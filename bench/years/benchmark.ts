/** Benchmark of a long past: what grows with the number of finished records. */
import { availableParallelism } from 'node:os';
import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { fetch } from 'undici';
import { loadSettings } from '../../config/settings';
import { queueName } from '../../domain/workflow-names';
import { archiveFinished } from '../../records/archive/move';
import { chainDays } from '../../records/chain/chain-days';
import { closeDays } from '../../records/closings/close-days';
import { connectRecords, type WritableRecords } from '../../records/connect';
import { terminal } from '../../setup/local/terminal';
import { Buyers } from '../chat/buyers';
import { benchEnvironment, startSeller } from '../chat/exchange';
import { brokenInvariants } from '../ledger-check';
import { goalOf } from '../measure/goals';
import type { Plan } from '../measure/rounds';
import type { Report } from '../report';
import type { Stage } from '../stage';
import {
  allParticipants,
  quietOf,
  pastChat,
  pastContract,
  register,
  type Registered,
} from './busiest';
import { History } from './history';
import { type Action, type MeasuredAction, measureAction, untilIdle } from './measured-action';
import { type Busiest, type ReadRoute, readRoutes } from './read-routes';

const PROCESSES = ['worker', 'gateway', 'relay'] as const;
/** The larger past against the smaller one. */
const TIMES_LONGER = 100;
/** So the smaller past is longer than a month, the longest time that a route reads without being asked to. */
const PAST_DAYS = 3_650;
const GROWTH_GOAL = 1.3;
/** Shorter times count as this long: their share is noise of the machine. */
const NOISE_MS = 3;
const DAY_MS = 86_400_000;
/** Candles of millions of trades. */
const SETTLES_WITHIN_MS = 60 * 60_000;
/** The first rounds of maintenance count what was inserted behind its back. */
const CATCH_UP_ROUNDS = 2;

/** @param plan `requests` is the number of chats of the larger past */
export async function yearsBenchmark(stage: Stage, plan: Plan): Promise<Report> {
  const addresses = await stage.startServers();
  const environment = await benchEnvironment(addresses);
  for (const name of PROCESSES) {
    await stage.startProcess(name, `processes/${name}.js`, environment);
  }
  const registered = await register(environment, await startSeller(stage));
  const database = { mongoUri: addresses.mongoUri, MONGODB_DATABASE: 'bench' };
  const records = await connectRecords(database);
  const connection = await Connection.connect({ address: addresses.temporalAddress });
  const temporal = new Client({ connection });
  const participants = await allParticipants(records, registered);
  const history = new History(records, participants, plan.requests, PAST_DAYS);
  const quiet = quietOf(participants);
  const scene = { stage, environment, records, registered, temporal, history, quiet };
  const [smallChats, largeChats] = [Math.ceil(plan.requests / TIMES_LONGER), plan.requests];
  const small = await measurePast(scene, smallChats, plan);
  const large = await measurePast(scene, largeChats, plan);
  await Promise.all([connection.close(), records.close()]);
  return {
    benchmark: 'years',
    pace: `${smallChats} and ${largeChats} chats of the past`,
    plan,
    processors: availableParallelism(),
    goals: growthOf(small, large),
    comparisons: [...comparisonsOf(small, smallChats), ...comparisonsOf(large, largeChats)],
    rows: [],
    leftOut: ['routes of webhooks: their deliveries expire'],
    problems: await brokenInvariants(addresses, environment),
  };
}

interface Scene {
  readonly stage: Stage;
  readonly environment: Record<string, string>;
  readonly records: WritableRecords;
  readonly registered: Registered;
  readonly temporal: Client;
  readonly history: History;
  readonly quiet: NonNullable<Busiest['quiet']>;
}

async function measurePast(scene: Scene, chats: number, plan: Plan): Promise<MeasuredAction[]> {
  const { stage, environment, records, history } = scene;
  const tell = (line: string) => terminal.working('years', line);
  // It closes days of the past, which is longer from here on.
  await stage.processNamed('worker').stop();
  await history.extendTo(chats, (written) => {
    if (written % 100_000 === 0) tell(`${written} of ${chats} chats inserted`);
  });
  tell(`${chats} chats in ${history.days.toFixed(1)} days`);
  await records.closedDays.deleteMany({});
  await records.closings.deleteMany({});
  const startedAt = performance.now();
  const closed = await closeDays(records, new Date());
  const dayMs = (performance.now() - startedAt) / closed;
  terminal.done('years', `closed ${closed} days in ${dayMs.toFixed(0)} ms each`);
  // A worker that had been there all the time would have chained and moved them long ago.
  await chainDays(records);
  const ageMs = loadSettings({ ...process.env, ...environment }).ARCHIVE_AFTER_DAYS * DAY_MS;
  const moved = await archiveFinished(records, { ageMs, runMs: Infinity });
  terminal.done('years', `moved ${moved} records into the archive`);
  await stage.startProcess('worker', 'processes/worker.js', environment);
  const actions = await actionsOf(scene);
  tell('waits until MongoDB is at rest');
  await untilIdle(records, SETTLES_WITHIN_MS);
  const measured: MeasuredAction[] = [];
  for (const action of actions) {
    tell(action.name);
    measured.push(await measureAction(records, action, plan.seconds));
  }
  return measured;
}

async function actionsOf(scene: Scene): Promise<Action[]> {
  const { records, registered, temporal } = scene;
  const maintenance = maintenanceRound(temporal);
  for (let round = 0; round < CATCH_UP_ROUNDS; round += 1) await maintenance.run();
  const invariants = invariantPass(registered);
  await invariants.run();
  const [run] = await records.reconciliationRuns.find({}).sort({ _id: -1 }).limit(1).toArray();
  const busiest: Busiest = {
    ...registered,
    ...(await pastChat(records, registered)),
    ...(await pastContract(records, registered)),
    reconciliationId: run?._id ?? '',
    quiet: scene.quiet,
  };
  const reads = readRoutes(busiest).map(reading);
  return [...reads, chatting(registered), maintenance, invariants];
}

function reading({ name, url, headers }: ReadRoute): Action {
  return {
    name: `GET ${name}`,
    repeats: 25,
    run: async () => {
      const answer = await fetch(url, { headers });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`GET ${url}: ${answer.status} ${text.slice(0, 300)}`);
    },
  };
}

function chatting({ url, buyerKey }: Registered): Action {
  const buyers = new Buyers(url, [buyerKey], { connections: 1 });
  return {
    name: 'a chat',
    repeats: 60,
    run: async () => {
      await buyers.plain(0);
    },
  };
}

/** As the schedule starts it. */
function maintenanceRound(temporal: Client): Action {
  return {
    name: 'a round of maintenance',
    repeats: 10,
    run: async () => {
      await temporal.workflow.execute('upkeep', {
        workflowId: `years-${randomUUID()}`,
        taskQueue: queueName('bench', 'upkeep'),
      });
    },
  };
}

function invariantPass({ adminUrl, operatorToken }: Registered): Action {
  return {
    name: 'a pass of the invariants',
    repeats: 5,
    run: async () => {
      const url = `${adminUrl}/admin/v1/reconciliation/runs`;
      const headers = {
        authorization: `Bearer ${operatorToken}`,
        'content-type': 'application/json',
      };
      const answer = await fetch(url, { method: 'POST', headers, body: '{}' });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`POST ${url}: ${answer.status} ${text.slice(0, 300)}`);
    },
  };
}

/** Of the fastest runs, which other work of the machine slows least; its range has the medians. */
function growthOf(small: readonly MeasuredAction[], large: readonly MeasuredAction[]) {
  return small.map((before, index) => {
    const after = large[index]!;
    const against = (one: number, other: number) =>
      Math.max(one, NOISE_MS) / Math.max(other, NOISE_MS);
    const ofFastest = against(after.ms.range[0], before.ms.range[0]);
    const ofMedian = against(after.ms.median, before.ms.median);
    return goalOf({
      name: `growth: ${before.name}`,
      figure: {
        median: ofFastest,
        range: [Math.min(ofFastest, ofMedian), Math.max(ofFastest, ofMedian)],
      },
      atMost: GROWTH_GOAL,
    });
  });
}

function comparisonsOf(measured: readonly MeasuredAction[], chats: number) {
  return measured.map(({ name, ms, documentsExamined, keysExamined, documentsReturned }) => ({
    name: `${name}, ${chats} chats`,
    ...ms,
    unit: `ms; ${documentsExamined} documents and ${keysExamined} keys examined, ${documentsReturned} returned`,
  }));
}
