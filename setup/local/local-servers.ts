import { Connection } from '@temporalio/client';
import { mongo } from 'mongoose';
import type { Settings } from '../../config/settings';
import { withoutCredentials } from '../../domain/without-credentials';
import { connectRedis, firstCommand } from '../../engine/connect-redis';
import { connectionFailure } from '../../temporal/connection-failure';
import { clientOptions } from '../../temporal/connection-options';
import { startMongod } from '../servers/mongod';
import { startRedis } from '../servers/redis';
import type { RunningProcess } from '../servers/running-process';
import { startTemporal } from '../servers/temporal';
import { findMongod, findRedis, findTemporal } from '../servers/tools';
import { type Progress, SetupError } from '../setup-error';
import { type Credentials, ensureCredentials } from './credentials';
import type { Home } from './home';
import type { Supervisor } from './supervisor';
import { terminal } from './terminal';

interface LocalServer {
  readonly name: string;
  /** Address given in the environment; the server is then operated elsewhere. */
  readonly given: string | undefined;
  readonly reach: (address: string) => Promise<void>;
  readonly find: (progress: Progress) => Promise<string>;
  readonly start: (binary: string) => Promise<RunningProcess>;
  readonly address: string;
}

/**
 * Finds or fetches, then starts, the servers without a given address.
 * @throws SetupError of the first server that is not available
 */
export async function startLocalServers(
  settings: Settings,
  home: Home,
  supervisor: Supervisor,
): Promise<void> {
  const { secrets } = ensureCredentials(home.folder);
  const all = describeServers(settings, home, secrets, supervisor.spawn);
  const outcomes = await Promise.allSettled(all.map((server) => bring(server, supervisor)));
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
}

async function bring(server: LocalServer, supervisor: Supervisor): Promise<void> {
  if (server.given) {
    const address = withoutCredentials(server.given);
    await server.reach(server.given).catch((error: Error) => {
      const reason = withoutCredentials(error.message);
      throw new SetupError(`${server.name} at ${address} does not answer: ${reason}`);
    });
    return terminal.done(server.name, `yours, at ${address}`);
  }
  const binary = await server.find((line) => terminal.working(server.name, line));
  if (supervisor.stopping) return;
  await supervisor.keep(server.name, () => server.start(binary));
  if (!supervisor.stopping) terminal.done(server.name, server.address);
}

function describeServers(
  settings: Settings,
  home: Home,
  secrets: Credentials['secrets'],
  onSpawn: (child: RunningProcess) => void,
): LocalServer[] {
  const { MONGO_PORT, REDIS_PORT, TEMPORAL_PORT, TEMPORAL_UI_PORT } = settings;
  const password = secrets['REDIS_PASSWORD'];
  const access = {
    password: secrets['MONGODB_PASSWORD']!,
    databases: [settings.MONGODB_DATABASE, `${settings.MONGODB_DATABASE}_test`],
    key: secrets['MONGODB_KEY']!,
  };
  const place = (name: string) => ({
    dataFolder: home.path(name),
    logFile: home.path('logs', `${name}.log`),
    onSpawn,
  });
  return [
    {
      name: 'MongoDB',
      given: settings.MONGODB_URI,
      reach: reachMongo,
      find: findMongod,
      start: (binary) => startMongod({ ...place('mongodb'), binary, port: MONGO_PORT, access }),
      address: `127.0.0.1:${MONGO_PORT}`,
    },
    {
      name: 'Redis',
      given: settings.REDIS_URL,
      reach: reachRedis,
      find: findRedis,
      start: (binary) => startRedis({ ...place('redis'), binary, port: REDIS_PORT, password }),
      address: `127.0.0.1:${REDIS_PORT}`,
    },
    {
      name: 'Temporal',
      given: settings.TEMPORAL_ADDRESS,
      reach: () => reachTemporal(settings),
      find: findTemporal,
      start: (binary) =>
        startTemporal({
          ...place('temporal'),
          binary,
          port: TEMPORAL_PORT,
          uiPort: TEMPORAL_UI_PORT,
          uiHosts: [new URL(settings.temporalUiUrl).hostname],
          databaseFile: home.path('temporal', 'temporal.db'),
          synchronous: settings.TEMPORAL_SYNCHRONOUS,
        }),
      address: `127.0.0.1:${TEMPORAL_PORT}, web UI at ${settings.temporalUiUrl}`,
    },
  ];
}

async function reachMongo(uri: string): Promise<void> {
  const client = new mongo.MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
  try {
    await client.db('admin').command({ ping: 1 });
  } finally {
    await client.close();
  }
}

async function reachRedis(url: string): Promise<void> {
  const redis = connectRedis(url, { maxRetriesPerRequest: 0, connectTimeout: 5_000 });
  redis.on('error', () => undefined); // the command rejects
  try {
    await firstCommand(redis, () => redis.ping());
  } finally {
    redis.disconnect();
  }
}

async function reachTemporal(settings: Settings): Promise<void> {
  const options = clientOptions(settings);
  const connecting = Connection.connect({ ...options, connectTimeout: 5_000 });
  const connection = await connecting.catch(async (err: unknown) => {
    throw await connectionFailure(settings, err);
  });
  await connection.close();
}
