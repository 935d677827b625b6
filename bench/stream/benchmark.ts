/** Benchmark of the stream: from a change of the book to every WebSocket that reads it. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fetch } from 'undici';
import { terminal } from '../../setup/local/terminal';
import { benchEnvironment } from '../chat/exchange';
import type { Load, Sample } from '../measure/load';
import { type Cell, type Plan, type Row, compare, measureInRounds, over } from '../measure/rounds';
import { figureOf } from '../measure/statistics';
import { type Comparison, type Goal, type Report, problemsOf, summaryOf } from '../report';
import type { Stage } from '../stage';
import { BenchBook } from './book';
import { Readers } from './readers';

export const ROWS = {
  alone: 'change to socket',
  besideStalled: 'change to socket, with stalled readers',
} as const;

const MOST_READERS = 1_000;
/** One stalled reader for this many others. */
const READERS_PER_STALLED = 20;
const CHANGES_PER_SECOND = 200;
const GOAL_MS = 100;
/** Time for the last change to reach every reader before it counts as lost. */
const PATIENCE_MS = 10_000;
/** Time to fill the kernel's buffers of the stalled sockets. */
const FILL_SECONDS = 30;

/** No socket is closed and no reservation expires during the measurement. */
const PATIENT = { WS_HEARTBEAT_MS: '3600000', RESERVATION_LEASE_MS: '3600000' };

export async function streamBenchmark(stage: Stage, plan: Plan): Promise<Report> {
  const subject = await openSubject(stage);
  const { book, figures, address } = subject;
  const count = Math.min(MOST_READERS, plan.requests);
  const idleMegabytes = figures.megabytes();
  const open = () => Readers.open(count, address, book.changeOf, book.sentAtMs);
  const measure = (name: string, readers: Readers) =>
    measureInRounds([cellOf(name, book, readers)], stage.processes, plan, (round) =>
      terminal.working('stream', `${name}, ${round}`),
    );

  const readers = await open();
  const before = { changes: book.changes, snapshots: await figures.snapshots() };
  const alone = await measure(ROWS.alone, readers);
  const told = (await figures.snapshots()) - before.snapshots;
  const coalesced = ((book.changes - before.changes) * count) / Math.max(1, told);
  const readMegabytes = figures.megabytes();
  readers.close();

  const stalledCount = Math.ceil(count / READERS_PER_STALLED);
  const release = await Readers.stall(stalledCount, address);
  await fill(book, figures, Math.min(FILL_SECONDS, plan.seconds * 10));
  const again = await open();
  const rows = [...alone, ...(await measure(ROWS.besideStalled, again))];
  const comparisons = [
    {
      name: 'p99 with stalled readers, against none',
      unit: 'x',
      ...compare(rows[1]!, rows[0]!, (here, there) => here.p99Ms / there.p99Ms),
    },
    single('changes per snapshot', coalesced, ''),
    single('memory of the gateway without readers', idleMegabytes, 'MB'),
    single(`memory with ${count} readers`, readMegabytes, 'MB'),
    single(`memory with ${stalledCount} more, stalled`, figures.megabytes(), 'MB'),
    single('buffered for them in the gateway', (await figures.bufferedBytes()) / 1e6, 'MB'),
  ];
  again.close();
  release();
  book.close();
  return reportOf(plan, rows, comparisons);
}

async function openSubject(stage: Stage) {
  const addresses = await stage.startServers();
  const environment: Record<string, string> = {
    ...(await benchEnvironment(addresses)),
    ...PATIENT,
  };
  for (const name of ['worker', 'gateway', 'relay']) {
    await stage.startProcess(name, `processes/${name}.js`, environment);
  }
  const url = `http://127.0.0.1:${environment['PORT']}`;
  const metricsUrl = `http://127.0.0.1:${environment['ADMIN_PORT']}/metrics`;
  const book = await BenchBook.open(addresses.redisUrl, url);
  return {
    book,
    figures: new GatewayFigures(stage, metricsUrl),
    address: `${url.replace('http', 'ws')}${book.path}`,
  };
}

function reportOf(plan: Plan, rows: readonly Row[], comparisons: readonly Comparison[]): Report {
  return {
    benchmark: 'stream',
    pace: `open loop, ${CHANGES_PER_SECOND} changes a second`,
    plan,
    processors: availableParallelism(),
    goals: goalsOf(rows),
    comparisons,
    rows: rows.map(summaryOf),
    problems: problemsOf(rows),
  };
}

/** A figure measured once. */
function single(name: string, value: number, unit: string): Comparison {
  return { name, unit, ...figureOf([value]) };
}

/** Changes at a fixed rate, in an open loop; each counts once per reader that it reached. */
function cellOf(name: string, book: BenchBook, readers: Readers): Cell {
  return { name, callers: readers.count, run: (load) => pace(book, readers, load) };
}

async function pace(book: BenchBook, readers: Readers, load: Load): Promise<Sample> {
  readers.takeLatencies();
  const wanted = Math.min(load.requests, Math.ceil(load.seconds * CHANGES_PER_SECOND));
  const startedAt = performance.now();
  const sent: Promise<void>[] = [];
  for (let made = 0; made < wanted; made++) {
    const dueMs = startedAt + (made * 1_000) / CHANGES_PER_SECOND - performance.now();
    if (dueMs > 0) await delay(dueMs);
    sent.push(book.change());
  }
  await Promise.all(sent);
  const seconds = (performance.now() - startedAt) / 1_000;
  const until = performance.now() + PATIENCE_MS;
  while (readers.behind(book.changes) > 0 && performance.now() < until) await delay(5);
  const failures = readers.behind(book.changes);
  return {
    callers: readers.count,
    seconds,
    latenciesMs: readers.takeLatencies(),
    failures,
    firstFailure: failures > 0 ? `${failures} readers did not receive the last change` : null,
  };
}

/** Changes the book until the gateway buffers data for the stalled readers. */
async function fill(book: BenchBook, figures: GatewayFigures, seconds: number): Promise<void> {
  terminal.working('stream', 'filling the buffers of stalled readers');
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until && (await figures.bufferedBytes()) === 0) {
    for (let made = 0; made < CHANGES_PER_SECOND / 10; made++) {
      await book.change();
      await delay(2);
    }
  }
}

class GatewayFigures {
  constructor(
    private readonly stage: Stage,
    private readonly metricsUrl: string,
  ) {}

  /** Resident memory, from `/proc` (Linux); 0 on other systems. */
  megabytes(): number {
    const { pid } = this.stage.processes.find(({ name }) => name === 'gateway') ?? {};
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return Number.parseInt(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? '0', 10) / 1_024;
    } catch {
      return 0;
    }
  }

  snapshots(): Promise<number> {
    return this.read('tokenbook_stream_snapshots_total{kind="raw"}');
  }

  bufferedBytes(): Promise<number> {
    return this.read('tokenbook_stream_buffered_bytes');
  }

  private async read(name: string): Promise<number> {
    const text = await (await fetch(this.metricsUrl)).text();
    const line = text.split('\n').find((one) => one.startsWith(`${name} `));
    return Number.parseFloat(line?.split(' ')[1] ?? '0');
  }
}

function goalsOf(rows: readonly Row[]): Goal[] {
  return rows.map((row) => {
    const { median, range } = over(row, ({ p99Ms }) => p99Ms);
    return {
      name: `p99 in ms, ${row.name}`,
      value: median,
      range,
      goal: `at most ${GOAL_MS}`,
      reached: median <= GOAL_MS,
    };
  });
}
