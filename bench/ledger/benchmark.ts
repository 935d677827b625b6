/**
 * Benchmark of the ledger: 64 callers that reserve, spread over one to eight processes, on one ask,
 * on one account, on one for each process, and on nothing in common. Processes that share must not
 * be slower than processes that do not, nor may one of them go without.
 */
import { availableParallelism } from 'node:os';
import { terminal } from '../../setup/local/terminal';
import { freePort } from '../../setup/servers/ports';
import { connectRecords } from '../../records/connect';
import { benchEnvironment } from '../chat/exchange';
import { brokenInvariants } from '../ledger-check';
import { goalOf } from '../measure/goals';
import { compare, measureInRounds, type Plan, type Row } from '../measure/rounds';
import { figureOf } from '../measure/statistics';
import { type Comparison, type Goal, type Report, problemsOf, summaryOf } from '../report';
import type { Addresses, Stage } from '../stage';
import { besideOf, CALLERS, LedgerCell, PROCESSES, SHARED, SUBJECTS } from './cells';
import { makeParties } from './market';

const MOST_PROCESSES = Math.max(...PROCESSES);
const RATE_AT_LEAST = 0.9;
const P99_AT_MOST = 1.5;

export async function ledgerBenchmark(stage: Stage, plan: Plan): Promise<Report> {
  const addresses = await stage.startServers();
  const environment = await benchEnvironment(addresses);
  const urls = await startProcesses(stage, environment);
  const cells = await makeCells(addresses, environment, urls);
  const rows = await measureInRounds(cells, stage.processes, plan, (round) =>
    terminal.working('ledger', round),
  );
  const problems = [...problemsOf(rows), ...(await brokenInvariants(addresses, environment))];
  return {
    benchmark: 'ledger',
    plan,
    processors: availableParallelism(),
    goals: goalsOf(rows),
    comparisons: [...cells.flatMap(sharesOf), ...costOfCap(rows)],
    rows: rows.map(summaryOf),
    problems,
  };
}

async function startProcesses(stage: Stage, environment: Record<string, string>) {
  const urls: string[] = [];
  for (let number = 1; number <= MOST_PROCESSES; number += 1) {
    const PORT = String(await freePort());
    await stage.startProcess(`process ${number}`, 'bench/ledger/runner.js', {
      ...environment,
      PORT,
    });
    urls.push(`http://127.0.0.1:${PORT}/`);
  }
  return urls;
}

async function makeCells(
  { mongoUri }: Addresses,
  { MONGODB_DATABASE = '' }: Record<string, string>,
  urls: readonly string[],
): Promise<LedgerCell[]> {
  const records = await connectRecords({ mongoUri, MONGODB_DATABASE });
  const cells: LedgerCell[] = [];
  try {
    for (const subject of SUBJECTS) {
      for (const processes of subject.processes) {
        terminal.working('ledger', `preparing ${subject.name}`);
        const callers = CALLERS / processes;
        const { shared, key } = subject;
        const parties = await makeParties(records, shared, processes, callers, key);
        cells.push(new LedgerCell(subject, processes, urls, parties));
      }
    }
  } finally {
    await records.close();
  }
  return cells;
}

/** Sharing one ask or account against the same with one for each process. */
function goalsOf(rows: readonly Row[]): Goal[] {
  return (['reserve', 'reserve and settle'] as const).flatMap((work) => {
    const rowOf = (shared: string) =>
      rows.find(({ name }) => name === `${work}, sharing ${shared}, ${MOST_PROCESSES} processes`)!;
    return SHARED.flatMap((shared) => [
      goalOf({
        name: `${work}: ${MOST_PROCESSES} processes that share ${shared}, rate against one each`,
        figure: compare(
          rowOf(shared),
          rowOf(besideOf(shared)),
          (here, there) => here.perSecond / there.perSecond,
        ),
        atLeast: RATE_AT_LEAST,
      }),
      goalOf({
        name: `${work}: ${MOST_PROCESSES} processes that share ${shared}, p99 against one each`,
        figure: compare(
          rowOf(shared),
          rowOf(besideOf(shared)),
          (here, there) => here.p99Ms / there.p99Ms,
        ),
        atMost: P99_AT_MOST,
      }),
    ]);
  });
}

/** What a limit of a key costs: one more command for the reservation, and one that writes more. */
function costOfCap(rows: readonly Row[]): Comparison[] {
  const [free, capped] = ['free', 'capped'].map((key) =>
    rows.find(({ name }) => name.includes(`a ${key} key`))!,
  );
  const against = (valueOf: (measured: Row['rounds'][number]) => number) =>
    compare(capped!, free!, (here, there) => valueOf(here) / valueOf(there));
  return [
    {
      name: 'capped key, rate against a free one',
      unit: '',
      ...against(({ perSecond }) => perSecond),
    },
    { name: 'capped key, p50 against a free one', unit: '', ...against(({ p50Ms }) => p50Ms) },
  ];
}

/** Conflicts, size of the batches, and the share of the process that wrote least. */
function sharesOf({ name, processes, rounds }: LedgerCell): Comparison[] {
  if (processes === 1) return [];
  const measured = rounds.slice(1); // the first round warms up
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const over = (valueOf: (samples: LedgerCell['rounds'][number]) => number) =>
    figureOf(measured.map(valueOf));
  const written = (samples: LedgerCell['rounds'][number]) =>
    samples.map(({ latenciesMs }) => latenciesMs.length);
  return [
    {
      name: `${name}: conflicts per transaction`,
      unit: '',
      ...over(
        (samples) =>
          sum(samples.map(({ conflicts }) => conflicts)) /
          Math.max(1, sum(samples.map(({ commits }) => commits))),
      ),
    },
    {
      name: `${name}: least part of a process, 1 is fair`,
      unit: '',
      ...over(
        (samples) =>
          (Math.min(...written(samples)) * processes) / Math.max(1, sum(written(samples))),
      ),
    },
  ];
}
