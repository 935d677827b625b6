/** Benchmark of an idle exchange: what its processes and servers use without requests. */
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { terminal } from '../../setup/local/terminal';
import { benchEnvironment, openExchange, startSeller } from '../chat/exchange';
import { brokenInvariants } from '../ledger-check';
import { goalOf } from '../measure/goals';
import { processorTimeMs } from '../measure/processor-time';
import type { Plan } from '../measure/rounds';
import { type Figure, figureOf } from '../measure/statistics';
import type { Comparison, Report } from '../report';
import type { Stage } from '../stage';
import { type Commands, ServerCommands } from './server-commands';

const IDLE_GOAL = 0.05;
/** Time for compilation and cleanup after a start. */
const SETTLE_SECONDS = 25;
/** Processes that are not part of the exchange. */
const OTHERS: ReadonlySet<string> = new Set(['bench', 'seller']);

interface Round {
  /** Share of one core, by process. */
  readonly shares: ReadonlyMap<string, number>;
  readonly commands: Commands;
}

export async function idleBenchmark(stage: Stage, plan: Plan): Promise<Report> {
  const addresses = await stage.startServers();
  const environment = await benchEnvironment(addresses);
  await openExchange(stage, environment, await startSeller(stage), 1);
  const servers = await ServerCommands.connect(addresses);
  const rounds: Round[] = [];
  try {
    terminal.working('idle', 'waiting until all processes are idle');
    await delay(SETTLE_SECONDS * 1_000);
    for (let round = 1; round <= plan.rounds; round += 1) {
      terminal.working('idle', `round ${round} of ${plan.rounds}`);
      rounds.push(await measureRound(stage, servers, plan.seconds));
    }
  } finally {
    await servers.close();
  }
  const together = rounds.map(({ shares }) => [...shares.values()].reduce((sum, one) => sum + one));
  return {
    benchmark: 'idle',
    pace: `no requests, ${plan.seconds} s a round`,
    plan,
    processors: availableParallelism(),
    goals: [
      goalOf({
        name: 'idle: processor time of everything, share of one core',
        figure: figureOf(together),
        atMost: IDLE_GOAL,
      }),
    ],
    comparisons: [...sharesOf(rounds), ...commandsOf(rounds)],
    rows: [],
    problems: await brokenInvariants(addresses, environment),
  };
}

async function measureRound(
  stage: Stage,
  servers: ServerCommands,
  seconds: number,
): Promise<Round> {
  const processes = stage.processes.filter(({ name }) => !OTHERS.has(name));
  const commandsBefore = await servers.read();
  const [startedAtMs, before] = [performance.now(), processes.map(usedBy)];
  await delay(seconds * 1_000);
  const tookMs = performance.now() - startedAtMs;
  const shares = processes.map(
    (one, index) => [one.name, (usedBy(one) - before[index]!) / tookMs] as const,
  );
  const commands = await servers.read();
  const perSecond = ([name, count]: readonly [string, number]) =>
    [name, ((count - (commandsBefore.get(name) ?? 0)) * 1_000) / tookMs] as const;
  return { shares: new Map(shares), commands: new Map([...commands].map(perSecond)) };
}

function usedBy({ pid }: { readonly pid: number }): number {
  return processorTimeMs(pid) ?? Number.NaN;
}

function sharesOf(rounds: readonly Round[]): Comparison[] {
  const names = [...(rounds[0]?.shares.keys() ?? [])];
  return names.map((name) => ({
    name: `share of one core, ${name}`,
    unit: '%',
    ...figureOf(rounds.map(({ shares }) => 100 * (shares.get(name) ?? 0))),
  }));
}

/** In descending order; commands below one in ten seconds are left out. */
function commandsOf(rounds: readonly Round[]): Comparison[] {
  const names = new Set(rounds.flatMap(({ commands }) => [...commands.keys()]));
  const figures = [...names].map((name): readonly [string, Figure] => [
    name,
    figureOf(rounds.map(({ commands }) => commands.get(name) ?? 0)),
  ]);
  return figures
    .filter(([, { median }]) => median >= 0.1)
    .sort(([, one], [, other]) => other.median - one.median)
    .map(([name, figure]) => ({ name, unit: 'per s', ...figure }));
}
