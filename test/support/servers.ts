import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mongodUri, startMongod } from '../../setup/servers/mongod';
import { tail } from '../../setup/servers/server-process';
import { freePort } from '../../setup/servers/ports';
import { startRedis } from '../../setup/servers/redis';
import type { RunningProcess } from '../../setup/servers/running-process';
import { startTemporal } from '../../setup/servers/temporal';
import { memoryFolder } from './memory-folder';
import { startReaper } from './reaper';
import { TIME_SKIPPING } from './time-skipping';

export interface Binaries {
  readonly mongod: string;
  readonly redis: string;
  readonly temporal: string;
}

export interface Addresses {
  readonly mongoUri: string;
  readonly redisUrl: string;
  readonly temporalAddress: string;
}

export type ServerName = 'mongod' | 'redis' | 'temporal';

export interface TestServers {
  readonly addresses: Addresses;
  /** Kills one of them with SIGKILL and waits until it has exited. */
  kill(name: ServerName): Promise<void>;
  /** Resolves when one of them exits by itself. */
  exited(name: ServerName): Promise<unknown>;
  /** Resolves when one of those that started first exits before `stop`: which, how, and the end of its log. */
  readonly lost: Promise<string>;
  /** Pauses one (SIGSTOP) until the returned function is called. */
  pause(name: ServerName): () => void;
  /** Restarts it with its old data and port. */
  restart(name: ServerName): Promise<void>;
  stop(): Promise<void>;
}

interface ServerOptions {
  readonly hasFailPoints?: boolean;
  /** By default all three. */
  readonly names?: readonly ServerName[];
  /** Of their data, which the caller removes; by default with their logs. */
  readonly dataFolder?: string;
  /** A release before this one sets up Temporal. */
  readonly isOfOlderRelease?: boolean;
}

/** Starts the servers on free ports and a temporary folder, which `stop` removes. */
export async function startTestServers(
  binaries: Binaries,
  {
    hasFailPoints = false,
    names = ['mongod', 'redis', 'temporal'],
    dataFolder,
    isOfOlderRelease = false,
  }: ServerOptions = {},
): Promise<TestServers> {
  const folder = await memoryFolder('tokenbook-test-');
  const data = dataFolder ?? folder;
  const reaper = startReaper(folder);
  const [mongoPort, redisPort, temporalPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const shared = (name: ServerName) => ({
    binary: binaries[name],
    logFile: join(folder, 'logs', `${name}.log`),
    dataFolder: join(data, name),
    onSpawn: reaper.watch,
  });
  const databaseFile = join(data, 'temporal', 'temporal.db');
  const temporalOptions = {
    uiPort: null,
    databaseFile,
    synchronous: 'NORMAL',
    dynamicConfig: [TIME_SKIPPING],
    ...(isOfOlderRelease ? { searchAttributes: [] } : {}),
  } as const;
  const start: Record<ServerName, () => Promise<RunningProcess>> = {
    mongod: () => startMongod({ ...shared('mongod'), port: mongoPort, hasFailPoints }),
    redis: () => startRedis({ ...shared('redis'), port: redisPort }),
    temporal: () =>
      startTemporal({ ...shared('temporal'), ...temporalOptions, port: temporalPort }),
  };
  const running = {} as Record<ServerName, RunningProcess>;
  let isStopping = false;
  const restart = async (name: ServerName): Promise<void> => {
    running[name] = await start[name]();
  };
  const stop = async (): Promise<void> => {
    isStopping = true;
    await Promise.all(Object.values(running).map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
    reaper.end();
  };
  const started = await Promise.allSettled(names.map(restart));
  const failure = started.find((result) => result.status === 'rejected');
  if (failure) {
    await stop();
    throw failure.reason;
  }
  const lost = new Promise<string>((resolve) => {
    for (const name of names)
      void running[name].exited.then((how) => {
        if (!isStopping) resolve(`${name} has exited (${how}):\n${tail(shared(name).logFile)}`);
      });
  });
  return {
    addresses: {
      mongoUri: mongodUri(mongoPort),
      redisUrl: `redis://127.0.0.1:${redisPort}`,
      temporalAddress: `127.0.0.1:${temporalPort}`,
    },
    kill: async (name) => {
      running[name].kill('SIGKILL');
      await running[name].exited;
    },
    exited: (name) => running[name].exited,
    lost,
    pause: (name) => {
      running[name].kill('SIGSTOP');
      return () => running[name].kill('SIGCONT');
    },
    restart,
    stop,
  };
}
