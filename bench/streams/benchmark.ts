/** Benchmark of streamed answers: the cost and transit time of a chunk from seller to buyer. */
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../setup/servers/ports';
import { terminal } from '../../setup/local/terminal';
import { benchEnvironment, openExchange } from '../chat/exchange';
import { goalOf } from '../measure/goals';
import { residentMegabytes } from '../measure/memory';
import { processorTimeMs } from '../measure/processor-time';
import type { Plan } from '../measure/rounds';
import { type Figure, figureOf, percentile } from '../measure/statistics';
import { untilTrue } from '../measure/until';
import type { Comparison, Goal, Report } from '../report';
import type { Stage } from '../stage';
import { StreamReaders } from './readers';

const MOST_STREAMS = 500;
const CHUNKS_PER_SECOND = 20;
const BUYERS = 10;
const PROCESSOR_GOAL_MS = 0.15;
const TRANSIT_GOAL_MS = 50;
/** Of the last round against the first: continuing streams must not fill the memory. */
const MEMORY_GOAL = 1.1;
/** Time for every stream to begin. */
const BEGIN_MS_MAX = 120_000;
/** Time for the backlog of the start to be read. */
const SETTLE_MS_MAX = 60_000;

const OURS: ReadonlySet<string> = new Set(['worker', 'gateway', 'relay']);

/** Limits that permit all streams concurrently. */
const ROOM = {
  SELLER_CONNECTIONS: String(2 * MOST_STREAMS),
  DISPATCHES_PER_WORKER: String(2 * MOST_STREAMS),
  REQUESTS_UNDER_WAY_PER_ACCOUNT: String(MOST_STREAMS),
};

interface Round {
  readonly perSecond: number;
  /** Processor time per chunk, by process. */
  readonly cpuMs: ReadonlyMap<string, number>;
  readonly p50TransitMs: number;
  readonly p99TransitMs: number;
  /** Memory at its end, by process. */
  readonly megabytes: ReadonlyMap<string, number>;
}

export async function streamsBenchmark(stage: Stage, plan: Plan): Promise<Report> {
  const addresses = await stage.startServers();
  const environment = { ...(await benchEnvironment(addresses)), ...ROOM };
  const sellerPort = await freePort();
  await stage.startProcess('seller', 'bench/paced-seller.js', {
    PORT: String(sellerPort),
    CHUNKS_PER_SECOND: String(CHUNKS_PER_SECOND),
  });
  const sellerUrl = `http://127.0.0.1:${sellerPort}`;
  const { url, buyerKeys } = await openExchange(stage, environment, sellerUrl, BUYERS);
  const readers = new StreamReaders(url, buyerKeys, Math.min(MOST_STREAMS, plan.requests));
  readers.open();
  await untilBegun(readers);
  const settledAfterSeconds = await untilSettled(readers);
  const rounds: Round[] = [];
  for (let round = 1; round <= plan.rounds; round++) {
    terminal.working('streams', `round ${round} of ${plan.rounds}`);
    rounds.push(await measure(stage, readers, plan.seconds));
  }
  const { begun } = readers;
  await readers.close();
  return reportOf(plan, readers, begun, rounds, settledAfterSeconds);
}

async function untilBegun(readers: StreamReaders): Promise<void> {
  const until = performance.now() + BEGIN_MS_MAX;
  while (readers.begun < readers.count && performance.now() < until && !readers.firstFailure) {
    terminal.working('streams', `${readers.begun} of ${readers.count} have begun`);
    await delay(200);
  }
}

/** All streams begin at once, which causes a backlog; the measurement starts after it. */
async function untilSettled(readers: StreamReaders): Promise<number> {
  const startedAt = performance.now();
  const isOnTime = async () => {
    readers.transitsMs = [];
    await delay(1_000);
    return percentile(readers.transitsMs, 99) <= TRANSIT_GOAL_MS;
  };
  await untilTrue(isOnTime, SETTLE_MS_MAX);
  return (performance.now() - startedAt) / 1_000;
}

async function measure(stage: Stage, readers: StreamReaders, seconds: number): Promise<Round> {
  const { processes } = stage;
  const before = processes.map(({ pid }) => processorTimeMs(pid) ?? 0);
  const [startedAt, chunksBefore] = [performance.now(), readers.chunks];
  readers.transitsMs = [];
  await delay(seconds * 1_000);
  const chunks = Math.max(1, readers.chunks - chunksBefore);
  const used = processes.map(({ pid }, at) => (processorTimeMs(pid) ?? 0) - before[at]!);
  return {
    perSecond: (chunks * 1_000) / (performance.now() - startedAt),
    cpuMs: new Map(processes.map(({ name }, at) => [name, used[at]! / chunks])),
    p50TransitMs: percentile(readers.transitsMs, 50),
    p99TransitMs: percentile(readers.transitsMs, 99),
    megabytes: new Map(processes.map(({ name, pid }) => [name, residentMegabytes(pid)])),
  };
}

function reportOf(
  plan: Plan,
  readers: StreamReaders,
  begun: number,
  rounds: readonly Round[],
  settledAfterSeconds: number,
): Report {
  const over = (valueOf: (round: Round) => number): Figure => figureOf(rounds.map(valueOf));
  const named = (name: string): Comparison => ({
    name: `processor time per chunk, ${name}`,
    unit: 'ms',
    ...over(({ cpuMs }) => cpuMs.get(name) ?? 0),
  });
  const memoryOf = (name: string): Comparison => ({
    name: `memory, ${name}`,
    unit: 'MB',
    ...over(({ megabytes }) => megabytes.get(name) ?? 0),
  });
  const names = [...(rounds[0]?.cpuMs.keys() ?? [])];
  const missing = readers.count - begun;
  return {
    benchmark: 'streams',
    pace: `${readers.count} streams, ${CHUNKS_PER_SECOND} chunks a second each`,
    plan,
    processors: availableParallelism(),
    goals: goalsOf(rounds),
    comparisons: [
      {
        name: 'from the first chunk of the last stream until no chunk is late',
        unit: 's',
        ...figureOf([settledAfterSeconds]),
      },
      { name: 'chunks that reached their buyers', unit: '/s', ...over((round) => round.perSecond) },
      {
        name: 'p50 of a chunk between seller and buyer',
        unit: 'ms',
        ...over((round) => round.p50TransitMs),
      },
      ...names.map(named),
      ...[...OURS, 'redis'].map(memoryOf),
    ],
    rows: [],
    problems: [
      ...(readers.firstFailure ? [`a stream failed: ${readers.firstFailure}`] : []),
      ...(missing > 0 ? [`${missing} of ${readers.count} streams have not begun`] : []),
    ],
  };
}

function goalsOf(rounds: readonly Round[]): Goal[] {
  const ours = (values: ReadonlyMap<string, number>) =>
    [...values].reduce((sum, [name, value]) => sum + (OURS.has(name) ? value : 0), 0);
  const memory = rounds.map(({ megabytes }) => ours(megabytes));
  return [
    {
      name: 'processor time in ms per chunk, all processes of the exchange',
      figure: figureOf(rounds.map(({ cpuMs }) => ours(cpuMs))),
      atMost: PROCESSOR_GOAL_MS,
    },
    {
      name: 'p99 of a chunk between seller and buyer, ms',
      figure: figureOf(rounds.map(({ p99TransitMs }) => p99TransitMs)),
      atMost: TRANSIT_GOAL_MS,
    },
    {
      name: 'memory of the exchange in the last round, against the first',
      figure: figureOf([memory.at(-1)! / memory[0]!]),
      atMost: MEMORY_GOAL,
    },
  ].map(goalOf);
}
