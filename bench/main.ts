/** `npm run bench`: reads the arguments, runs one benchmark and prints its report. */
import { parseArgs } from 'node:util';
import { SetupError } from '../setup/setup-error';
import { terminal } from '../setup/local/terminal';
import { booksBenchmark } from './books/benchmark';
import { chatBenchmark } from './chat/benchmark';
import { engineBenchmark } from './engine/benchmark';
import { killBenchmark } from './kill/benchmark';
import { contractsBenchmark } from './contracts/benchmark';
import { idleBenchmark } from './idle/benchmark';
import { ledgerBenchmark } from './ledger/benchmark';
import type { Plan } from './measure/rounds';
import { outageBenchmark } from './outage/benchmark';
import { ratesBenchmark } from './rates/benchmark';
import { type Report, renderReport } from './report';
import { Stage } from './stage';
import { severalBenchmark } from './several/benchmark';
import { streamBenchmark } from './stream/benchmark';
import { streamsBenchmark } from './streams/benchmark';
import { yearsBenchmark } from './years/benchmark';

/** A benchmark measures on a stage and returns its report. */
type Benchmark = (stage: Stage, plan: Plan) => Promise<Report>;

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  chat: chatBenchmark,
  rates: ratesBenchmark,
  outage: outageBenchmark,
  kill: killBenchmark,
  contracts: contractsBenchmark,
  engine: engineBenchmark,
  ledger: ledgerBenchmark,
  several: severalBenchmark,
  stream: streamBenchmark,
  streams: streamsBenchmark,
  idle: idleBenchmark,
  years: yearsBenchmark,
  books: booksBenchmark,
};

const HELP = `npm run bench                     chat completions, their floors and other gateways, five to ten minutes
npm run bench -- --quick          the same in two or three minutes, less exact
npm run bench -- chat             a benchmark by its name
npm run bench rates               chats at 50, 80 and 120 % of capacity, 30 s each
npm run bench outage              chats while Temporal is unavailable for a minute, twice
npm run bench kill                from the kill of a gateway to the next attempt at the seller
npm run bench stream              WebSockets of the order book: 1,000 readers, 200 changes a second
npm run bench streams             streamed answers: 500 at once, 20 chunks a second each
npm run bench contracts           contract orders, tickets and draws, under two minutes
npm run bench idle                resource use without requests, 30 s a round
npm run bench years               growth of every route from 10^5 to 10^7 finished chats, hours; --requests 1000000
npm run bench books               quiet books, and one of a million asks: rebuild, memory, cost while idle; --asks N
npm run bench engine              the matching engine and its floors, up to a million asks
npm run bench ledger              64 callers over one to eight processes, on one ask or account
npm run bench several             64 callers at several gateways of one market, each with part of a processor

  --json              prints one JSON object instead of tables: npm run --silent bench -- --json
  --rounds N          number of rounds; each measures every cell once
  --requests N        maximum requests of one cell per round; fewer than its callers leave some idle
  --seconds S         maximum time in which one cell starts requests per round
  --gateways N        of "several", which it chooses: gateways, 2 by default
  --workers N         likewise: workers
  --asks N            of "books": only one book of N asks
  --without-others    leaves out other gateways (nginx; Portkey and LiteLLM: npm run bench:gateways)`;

const FULL: Plan = { rounds: 5, requests: 3_000, seconds: 3 };
const QUICK: Plan = { rounds: 3, requests: 500, seconds: 0.7 };
/** Plans of benchmarks that measure a state instead of single requests. */
const LONG: Readonly<Record<string, Partial<Plan>>> = {
  rates: { rounds: 1, seconds: 30 },
  outage: { rounds: 1, seconds: 60 },
  streams: { seconds: 10 },
  idle: { rounds: 3, seconds: 30 },
  years: { rounds: 1, requests: 10_000_000, seconds: 2 },
  books: { rounds: 1, seconds: 30 },
};
/** The same with `--quick`. */
const LONG_QUICK: Partial<Plan> = { seconds: 5 };

/** @returns the exit code: 0 when the report has no problems */
export async function bench(argv: readonly string[]): Promise<number> {
  try {
    const { name, plan, json, help } = readArguments(argv);
    if (help) {
      terminal.plain(HELP);
      return 0;
    }
    const benchmark = BENCHMARKS[name];
    if (!benchmark) throw new SetupError(`There is no benchmark "${name}".`, HELP);
    const report = await onStage((stage) => benchmark(stage, plan));
    process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : renderReport(report));
    return report.problems.length === 0 ? 0 : 1;
  } catch (error) {
    terminal.failure(error);
    return 1;
  }
}

/** Stops everything at any end of the run; a second signal kills it at once. */
async function onStage(run: (stage: Stage) => Promise<Report>): Promise<Report> {
  const stage = await Stage.open();
  const interrupt = () => {
    if (stage.ending) return stage.kill();
    void stage.end().then(() => process.exit(130));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  try {
    return await run(stage);
  } finally {
    await stage.end();
  }
}

function readArguments(argv: readonly string[]) {
  const options = {
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
    rounds: { type: 'string' },
    requests: { type: 'string' },
    seconds: { type: 'string' },
    gateways: { type: 'string' },
    workers: { type: 'string' },
    asks: { type: 'string' },
    'without-others': { type: 'boolean' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    const [gateways, workers] = [
      positive('gateways', values.gateways),
      positive('workers', values.workers),
    ];
    const asks = positive('asks', values.asks);
    const name = positionals[0] ?? (gateways || workers ? 'several' : 'chat');
    const long = LONG[name];
    const standard = {
      ...(values.quick ? QUICK : FULL),
      ...long,
      ...(long && values.quick ? LONG_QUICK : {}),
    };
    const plan: Plan = {
      rounds: positive('rounds', values.rounds) ?? standard.rounds,
      requests: positive('requests', values.requests) ?? standard.requests,
      seconds: positive('seconds', values.seconds) ?? standard.seconds,
      ...(values['without-others'] && { withoutOthers: true }),
      ...(gateways && { gateways }),
      ...(workers && { workers }),
      ...(asks && { asks }),
    };
    return { name, plan, json: values.json, help: values.help };
  } catch (error) {
    throw new SetupError((error as Error).message, HELP);
  }
}

function positive(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} takes a number above 0, not "${text}"`);
  return value;
}
