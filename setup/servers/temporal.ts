import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Connection } from '@temporalio/client';
import { SEARCH_ATTRIBUTE_TYPES } from '../../temporal/register-search-attributes';
import type { RunningProcess } from './running-process';
import { freePort } from './ports';
import { startServerProcess } from './server-process';
import { guardTemporalUi, unguessableLoopback } from './temporal-ui-guard';

/**
 * The development server polls its queues at most 20 times a second by default, which delays every
 * task by up to 50 ms; more than one partition only adds hops within one process.
 */
const DYNAMIC_CONFIG = [
  'history.transferProcessorMaxPollRPS=10000',
  'history.timerProcessorMaxPollRPS=10000',
  'matching.numTaskqueueReadPartitions=1',
  'matching.numTaskqueueWritePartitions=1',
  // Nothing of ours uses the HTTP API, and no page can send this name.
  'frontend.httpAllowedHosts=["tokenbook.invalid"]',
];

interface TemporalOptions {
  readonly binary: string;
  readonly port: number;
  /** Port of the guarded web UI, or null for a server without it. */
  readonly uiPort: number | null;
  /** Host names of the web UI, in addition to loopback names. */
  readonly uiHosts?: readonly string[];
  /** Port of the HTTP API, which is closed to everyone; a random one by default. */
  readonly httpPort?: number;
  readonly databaseFile: string;
  /** FULL survives a power failure; NORMAL survives process crashes and is faster. */
  readonly synchronous: 'FULL' | 'NORMAL';
  readonly logFile: string;
  /** Those of this release by default. */
  readonly searchAttributes?: typeof SEARCH_ATTRIBUTE_TYPES;
  /** Further dynamic configuration of the server, as `key=value`. */
  readonly dynamicConfig?: readonly string[];
  readonly onSpawn?: (server: RunningProcess) => void;
}

/** Starts the Temporal development server on a SQLite file. */
export async function startTemporal(options: TemporalOptions): Promise<RunningProcess> {
  await mkdir(dirname(options.databaseFile), { recursive: true });
  const ui =
    options.uiPort === null ? null : { host: unguessableLoopback(), port: await freePort() };
  const uiArguments = ui ? ['--ui-ip', ui.host, '--ui-port', String(ui.port)] : ['--headless'];
  const server = await startServerProcess({
    name: 'Temporal',
    binary: options.binary,
    arguments: [
      'server',
      'start-dev',
      '--ip',
      '127.0.0.1',
      '--port',
      String(options.port),
      ...uiArguments,
      ...(options.httpPort === undefined ? [] : ['--http-port', String(options.httpPort)]),
      '--db-filename',
      options.databaseFile,
      '--log-level',
      'error',
      '--sqlite-pragma',
      'journal_mode=WAL',
      '--sqlite-pragma',
      `synchronous=${options.synchronous}`,
      ...[...DYNAMIC_CONFIG, ...(options.dynamicConfig ?? [])].flatMap((entry) => [
        '--dynamic-config-value',
        entry,
      ]),
      ...(options.searchAttributes ?? SEARCH_ATTRIBUTE_TYPES).flatMap(({ name, type }) => [
        '--search-attribute',
        `${name}=${type}`,
      ]),
      '--ui-disable-news-fetch',
    ],
    logFile: options.logFile,
    onSpawn: options.onSpawn,
    check: () => describeNamespace(options.port),
  });
  if (ui && options.uiPort !== null) {
    const guard = await guardTemporalUi(ui, options.uiPort, options.uiHosts);
    void server.exited.then(() => {
      guard.close();
      guard.closeAllConnections();
    });
  }
  return server;
}

async function describeNamespace(port: number): Promise<void> {
  const connection = await Connection.connect({
    address: `127.0.0.1:${port}`,
    connectTimeout: 1_000,
  });
  try {
    await connection.workflowService.describeNamespace({ namespace: 'default' });
  } finally {
    await connection.close();
  }
}
