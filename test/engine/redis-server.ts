/** A redis-server of one test's own, that can be killed, have its log cut, and be started again. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../setup/servers/ports';
import { memoryFolder } from '../support/memory-folder';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';

export class RedisServer {
  private process: ChildProcess | null = null;

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly options: readonly string[],
  ) {}

  /** @param options of redis-server, besides those that every test needs */
  static async start(options: readonly string[] = []): Promise<RedisServer> {
    const folder = await memoryFolder('tokenbook-redis-');
    const server = new RedisServer(await freePort(), folder, options);
    await server.run();
    return server;
  }

  /** A node of a cluster, whose members talk over a port of their own. */
  static async startClusterNode(options: readonly string[] = []): Promise<RedisServer> {
    const ports = ['--cluster-port', `${await freePort()}`];
    return RedisServer.start(['--cluster-enabled', 'yes', ...ports, ...options]);
  }

  /** A connection that fails instead of trying again, so that the test sees every lost answer. */
  connect(): Redis {
    const options = { retryStrategy: null, maxRetriesPerRequest: 0, disconnectTimeout: 100 };
    const redis = new Redis(this.port, options);
    redis.on('error', () => undefined);
    return redis;
  }

  async run(): Promise<void> {
    const options = ['--bind', '127.0.0.1', '--port', `${this.port}`, '--dir', this.folder];
    const log = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'everysec'];
    const logFile = join(this.folder, 'redis.log');
    const all = [...options, ...log, '--logfile', logFile, ...this.options];
    this.process = spawn(sharedServers().binaries.redis, all, { stdio: 'ignore' });
    try {
      await until(() => this.answers(), { timeoutMs: 30_000, what: 'redis-server to answer' });
    } catch (err) {
      const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n');
      throw new Error(`redis-server did not start: ${lines.slice(-5).join('; ')}`, { cause: err });
    }
  }

  async kill(): Promise<void> {
    const { process } = this;
    if (!process || process.exitCode !== null) return;
    process.kill('SIGKILL');
    await once(process, 'exit');
    this.process = null;
  }

  /** What a power cut does: the end of the log is gone, in the middle of a command. */
  async cutLog(bytes: number): Promise<void> {
    const logs = join(this.folder, 'appendonlydir');
    const name = (await readdir(logs)).find((file) => file.endsWith('.incr.aof'));
    if (!name) throw new Error('redis-server has no append-only file');
    const { size } = await stat(join(logs, name));
    await truncate(join(logs, name), Math.max(0, size - bytes));
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async answers(): Promise<boolean> {
    const redis = this.connect();
    try {
      return (await redis.ping()) === 'PONG';
    } finally {
      redis.disconnect();
    }
  }
}
