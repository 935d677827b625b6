/** A primary and a replica of Redis, and the Sentinels that promote the replica. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../setup/servers/ports';
import { RedisServer } from '../engine/redis-server';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';

const NAME = 'books';
const DOWN_AFTER_MS = 1_000;
const SENTINELS = 3;
const QUORUM = 2;

export class SentinelSet {
  private constructor(
    readonly primary: RedisServer,
    readonly replica: RedisServer,
    private readonly ports: readonly number[],
    private readonly processes: readonly ChildProcess[],
    private readonly folder: string,
  ) {}

  static async start(): Promise<SentinelSet> {
    const folder = await mkdtemp(join(tmpdir(), 'tokenbook-sentinel-'));
    const primary = await RedisServer.start(['--repl-diskless-sync-delay', '0']);
    const replica = await RedisServer.start([
      '--replicaof',
      `127.0.0.1 ${primary.port}`,
      '--repl-diskless-sync-delay',
      '0',
    ]);
    const ports: number[] = [];
    while (ports.length < SENTINELS) ports.push(await freePort());
    const processes = await Promise.all(
      ports.map(async (port) => {
        const file = join(folder, `${port}.conf`);
        await writeFile(file, configOf(port, folder, primary.port));
        const arguments_ = [file, '--sentinel'];
        return spawn(sharedServers().binaries.redis, arguments_, { stdio: 'ignore' });
      }),
    );
    const set = new SentinelSet(primary, replica, ports, processes, folder);
    await until(() => set.isComplete(), { what: 'the Sentinels to know each other' });
    return set;
  }

  get address(): string {
    const hosts = this.ports.map((port) => `127.0.0.1:${port}`);
    return `redis+sentinel://${hosts.join()}/${NAME}`;
  }

  async stop(): Promise<void> {
    for (const process of this.processes) {
      if (process.exitCode !== null) continue;
      process.kill('SIGKILL');
      await once(process, 'exit');
    }
    await Promise.all([this.primary.stop(), this.replica.stop()]);
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Every Sentinel knows the others and the replica, which has all writes. */
  private async isComplete(): Promise<boolean> {
    const views = await Promise.all(
      this.ports.map((port) => ask(port, 'SENTINEL', 'MASTER', NAME)),
    );
    const link = await ask(this.replica.port, 'INFO', 'replication');
    return (
      views.every((view) => {
        const fields = view as string[];
        const valueOf = (field: string) => fields[fields.indexOf(field) + 1];
        const others = String(SENTINELS - 1);
        return valueOf('num-slaves') === '1' && valueOf('num-other-sentinels') === others;
      }) && String(link).includes('master_link_status:up')
    );
  }
}

function configOf(port: number, folder: string, primaryPort: number): string {
  return [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `sentinel monitor ${NAME} 127.0.0.1 ${primaryPort} ${QUORUM}`,
    `sentinel down-after-milliseconds ${NAME} ${DOWN_AFTER_MS}`,
    `sentinel failover-timeout ${NAME} 5000`,
    '',
  ].join('\n');
}

async function ask(port: number, command: string, ...words: string[]): Promise<unknown> {
  const redis = new Redis(port, '127.0.0.1', { retryStrategy: null, maxRetriesPerRequest: 0 });
  redis.on('error', () => undefined);
  try {
    return await redis.call(command, ...words);
  } finally {
    redis.disconnect();
  }
}
