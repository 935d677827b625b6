/**
 * Benchmark of several gateways and workers on one market: 64 callers at one gateway, at all of
 * them, and all of them with the key of one buyer. The processor time of each process is bounded, so
 * that one machine shows what more gateways bring.
 */
import { availableParallelism } from 'node:os';
import { terminal } from '../../setup/local/terminal';
import { benchEnvironment } from '../chat/exchange';
import { MOST_CALLERS } from '../chat/rows';
import { brokenInvariants } from '../ledger-check';
import { type Call, type Load, runLoad, type Sample } from '../measure/load';
import { type Cell, compare, measureInRounds, type Plan, type Row } from '../measure/rounds';
import { figureOf } from '../measure/statistics';
import { type Comparison, problemsOf, type Report, summaryOf } from '../report';
import type { Stage } from '../stage';
import { type Gateway, openSeveral, SHARE } from './exchange';

const DEFAULT_COUNT = 2;

/** What each gateway did in a round. */
interface Share {
  readonly chats: readonly number[];
  readonly written: number;
  readonly conflicts: number;
}

export async function severalBenchmark(stage: Stage, plan: Plan): Promise<Report> {
  const { gateways: count = DEFAULT_COUNT, workers = DEFAULT_COUNT } = plan;
  const addresses = await stage.startServers();
  const environment = await benchEnvironment(addresses);
  const counts = { gateways: count, workers, buyers: MOST_CALLERS };
  const several = await openSeveral(stage, environment, counts);
  const { gateways } = several;
  const cells = [
    new GatewayCell('1 gateway', gateways.slice(0, 1)),
    new GatewayCell(`${count} gateways`, gateways),
    new GatewayCell(`${count} gateways, one buyer`, gateways, { oneBuyer: true }),
  ];
  const rows = await measureInRounds(cells, stage.processes, plan, (round) =>
    terminal.working('several', round),
  );
  await Promise.all(gateways.map(({ buyers }) => buyers.close()));
  const problems = [...problemsOf(rows), ...(await brokenInvariants(addresses, environment))];
  several.close();
  return {
    benchmark: 'several',
    pace: `closed loop; ${
      several.areBounded
        ? `each gateway and worker has ${SHARE} of a processor`
        : 'processor time is NOT bounded, this system does not let the benchmark do it'
    }`,
    plan,
    processors: availableParallelism(),
    goals: [],
    comparisons: [...growthOf(rows), ...cells.flatMap(sharesOf)],
    rows: rows.map(summaryOf),
    problems,
  };
}

/** Callers take turns at the gateways. */
class GatewayCell implements Cell {
  readonly callers = MOST_CALLERS;
  readonly shares: Share[] = [];

  constructor(
    readonly name: string,
    readonly gateways: readonly Gateway[],
    private readonly options: { readonly oneBuyer?: true } = {},
  ) {}

  async run(load: Load): Promise<Sample> {
    const chats = this.gateways.map(() => 0);
    const before = await this.commits();
    const call: Call = async (caller) => {
      const at = caller % this.gateways.length;
      const ms = await this.gateways[at]!.buyers.plain(this.options.oneBuyer ? 0 : caller);
      chats[at]! += 1;
      return ms;
    };
    const sample = await runLoad(call, load);
    const after = await this.commits();
    this.shares.push({
      chats,
      written: after.written - before.written,
      conflicts: after.conflicts - before.conflicts,
    });
    return sample;
  }

  private async commits() {
    const all = await Promise.all(this.gateways.map((gateway) => gateway.commits()));
    return {
      written: all.reduce((sum, { written }) => sum + written, 0),
      conflicts: all.reduce((sum, { conflicts }) => sum + conflicts, 0),
    };
  }
}

function growthOf([one, ...more]: readonly Row[]): Comparison[] {
  return more.map((row) => ({
    name: `${row.name}, chats a second against 1 gateway`,
    unit: '',
    ...compare(row, one!, (here, there) => here.perSecond / there.perSecond),
  }));
}

function sharesOf({ name, gateways, shares }: GatewayCell): Comparison[] {
  const measured = shares.slice(-Math.max(1, shares.length - 1)); // the first one warms up
  const over = (valueOf: (share: Share) => number) => figureOf(measured.map(valueOf));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return [
    {
      name: `${name}: conflicts per transaction`,
      unit: '',
      ...over(({ written, conflicts }) => conflicts / Math.max(1, written)),
    },
    {
      name: `${name}: least part of a gateway, 1 is fair`,
      unit: '',
      ...over(({ chats }) => (Math.min(...chats) * gateways.length) / Math.max(1, sum(chats))),
    },
  ];
}
