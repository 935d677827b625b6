/**
 * Benchmark of books: what many quiet books cost, and of one large book its rebuild, its memory and
 * its cost while nothing, or little, happens in it.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { terminal } from '../../setup/local/terminal';
import { type BookId, bookName } from '../../domain/instruments';
import { OrderBooks } from '../../engine/book';
import { connectRedis } from '../../engine/connect-redis';
import { reopening } from '../../exchange/books/reopening';
import { connectRecords, type Records } from '../../records/connect';
import { benchEnvironment, openExchange, startSeller } from '../chat/exchange';
import { Buyers } from '../chat/buyers';
import { ServerCommands } from '../idle/server-commands';
import { goalOf } from '../measure/goals';
import { processorTimeMs } from '../measure/processor-time';
import type { Plan } from '../measure/rounds';
import { figureOf, percentile } from '../measure/statistics';
import type { Comparison, Report } from '../report';
import type { Addresses, Stage } from '../stage';
import { writeAsks } from './asks';
import { changeBook } from './changes';
import { rebuildElsewhere } from './rebuild-elsewhere';
import { type Use, useOver } from './use';

const QUIET_BOOKS = [1, 50, 200];
const ASKS_PER_QUIET_BOOK = 10;
const SIZES = [10_000, 100_000, 1_000_000];
const QUICK_SIZES = [10_000, 100_000];
const REBUILD_GOAL_SECONDS = 15;
/** Until the relay has loaded the books and compared them with the records. */
const SETTLE_SECONDS = 20;
const CHANGES_PER_SECOND = 10;
/** Servers that a rebuild uses. */
const SERVERS = ['mongod', 'redis'];

interface Scene {
  readonly stage: Stage;
  readonly addresses: Addresses;
  readonly environment: Record<string, string>;
  readonly records: Records;
  readonly books: OrderBooks;
  readonly servers: ServerCommands;
  readonly plan: Plan;
}

export async function booksBenchmark(stage: Stage, plan: Plan): Promise<Report> {
  const addresses = await stage.startServers();
  const environment = await benchEnvironment(addresses);
  const redis = connectRedis(addresses.redisUrl);
  const records = await connectRecords({ ...addresses, MONGODB_DATABASE: 'bench' });
  const servers = await ServerCommands.connect(addresses);
  const books = new OrderBooks(redis);
  const scene = { stage, addresses, environment, records, books, servers, plan };
  try {
    const quiet = plan.asks ? [] : await measureQuietBooks(scene);
    const large = await measureLargeBooks(scene);
    return {
      benchmark: 'books',
      pace: `${plan.seconds} s a figure, ${CHANGES_PER_SECOND} changes per second where changes are named`,
      plan,
      processors: availableParallelism(),
      goals: large.goals,
      comparisons: [...quiet, ...large.comparisons],
      rows: [],
      problems: [],
    };
  } finally {
    redis.disconnect();
    await servers.close();
    await records.close();
  }
}

async function measureQuietBooks(scene: Scene): Promise<Comparison[]> {
  const { stage, records, books, servers, plan, environment } = scene;
  const { reopen } = reopening(books, records);
  const relay = await stage.startProcess('relay', 'processes/relay.js', environment);
  const comparisons: Comparison[] = [];
  let opened = 0;
  for (const count of QUIET_BOOKS) {
    for (; opened < count; opened += 1) {
      const book: BookId = { modelId: `quiet-${opened}`, tenor: 'spot' };
      await writeAsks(records, book, ASKS_PER_QUIET_BOOK);
      await reopen(book);
    }
    terminal.working('books', `${count} quiet books`);
    await delay(SETTLE_SECONDS * 1_000);
    const use = await useOver(stage, servers, plan.seconds);
    comparisons.push(...useRows(`${count} quiet books`, use, ['relay', 'redis', 'mongod']));
    const [redis, mongo] = ['Redis: ', 'MongoDB: '].map((server) => sumOf(use.commands, server));
    comparisons.push(row(`${count} quiet books: commands of Redis`, redis!, 'per s'));
    comparisons.push(row(`${count} quiet books: commands of MongoDB`, mongo!, 'per s'));
  }
  await relay.stop();
  return comparisons;
}

async function measureLargeBooks(scene: Scene): Promise<Pick<Report, 'goals' | 'comparisons'>> {
  const { stage, environment } = scene;
  const seller = await startSeller(stage);
  const exchange = await openExchange(stage, environment, seller, 1);
  const buyers = new Buyers(exchange.url, exchange.buyerKeys);
  const comparisons: Comparison[] = [];
  const rebuilds = new Map<number, number>();
  const { asks, seconds } = scene.plan;
  const sizes = asks ? [asks] : seconds < 10 ? QUICK_SIZES : SIZES;
  try {
    for (const size of sizes) {
      const measured = await measureSize(scene, buyers, size);
      rebuilds.set(size, measured.rebuildSeconds);
      comparisons.push(...measured.comparisons);
    }
  } finally {
    await buyers.close();
  }
  const largest = sizes.at(-1)!;
  const goal = goalOf({
    name: `${largest} asks: rebuild, seconds`,
    figure: figureOf([rebuilds.get(largest)!]),
    atMost: REBUILD_GOAL_SECONDS,
  });
  return { goals: [goal], comparisons };
}

async function measureSize(scene: Scene, buyers: Buyers, size: number) {
  const { stage, records, books, servers, plan, environment } = scene;
  const book: BookId = { modelId: `large-${size}`, tenor: 'spot' };
  const name = `${size} asks`;
  terminal.working('books', `${name}: writing`);
  await stage.processNamed('relay').stop();
  await writeAsks(records, book, size);
  terminal.working('books', `${name}: rebuilding`);
  const before = await chatLatencies(buyers, delay(5_000));
  const used = () => SERVERS.map((server) => processorTimeMs(stage.processNamed(server).pid) ?? 0);
  const usedBefore = used();
  const rebuilding = rebuildElsewhere(bookName(book), environment);
  const during = await chatLatencies(buyers, rebuilding);
  const { seconds, peakMegabytes, processorSeconds } = await rebuilding;
  const usedAfter = used();
  const memory = /used_memory:(\d+)/.exec(await books.functions.redis.info('memory'));
  await stage.startProcess('relay', 'processes/relay.js', environment);
  terminal.working('books', `${name}: idle`);
  await delay(SETTLE_SECONDS * 1_000 + size / 10);
  const parts = ['relay', 'gateway', 'worker', 'redis', 'mongod'];
  const idle = await useOver(stage, servers, plan.seconds);
  const busy = await useOver(stage, servers, plan.seconds, () =>
    changeBook(books, book, CHANGES_PER_SECOND, plan.seconds),
  );
  return {
    rebuildSeconds: seconds,
    comparisons: [
      row(`${name}: rebuild`, seconds, 's'),
      row(`${name}: processor time of the rebuilding process`, processorSeconds, 's'),
      ...SERVERS.map((server, at) =>
        row(
          `${name}: processor time of ${server}, with the chats meanwhile`,
          (usedAfter[at]! - usedBefore[at]!) / 1_000,
          's',
        ),
      ),
      row(`${name}: peak memory of the rebuilding process`, peakMegabytes, 'MB'),
      row(`${name}: memory of Redis after the rebuild`, Number(memory?.[1]) / 1e6, 'MB'),
      row(`${name}: p99 of chats on another book before`, percentile(before, 99), 'ms'),
      row(`${name}: p99 of chats on another book during the rebuild`, percentile(during, 99), 'ms'),
      ...useRows(`${name}, idle`, idle, parts),
      ...useRows(`${name}, ${CHANGES_PER_SECOND} changes per second`, busy, parts),
    ],
  };
}

/** One chat after the other until something has ended. */
async function chatLatencies(buyers: Buyers, end: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  void end.catch(() => undefined).finally(() => (isOver = true));
  const latenciesMs: number[] = [];
  while (!isOver) {
    latenciesMs.push(await buyers.plain(0));
    await delay(20);
  }
  return latenciesMs;
}

function useRows(name: string, { seconds }: Use, parts: readonly string[]): Comparison[] {
  return parts.map((part) => row(`${name}: ${part}`, seconds.get(part) ?? 0, 's per min'));
}

function sumOf(commands: Use['commands'], prefix: string): number {
  return [...commands].reduce(
    (sum, [name, rate]) => (name.startsWith(prefix) ? sum + rate : sum),
    0,
  );
}

function row(name: string, value: number, unit: string): Comparison {
  return { name, unit, ...figureOf([value]) };
}
