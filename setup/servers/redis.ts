import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import Redis from 'ioredis';
import { writePrivately } from './private-file';
import type { RunningProcess } from './running-process';
import { startServerProcess } from './server-process';

/** Each test uses a database of its own. */
const DATABASES = '1024';

interface RedisOptions {
  readonly binary: string;
  readonly port: number;
  readonly dataFolder: string;
  readonly logFile: string;
  readonly onSpawn?: (server: RunningProcess) => void;
  /** None in tests. */
  readonly password?: string | undefined;
}

/** Starts Redis with its append-only file, flushed once a second, and no snapshots. */
export async function startRedis(options: RedisOptions): Promise<RunningProcess> {
  await mkdir(options.dataFolder, { recursive: true });
  const { password } = options;
  // In a file: everybody on the machine sees the arguments of a process.
  const file = password === undefined ? [] : [join(options.dataFolder, 'redis.conf')];
  for (const path of file) await writePrivately(path, `requirepass ${password}\n`);
  return startServerProcess({
    name: 'Redis',
    binary: options.binary,
    arguments: [
      ...file,
      '--port',
      String(options.port),
      '--bind',
      '127.0.0.1',
      '--dir',
      options.dataFolder,
      '--appendonly',
      'yes',
      '--appendfsync',
      'everysec',
      '--save',
      '',
      '--databases',
      DATABASES,
      '--daemonize',
      'no',
    ],
    logFile: options.logFile,
    onSpawn: options.onSpawn,
    check: () => ping(options.port, password),
  });
}

async function ping(port: number, password: string | undefined): Promise<void> {
  const redis = new Redis({
    port,
    host: '127.0.0.1',
    lazyConnect: true,
    retryStrategy: null,
    ...(password === undefined ? {} : { password }),
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
  } finally {
    redis.disconnect();
  }
}
