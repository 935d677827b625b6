/** What a benchmark runs on: servers and processes of its own, on free ports, gone at its end. */
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
import { startTemporal } from '../setup/servers/temporal';
import { findMongod, findRedis, findTemporal } from '../setup/servers/tools';

export interface Addresses {
  readonly mongoUri: string;
  readonly redisUrl: string;
  readonly temporalAddress: string;
}

export class Stage {
  private readonly started: RunningProcess[] = [];
  ending = false;

  private constructor(private readonly home: Home) {}

  /**
   * Always the same folder: two benchmarks at once would measure each other, and what one left
   * behind that was killed is ended by the next.
   * @throws SetupError when another benchmark runs
   */
  static async open(): Promise<Stage> {
    const stage = new Stage(await Home.take(join(tmpdir(), 'tokenbook-bench')));
    await rm(stage.home.path('data'), { recursive: true, force: true });
    return stage;
  }

  /** Everything that runs here, by name, with its pid; the benchmark's own process with it. */
  get processes(): { readonly name: string; readonly pid: number }[] {
    return [...this.started, { name: 'bench', pid: process.pid }];
  }

  /** MongoDB, Redis and Temporal, fresh; Temporal as the tests have it (SQLite in WAL mode, synchronous=NORMAL). */
  async startServers(): Promise<Addresses> {
    const progress = (line: string) => terminal.working('servers', line);
    const [mongod, redis, temporal] = await Promise.all([
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
      startTemporal({
        ...this.place('temporal'),
        binary: temporal,
        port: temporalPort,
        uiPort: null,
        databaseFile: this.home.path('data', 'temporal', 'temporal.db'),
        synchronous: 'NORMAL',
      }),
    ]);
    terminal.done('servers', 'MongoDB, Redis and Temporal serve');
    return {
      mongoUri: mongodUri(mongoPort),
      redisUrl: `redis://127.0.0.1:${redisPort}`,
      temporalAddress: `127.0.0.1:${temporalPort}`,
    };
  }

  /** Redis alone, in a folder that outlives it, so that it can be ended and started again. */
  async startRedis(name: string, port: number): Promise<RunningProcess> {
    const binary = await findRedis((line) => terminal.working('servers', line));
    return startRedis({ ...this.place(name), binary, port });
  }

  /** Starts a script of the build and waits until it serves. */
  async startProcess(name: string, script: string, environment: NodeJS.ProcessEnv): Promise<void> {
    const { logFile, onSpawn } = this.place(name);
    const whole = { ...process.env, ...environment };
    await startPart({ name, script, environment: whole, logFile, onSpawn });
    terminal.done(name, 'ready');
  }

  /** Ends everything, the last started first. */
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
      dataFolder: this.home.path('data', name),
      logFile: this.home.path('data', 'logs', `${name}.log`),
      onSpawn: (child: RunningProcess) => this.spawned(name, child),
    };
  }

  private spawned(name: string, child: RunningProcess): void {
    if (child.pid === 0) return;
    this.started.push({ ...child, name });
    void this.home.remember(child.pid);
    if (this.ending) child.kill('SIGTERM');
  }
}
