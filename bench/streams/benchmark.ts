/** The benchmark of streamed answers: what a chunk costs on its way from its seller to its buyer. */
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../setup/servers/ports';
import { terminal } from '../../setup/local/terminal';
import { benchEnvironment, openExchange } from '../chat/exchange';
import { processorTimeMs } from '../measure/processor-time';
import type { Plan } from '../measure/rounds';
import { type Figure, figureOf } from '../measure/statistics';
import type { Comparison, Report } from '../report';
import type { Stage } from '../stage';
import { StreamReaders } from './readers';

const MOST_STREAMS = 500;
const CHUNKS_PER_SECOND = 20;
const BUYERS = 10;
const GOAL_MS = 0.15;
/** Until every stream has begun, and what was written meanwhile is read. */
const BEGIN_MS_MAX = 120_000;
const SETTLE_MS = 2_000;

const OURS: ReadonlySet<string> = new Set(['worker', 'gateway', 'relay']);

/** So that all streams may be under way at once. */
const ROOM = {
  SELLER_CONNECTIONS: String(2 * MOST_STREAMS),
  DISPATCHES_PER_WORKER: String(2 * MOST_STREAMS),
  REQUESTS_UNDER_WAY_PER_ACCOUNT: String(MOST_STREAMS),
};

interface Round {
  readonly perSecond: number;
  /** Processor time per chunk, by process. */
  readonly cpuMs: ReadonlyMap<string, number>;
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
  const rounds: Round[] = [];
  for (let round = 1; round <= plan.rounds; round++) {
    terminal.working('streams', `round ${round} of ${plan.rounds}`);
    rounds.push(await measure(stage, readers, plan.seconds));
  }
  const { begun } = readers;
  await readers.close();
  return reportOf(plan, readers, begun, rounds);
}

async function untilBegun(readers: StreamReaders): Promise<void> {
  const until = performance.now() + BEGIN_MS_MAX;
  while (readers.begun < readers.count && performance.now() < until && !readers.firstFailure) {
    terminal.working('streams', `${readers.begun} of ${readers.count} have begun`);
    await delay(200);
  }
  await delay(SETTLE_MS);
}

async function measure(stage: Stage, readers: StreamReaders, seconds: number): Promise<Round> {
  const { processes } = stage;
  const before = processes.map(({ pid }) => processorTimeMs(pid) ?? 0);
  const [startedAt, chunksBefore] = [performance.now(), readers.chunks];
  await delay(seconds * 1_000);
  const chunks = Math.max(1, readers.chunks - chunksBefore);
  const used = processes.map(({ pid }, at) => (processorTimeMs(pid) ?? 0) - before[at]!);
  return {
    perSecond: (chunks * 1_000) / (performance.now() - startedAt),
    cpuMs: new Map(processes.map(({ name }, at) => [name, used[at]! / chunks])),
  };
}

function reportOf(
  plan: Plan,
  readers: StreamReaders,
  begun: number,
  rounds: readonly Round[],
): Report {
  const over = (valueOf: (round: Round) => number): Figure => figureOf(rounds.map(valueOf));
  const ours = over(({ cpuMs }) => total(cpuMs, (name) => OURS.has(name)));
  const named = (name: string): Comparison => ({
    name: `processor time per chunk, ${name}`,
    unit: 'ms',
    ...over(({ cpuMs }) => cpuMs.get(name) ?? 0),
  });
  const names = [...(rounds[0]?.cpuMs.keys() ?? [])];
  const missing = readers.count - begun;
  return {
    benchmark: 'streams',
    pace: `${readers.count} streams, ${CHUNKS_PER_SECOND} chunks a second each`,
    plan,
    processors: availableParallelism(),
    goals: [
      {
        name: 'processor time in ms per chunk, all processes of the exchange',
        value: ours.median,
        range: ours.range,
        goal: `at most ${GOAL_MS}`,
        reached: ours.median <= GOAL_MS,
      },
    ],
    comparisons: [
      { name: 'chunks that reached their buyers', unit: '/s', ...over((round) => round.perSecond) },
      ...names.map(named),
    ],
    rows: [],
    problems: [
      ...(readers.firstFailure ? [`a stream failed: ${readers.firstFailure}`] : []),
      ...(missing > 0 ? [`${missing} of ${readers.count} streams have not begun`] : []),
    ],
  };
}

function total(cpuMs: Round['cpuMs'], counts: (name: string) => boolean): number {
  return [...cpuMs].reduce((sum, [name, value]) => sum + (counts(name) ? value : 0), 0);
}
