/** `npm run capacity`: reads the demand and the measured costs, and prints the plan. */
import Table from 'cli-table3';
import { parseArgs } from 'node:util';
import { terminal } from '../../setup/local/terminal';
import { SetupError } from '../../setup/setup-error';
import { type Costs, readCosts } from './costs';
import { STANDARD_DEMAND, STORED_REPORTS } from './demand';
import { type CapacityPlan, type Demand, type Limit, planFor } from './plan';

const HELP = `npm run capacity -- --rps 1000 [options]

  --rps <n>                  chats per second, at the peak
  --stream-share <0..1>      share of streams (0.6)
  --chunks <n>               chunks of a stream (200)
  --busiest-book <0..1>      share of the busiest instrument (0.3)
  --busiest-ask <0..1>       share of the busiest ask (0.1)
  --busiest-account <0..1>   share of the busiest account (0.1)
  --utilisation <0..1>       planned share of a processor (0.6)
  --server-cores <n>         processors of a server's machine (16)
  --retention-days <n>       how long records are kept (365)
  --chat <file>              report of "npm run --silent bench -- --json"
  --streams <file>           report of "npm run --silent bench streams -- --json"
  --json                     one JSON object`;

const NUMBERS = {
  'stream-share': { type: 'string', default: String(STANDARD_DEMAND.streamShare) },
  chunks: { type: 'string', default: String(STANDARD_DEMAND.chunksPerStream) },
  'busiest-book': { type: 'string', default: String(STANDARD_DEMAND.busiestBookShare) },
  'busiest-ask': { type: 'string', default: String(STANDARD_DEMAND.busiestAskShare) },
  'busiest-account': { type: 'string', default: String(STANDARD_DEMAND.busiestAccountShare) },
  utilisation: { type: 'string', default: String(STANDARD_DEMAND.utilisation) },
  'server-cores': { type: 'string', default: String(STANDARD_DEMAND.serverCores) },
  'retention-days': { type: 'string', default: String(STANDARD_DEMAND.retentionDays) },
} as const;
const OPTIONS = {
  ...NUMBERS,
  rps: { type: 'string' },
  chat: { type: 'string', default: STORED_REPORTS.chat },
  streams: { type: 'string', default: STORED_REPORTS.streams },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** @returns the exit code: 1 for arguments or files that cannot be used */
export function capacity(argv: readonly string[]): number {
  try {
    const values = readArguments(argv);
    if (values.help) {
      terminal.plain(HELP);
      return 0;
    }
    const demand = demandOf(values);
    const costs = readCosts(values.chat, values.streams);
    const plan = planFor(demand, costs);
    const text = values.json ? JSON.stringify({ demand, ...plan }, null, 2) : render(plan, costs);
    process.stdout.write(`${text}\n`);
    return 0;
  } catch (error) {
    terminal.failure(error);
    return 1;
  }
}

function readArguments(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS }).values;
  } catch (error) {
    throw new SetupError((error as Error).message, HELP);
  }
}

function demandOf(values: ReturnType<typeof readArguments>): Demand {
  if (values.rps === undefined) throw new SetupError('--rps is missing.', HELP);
  const share = (name: 'stream-share' | `busiest-${'book' | 'ask' | 'account'}` | 'utilisation') =>
    numberIn(`--${name}`, values[name], name === 'stream-share' ? 0 : 0.000_001, 1);
  return {
    requestsPerSecond: numberIn('--rps', values.rps, 0.001, 10_000_000),
    streamShare: share('stream-share'),
    chunksPerStream: numberIn('--chunks', values.chunks, 0, 1_000_000),
    busiestBookShare: share('busiest-book'),
    busiestAskShare: share('busiest-ask'),
    busiestAccountShare: share('busiest-account'),
    utilisation: share('utilisation'),
    serverCores: numberIn('--server-cores', values['server-cores'], 1, 1_024),
    retentionDays: numberIn('--retention-days', values['retention-days'], 0, 36_500),
  };
}

function numberIn(name: string, text: string, least: number, most: number): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= least && value <= most) return value;
  throw new SetupError(`${name} must be a number from ${least} to ${most}.`, HELP);
}

/** Without colours, for files and terminals alike. */
const PLAIN = { style: { head: [], border: [] } };

function render(plan: CapacityPlan, costs: Costs): string {
  const parts = new Table({ head: ['part', 'ms per chat', 'processors', 'instances'], ...PLAIN });
  for (const { part, msPerChat, cores, instances } of plan.parts) {
    parts.push([part, msPerChat.toFixed(2), cores.toFixed(1), String(instances)]);
  }
  const limits = new Table({
    head: ['limit', 'chats per second', 'what to do'],
    colWidths: [36, 18, 44],
    wordWrap: true,
    ...PLAIN,
  });
  for (const { what, requestsPerSecond, remedy } of plan.limits) {
    limits.push([what, requestsPerSecond.toFixed(0), remedy]);
  }
  return [
    parts.toString(),
    `MongoDB grows by ${plan.mongodGbPerDay.toFixed(1)} GB a day, ${plan.mongodGbKept.toFixed(0)} GB kept; Temporal by ${plan.temporalGbPerDay.toFixed(2)} GB a day.`,
    '',
    limits.toString(),
    ...plan.exceeded.map(({ what }) => `exceeded: ${what}`),
    plan.next ? `saturates next: ${saturation(plan.next)}` : 'nothing known saturates next',
    `Costs of one machine with ${costs.processors} processors, where the load generator ran too.`,
  ].join('\n');
}

function saturation({ what, requestsPerSecond }: Limit): string {
  return `${what}, at ${requestsPerSecond.toFixed(0)} chats per second`;
}
