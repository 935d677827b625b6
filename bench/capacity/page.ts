/** The tables of `docs/operate/scale.md`, computed from the stored reports. */
import { type Costs, readCosts } from './costs';
import { STANDARD_DEMAND, STORED_REPORTS } from './demand';
import { planFor } from './plan';

const LOADS = [100, 1_000, 10_000, 100_000];

/** Content by the name of the block. */
export function scaleTables(): Record<string, string> {
  const costs = readCosts(STORED_REPORTS.chat, STORED_REPORTS.streams);
  return {
    'measured costs': costTable(costs),
    plans: LOADS.map((load) => section(load, costs)).join('\n\n'),
  };
}

function costTable({ chatMs, chunkMs }: Costs): string {
  const rows = Object.entries(chatMs).map(
    ([part, ms]) =>
      `| ${part} | ${ms.toFixed(2)} | ${chunkMs[part as keyof typeof chunkMs].toFixed(4)} |`,
  );
  return ['| Part | ms per chat | ms per chunk |', '|---|---|---|', ...rows].join('\n');
}

function section(load: number, costs: Costs): string {
  const plan = planFor({ ...STANDARD_DEMAND, requestsPerSecond: load }, costs);
  const parts = plan.parts.map(
    ({ part, cores, instances }) => `| ${part} | ${cores.toFixed(1)} | ${instances} |`,
  );
  const limits = plan.limits.map(
    ({ what, requestsPerSecond, remedy }) =>
      `| ${what} | ${requestsPerSecond.toFixed(0)}${requestsPerSecond < load ? ', exceeded' : ''} | ${remedy} |`,
  );
  return [
    `### ${load.toLocaleString('en-US')} chats per second`,
    ['| Part | Processors | Instances |', '|---|---|---|', ...parts].join('\n'),
    `MongoDB grows by ${plan.mongodGbPerDay.toFixed(1)} GB a day, Temporal by ${plan.temporalGbPerDay.toFixed(1)} GB.`,
    ['| Limit | Chats per second | What to do |', '|---|---|---|', ...limits].join('\n'),
  ].join('\n\n');
}
