/** A Temporal server of one test, with the MongoDB and Redis that all tests share. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../setup/servers/ports';
import type { RunningProcess } from '../../setup/servers/running-process';
import { startTemporal } from '../../setup/servers/temporal';
import { memoryFolder } from './memory-folder';
import { startReaper } from './reaper';
import type { Addresses } from './servers';
import { sharedServers } from './shared-servers';
import { TIME_SKIPPING } from './time-skipping';

export interface TemporalServer {
  /** Addresses of the shared servers, except Temporal's. */
  readonly addresses: Addresses;
  kill(): Promise<void>;
  /** Restarts it with its old data and port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** @param dynamicConfig `key=value` each */
export async function startTemporalServer(
  dynamicConfig: readonly string[] = [],
): Promise<TemporalServer> {
  const { binaries, addresses } = sharedServers();
  const folder = await memoryFolder('tokenbook-temporal-');
  const reaper = startReaper(folder);
  const port = await freePort();
  const start = () =>
    startTemporal({
      binary: binaries.temporal,
      port,
      uiPort: null,
      databaseFile: join(folder, 'temporal.db'),
      synchronous: 'NORMAL',
      logFile: join(folder, 'temporal.log'),
      dynamicConfig: [TIME_SKIPPING, ...dynamicConfig],
      onSpawn: reaper.watch,
    });
  let running: RunningProcess = await start();
  return {
    addresses: { ...addresses, temporalAddress: `127.0.0.1:${port}` },
    kill: async () => {
      running.kill('SIGKILL');
      await running.exited;
    },
    restart: async () => {
      running = await start();
    },
    stop: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
      reaper.end();
    },
  };
}
