/**
 * Benchmark of the matching engine and its floors: one Redis with its log flushed once a second,
 * Tokenbook's client, and books of a thousand, a hundred thousand and a million asks.
 */
import { availableParallelism } from 'node:os';
import { Redis } from 'ioredis';
import { terminal } from '../../setup/local/terminal';
import { freePort } from '../../setup/servers/ports';
import type { RunningProcess } from '../../setup/servers/running-process';
import { measureInRounds, type Plan } from '../measure/rounds';
import { figureOf } from '../measure/statistics';
import { type Report, problemsOf, summaryOf } from '../report';
import type { Stage } from '../stage';
import {
  BUSY_CALLERS,
  floorCells,
  largeReserveCells,
  marketCells,
  otherCell,
  type EngineCell,
} from './cells';
import {
  comparisonsOf,
  crowdName,
  goalsOfRows,
  SIZES,
  type Measured,
  type Size,
} from './comparisons';
import { EngineFloors } from './floors';
import { followerP99Ms } from './follower';
import { BenchMarket } from './market';
import { Rival } from './rival';
import { restartSeconds, rewriteLog } from './restart';
import { fieldOf } from './server-figures';

/** A function call is short: this many count as one request of the other benchmarks. */
const CALLS_PER_REQUEST = 4;
const FOLLOWED_CHANGES = 1_000;
const RIVAL_CALLERS = [16, 64];
/** Cancels of the rival are slow: few suffice. */
const RIVAL_CANCELS = 500;

export async function engineBenchmark(stage: Stage, plan: Plan): Promise<Report> {
  const port = await freePort();
  const start = () => stage.startRedis('redis', port);
  const server = await start();
  const redis = new Redis(port, { maxRetriesPerRequest: null });
  redis.on('error', () => undefined); // the restart benchmark kills it
  try {
    return await measureAll(redis, { server, start }, stage, plan);
  } finally {
    redis.disconnect();
  }
}

interface Server {
  readonly server: RunningProcess;
  readonly start: () => Promise<RunningProcess>;
}

async function measureAll(redis: Redis, server: Server, stage: Stage, plan: Plan): Promise<Report> {
  await redis.config('SET', 'auto-aof-rewrite-percentage', '0'); // no rewrite during a cell
  const sizes = SIZES.filter(({ leastRequests }) => plan.requests >= leastRequests);
  const markets = new Map<Size, BenchMarket>();
  let bytesPerAsk = 0;
  for (const size of sizes) {
    terminal.working('engine', `placing ${size.name}`);
    const market = new BenchMarket(redis, size.asks);
    const before = await fieldOf(redis, 'memory', 'used_memory');
    await market.fill();
    bytesPerAsk = ((await fieldOf(redis, 'memory', 'used_memory')) - before) / size.asks;
    markets.set(size, market);
  }
  const [largest, market] = [...markets].at(-1) ?? [];
  if (!largest || !market) throw new Error('There is no book to measure.');

  const middle = sizes[1] ?? largest;
  const rival = new Rival(redis, middle.asks);
  const crowded = await crowdedMarket(redis, middle);
  const plain = markets.get(middle) ?? market;
  const cells = [
    ...(await cellsOf(redis, markets, middle, rival)),
    ...largeReserveCells(redis, plain, middle.name),
    ...largeReserveCells(redis, crowded, crowdName(middle)),
  ];
  const many = { ...plan, requests: plan.requests * CALLS_PER_REQUEST };
  const rows = await measureInRounds(cells, stage.processes, many, (round) =>
    terminal.working('engine', round),
  );
  const rivalCancels = Array.from({ length: plan.rounds }, () =>
    rival.cancelsPerSecond(Math.min(RIVAL_CANCELS, middle.asks)),
  );
  terminal.working('engine', 'a follower');
  const changes = Math.min(FOLLOWED_CHANGES, plan.requests);
  const follower = figureOf([await followerP99Ms(redis, market, changes)]);
  terminal.working('engine', 'a restart');
  await rewriteLog(redis);
  const restart = figureOf([await restartSeconds(server.server, server.start, market)]);

  const measured: Measured = {
    rows,
    // The first figures belong to the warm-up.
    figures: new Map(cells.map((cell) => [`${cell.name} ${cell.callers}`, cell.figures.slice(1)])),
    sizes,
    middle,
    largest,
    rivalCancels,
    follower,
    restart,
    bytesPerAsk: figureOf([bytesPerAsk]),
  };
  return {
    benchmark: 'engine',
    plan: many,
    processors: availableParallelism(),
    goals: goalsOfRows(measured),
    comparisons: comparisonsOf(measured),
    rows: rows.map(summaryOf),
    problems: problemsOf(rows),
  };
}

/** A book of this size behind as many asks that are too small for the reservations. */
async function crowdedMarket(redis: Redis, size: Size): Promise<BenchMarket> {
  terminal.working('engine', `placing ${crowdName(size)}`);
  const market = new BenchMarket(redis, size.asks, `crowded${size.asks}`);
  await market.fill();
  await market.crowd(size.asks);
  return market;
}

async function cellsOf(
  redis: Redis,
  markets: ReadonlyMap<Size, BenchMarket>,
  middle: Size,
  rival: Rival,
): Promise<EngineCell[]> {
  const floors = await EngineFloors.open(redis);
  return [...markets].flatMap(([size, market]) => {
    const callers = size === middle ? [1, 16, BUSY_CALLERS] : [BUSY_CALLERS];
    const rivals = size === middle ? RIVAL_CALLERS : [];
    return [
      ...floorCells(redis, floors, size.name, callers),
      ...marketCells(redis, market, size.name, callers),
      ...rivals.map((count) =>
        otherCell(redis, {
          name: `nodejs-order-book and XADD, ${size.name}`,
          callers: count,
          call: rival.durableReserve,
          after: () => rival.clear(),
        }),
      ),
    ];
  });
}
