/** Logs that cannot be written: a process starts, serves and ends as with any other log. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { FLUSHED_WITHIN_MS, LogOutput, WAITING_MAX_BYTES } from '../../processes/log-output';
import { Exchange } from '../support/exchange';
import { BUILD, buildOnce, environmentOf } from '../support/processes';
import { Scrape } from '../support/scrape';

/** Enough log lines to fill a pipe, which holds 64 KiB. */
const REQUESTS = 500;
const LINE = `${'x'.repeat(1_023)}\n`;
const DROPPED = 'tokenbook_log_lines_dropped_total';

/** Standard output of a process, of which each write ends when and how the test says. */
class Output extends Writable {
  readonly lines: string[] = [];
  private readonly pending: ((err?: Error) => void)[] = [];

  override _write(line: Buffer, _encoding: string, done: (err?: Error) => void): void {
    this.lines.push(line.toString());
    this.pending.push(done);
  }

  // As standard output does, it stays open after an error.
  override _destroy(_err: Error | null, _done: (err?: Error | null) => void): void {
    this.destroyed = false;
  }

  async end1(err?: Error): Promise<void> {
    this.pending.shift()?.(err);
    await new Promise(setImmediate);
  }
}

test('lines beyond what may wait are dropped, and their number is written once there is room', async () => {
  const out = new Output();
  const log = new LogOutput(out as unknown as NodeJS.WriteStream);
  const fitting = WAITING_MAX_BYTES / LINE.length;
  for (let line = 0; line < fitting + 3; line++) log.write(LINE);
  expect(out.writableLength).toBe(WAITING_MAX_BYTES);
  while (out.writableLength > 0) await out.end1();
  expect(out.lines.slice(0, fitting)).toEqual(Array(fitting).fill(LINE));
  expect(out.lines.slice(fitting).map((line) => JSON.parse(line))).toEqual([
    { level: 40, time: expect.any(Number), dropped: 3, msg: 'log lines could not be written' },
  ]);
});

describe('a gateway', () => {
  let exchange: Exchange;
  let child: ChildProcess;
  beforeAll(async () => {
    await buildOnce();
    exchange = await Exchange.pooled();
  });
  afterEach(() => void child.kill('SIGKILL'));
  afterAll(() => exchange.stop());

  async function start(stdout: 'pipe' | number, environment: NodeJS.ProcessEnv = {}) {
    child = spawn(process.execPath, [join(BUILD, 'processes', 'gateway.js')], {
      stdio: ['ignore', stdout, 'ignore', 'ipc'],
      env: {
        PATH: process.env.PATH,
        ...environmentOf(exchange.settings),
        LOG_LEVEL: 'info',
        ...environment,
      },
    });
    const [ready] = (await once(child, 'message')) as [{ port: number; adminPort: number }];
    const get = (path: string, port = ready.port) => fetch(`http://127.0.0.1:${port}${path}`);
    for (let request = 0; request < REQUESTS; request++) await (await get('/v1/models')).text();
    return Scrape.parse(await (await get('/metrics', ready.adminPort)).text());
  }

  async function stop(): Promise<[number | null, number]> {
    const stoppedAtMs = Date.now();
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    return [code, Date.now() - stoppedAtMs];
  }

  test('whose log is on a full disk serves, counts the lines that are lost, and ends when asked', async () => {
    const full = openSync('/dev/full', 'w');
    const metrics = await start(full);
    closeSync(full);
    expect(metrics.value(DROPPED)).toBeGreaterThan(REQUESTS);
    expect(await stop()).toEqual([0, expect.any(Number)]);
  });

  test('whose log nobody reads serves, and ends when asked', async () => {
    await start('pipe');
    const [code, tookMs] = await stop();
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(exchange.settings.shutdownDelayMs + 10 * FLUSHED_WITHIN_MS);
  });

  test.each([
    ['0', 0, 0],
    ['10', 1, REQUESTS / 2],
    ['100', REQUESTS, REQUESTS],
  ])('logs %s %% of its requests', async (percent, least, most) => {
    const file = join(await mkdtemp(join(tmpdir(), 'tokenbook-log-')), 'gateway.log');
    const log = openSync(file, 'w');
    await start(log, { REQUEST_LOG_PERCENT: percent });
    closeSync(log);
    await stop();
    const lines = (await readFile(file, 'utf8')).split('\n');
    const ofRequests = lines.filter((line) => line.includes('"path":"/v1/models"'));
    expect(ofRequests.length).toBeGreaterThanOrEqual(least);
    expect(ofRequests.length).toBeLessThanOrEqual(most);
    await rm(dirname(file), { recursive: true });
  });
});
