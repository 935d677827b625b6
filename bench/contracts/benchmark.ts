/** Benchmark of contracts: capacity bought in advance and drawn on, compared with chats and their floor. */
import { availableParallelism } from 'node:os';
import { terminal } from '../../setup/local/terminal';
import { Buyers } from '../chat/buyers';
import { benchEnvironment, openExchange, startSeller } from '../chat/exchange';
import { startEmptyWorkflows } from '../floors/empty-workflows';
import { brokenInvariants } from '../ledger-check';
import { type Call, runLoad } from '../measure/load';
import { type Cell, type Plan, measureInRounds } from '../measure/rounds';
import { type Report, problemsOf, summaryOf } from '../report';
import type { Stage } from '../stage';
import { comparisonsOf, goalsOf } from './comparisons';
import { ContractBuyers } from './contract-buyers';
import { BUYING_CALLERS, MOST_CALLERS, ROWS } from './rows';

/** Limits the run to two minutes: every ticket and fill creates a lot with a workflow. */
const MOST = { rounds: 3, seconds: 1.2 } as const;

export async function contractsBenchmark(stage: Stage, wanted: Plan): Promise<Report> {
  const plan: Plan = {
    ...wanted,
    rounds: Math.min(wanted.rounds, MOST.rounds),
    seconds: Math.min(wanted.seconds, MOST.seconds),
  };
  const addresses = await stage.startServers();
  const environment = await benchEnvironment(addresses);
  const subjects = await openSubjects(stage, environment, plan);
  const rows = await measureInRounds(subjects.cells, stage.processes, plan, (round) =>
    terminal.working('contracts', round),
  );
  await subjects.close();
  return {
    benchmark: 'contracts',
    plan,
    processors: availableParallelism(),
    goals: goalsOf(rows),
    comparisons: comparisonsOf(rows),
    rows: rows.map(summaryOf),
    problems: [...problemsOf(rows), ...(await brokenInvariants(addresses, environment))],
  };
}

async function openSubjects(stage: Stage, environment: Record<string, string>, { requests }: Plan) {
  const sellerUrl = await startSeller(stage);
  const { url, buyerKeys } = await openExchange(stage, environment, sellerUrl, MOST_CALLERS);
  const emptyWorkflow = await startEmptyWorkflows(stage, environment);
  const capacity = new ContractBuyers(url, buyerKeys);
  const drawing = buyerKeys.slice(0, requests); // no further caller sends a request
  const lots = await Promise.all(drawing.map((_, caller) => capacity.buyLot(caller)));
  const chats = new Buyers(url, buyerKeys);
  const draws = new Buyers(url, lots);
  const drawsOnOneLot = new Buyers(url, [await capacity.buyLot(0)]);
  const cell = (name: string, callers: number, call: Call): Cell => ({
    name,
    callers,
    run: (load) => runLoad(call, load),
  });
  const cells: Cell[] = [
    { name: ROWS.emptyWorkflow, callers: 1, run: emptyWorkflow },
    ...[1, MOST_CALLERS].flatMap((callers) => [
      cell(ROWS.plain, callers, chats.plain),
      cell(ROWS.draw, callers, draws.plain),
    ]),
    cell(ROWS.oneLot, MOST_CALLERS, drawsOnOneLot.plain),
    ...[1, BUYING_CALLERS].flatMap((callers) => [
      cell(ROWS.resting, callers, capacity.resting),
      cell(ROWS.filled, callers, capacity.filled),
      cell(ROWS.ticket, callers, capacity.ticket),
    ]),
  ];
  return {
    cells,
    async close() {
      await Promise.all([capacity, chats, draws, drawsOnOneLot].map((one) => one.close()));
    },
  };
}
