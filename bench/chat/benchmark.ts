/** Benchmark of chat completions: what the exchange adds to a seller, compared with its floors and other gateways. */
import { availableParallelism } from 'node:os';
import { terminal } from '../../setup/local/terminal';
import { brokenInvariants } from '../ledger-check';
import { runLoad } from '../measure/load';
import { type Plan, measureInRounds } from '../measure/rounds';
import { type Report, problemsOf, summaryOf } from '../report';
import type { Stage } from '../stage';
import { comparisonsOf, goalsOf } from './comparisons';
import { benchEnvironment } from './exchange';
import { MOST_CALLERS } from './rows';
import { openSubjects } from './subjects';
import { goalsOfTraces, measureTraces } from './traces';

export async function chatBenchmark(stage: Stage, plan: Plan): Promise<Report> {
  const addresses = await stage.startServers();
  const environment = await benchEnvironment(addresses);
  const { withoutOthers = false } = plan;
  const subjects = await openSubjects(stage, addresses, environment, withoutOthers);
  const rows = await measureInRounds(subjects.cells, stage.processes, plan, (round) =>
    terminal.working('chat', round),
  );
  terminal.working('chat', 'history events and disk per chat');
  const traces = await measureTraces(stage, addresses, plan, (load) =>
    runLoad(subjects.buyers.plain, { ...load, callers: MOST_CALLERS }),
  );
  await subjects.close();
  const problems = [
    ...problemsOf(rows),
    ...traces.problems,
    ...(await brokenInvariants(addresses, environment)),
  ];
  return {
    benchmark: 'chat',
    plan,
    processors: availableParallelism(),
    goals: [...goalsOf(rows), ...goalsOfTraces(traces)],
    comparisons: comparisonsOf(rows),
    rows: rows.map(summaryOf),
    leftOut: subjects.leftOut,
    problems,
  };
}
