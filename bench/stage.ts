/** The servers and processes of a benchmark, on free ports, removed at its end. */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Home } from '../setup/local/home';
import { startPart } from '../setup/local/part';
import { terminal } from '../setup/local/terminal';
import { mongodUri, startMongod } from '../setup/servers/mongod';
import { freePort } from '../setup/servers/ports';
import { startRedis } from '../setup/servers/redis';
import type { RunningProcess } from '../setup/servers/running-process';
import { type StartOptions, startServerProcess } from '../setup/servers/server-process';
import { startTemporal } from '../setup/servers/temporal';
import { findMongod, findRedis, findTemporal } from '../setup/servers/tools';

export interface Addresses {
  readonly mongoUri: string;
  readonly redisUrl: string;
  readonly temporalAddress: string;
}

export class Stage {
  private started: RunningProcess[] = [];
  ending = false;

  private constructor(private readonly home: Home) {}

  /**
   * Always the same folder: concurrent benchmarks would distort each other, and a run stops the
   * processes that a killed earlier run left behind.
   * @throws SetupError when another benchmark runs
   */
  static async open(): Promise<Stage> {
    const stage = new Stage(await Home.take(join(tmpdir(), 'tokenbook-bench')));
    await rm(stage.home.path('data'), { recursive: true, force: true });
    return stage;
  }

  /** All processes of the run, including the benchmark itself. */
  get processes(): { readonly name: string; readonly pid: number }[] {
    return [...this.started, { name: 'bench', pid: process.pid }];
  }

  /** Starts an empty MongoDB, Redis and Temporal; Temporal as in the tests (SQLite in WAL mode, synchronous=NORMAL). */
  async startServers(): Promise<Addresses> {
    const progress = (line: string) => terminal.working('servers', line);
    const [mongod, redis] = await Promise.all([
      findMongod(progress),
      findRedis(progress),
      findTemporal(progress),
    ]);
    const [mongoPort, redisPort, temporalPort] = [
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    await Promise.all([
      startMongod({ ...this.place('mongod'), binary: mongod, port: mongoPort }),
      startRedis({ ...this.place('redis'), binary: redis, port: redisPort }),
      this.startTemporal(temporalPort),
    ]);
    terminal.done('servers', 'MongoDB, Redis and Temporal are ready');
    return {
      mongoUri: mongodUri(mongoPort),
      redisUrl: `redis://127.0.0.1:${redisPort}`,
      temporalAddress: `127.0.0.1:${temporalPort}`,
    };
  }

  /** Keeps its data in a folder, so that it can be killed and restarted. */
  async startTemporal(port: number): Promise<RunningProcess> {
    const binary = await findTemporal((line) => terminal.working('servers', line));
    return startTemporal({
      ...this.place('temporal'),
      binary,
      port,
      uiPort: null,
      synchronous: 'NORMAL',
      databaseFile: join(this.folder('temporal'), 'temporal.db'),
    });
  }

  /** Starts only Redis, with its data in a folder, so that it can be stopped and restarted. */
  async startRedis(name: string, port: number): Promise<RunningProcess> {
    const binary = await findRedis((line) => terminal.working('servers', line));
    return startRedis({ ...this.place(name), binary, port });
  }

  /** Starts an external program and waits until it is ready. */
  async startProgram(
    name: string,
    program: Pick<StartOptions, 'binary' | 'arguments' | 'environment' | 'check'>,
  ): Promise<void> {
    const { logFile, onSpawn } = this.place(name);
    await startServerProcess({ ...program, name, logFile, onSpawn });
    terminal.done(name, 'ready');
  }

  /** The folder of a server or program, deleted at the end. */
  folder(name: string): string {
    return this.home.path('data', name);
  }

  /** Starts a script of the build and waits until it is ready. */
  async startProcess(
    name: string,
    script: string,
    environment: NodeJS.ProcessEnv,
  ): Promise<RunningProcess> {
    const { logFile, onSpawn } = this.place(name);
    const whole = { ...process.env, ...environment };
    const started = await startPart({ name, script, environment: whole, logFile, onSpawn });
    terminal.done(name, 'ready');
    return started;
  }

  /** @throws Error when no process of the name runs */
  processNamed(name: string): RunningProcess {
    const found = this.started.find((one) => one.name === name);
    if (!found) throw new Error(`No ${name} runs`);
    return found;
  }

  /** Stops everything in reverse start order. */
  async end(): Promise<void> {
    if (this.ending) return;
    this.ending = true;
    for (const child of [...this.started].reverse()) await child.stop();
    await rm(this.home.path('data'), { recursive: true, force: true });
    await this.home.leave();
  }

  kill(): void {
    for (const child of this.started) child.kill('SIGKILL');
  }

  private place(name: string) {
    return {
      dataFolder: this.folder(name),
      logFile: this.home.path('data', 'logs', `${name}.log`),
      onSpawn: (child: RunningProcess) => this.spawned(name, child),
    };
  }

  private spawned(name: string, child: RunningProcess): void {
    if (child.pid === 0) return;
    this.started.push({ ...child, name });
    void child.exited.then(() => {
      this.started = this.started.filter(({ pid }) => pid !== child.pid);
    });
    void this.home.remember(child.pid);
    if (this.ending) child.kill('SIGTERM');
  }
}
