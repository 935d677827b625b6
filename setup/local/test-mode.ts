/** Test mode beside the market of this machine: its own Redis and processes on the same servers. */
import { type Settings, loadSettings, localRedisUrl } from '../../config/settings';
import { startRedis } from '../servers/redis';
import { findRedis } from '../servers/tools';
import { ensureCredentials } from './credentials';
import type { Home } from './home';
import { type Environment, TOKENBOOK_PARTS, partKeeper } from './parts';
import { checkPorts } from './preflight';
import type { Supervisor } from './supervisor';
import { terminal } from './terminal';

/** Between a port of the market and the same port of its test mode. */
const PORT_DISTANCE = 10;

/** Where test mode is reached from this machine. */
export function testModeAddress({ PORT }: Pick<Settings, 'PORT'>): string {
  return `http://127.0.0.1:${PORT + PORT_DISTANCE}`;
}

/** Environment of the processes of test mode. */
function environmentOf(settings: Settings, market: Environment): Environment {
  return {
    ...market,
    TOKENBOOK_MODE: 'test',
    TOKENBOOK_DEPLOYMENT: `${settings.TOKENBOOK_DEPLOYMENT}-test`,
    MONGODB_DATABASE: `${settings.MONGODB_DATABASE}_test`,
    MONGODB_URI: settings.mongoUri,
    TEMPORAL_ADDRESS: settings.temporalAddress,
    TEMPORAL_UI_URL: settings.temporalUiUrl,
    REDIS_URL: localRedisUrl(settings, settings.REDIS_PORT + PORT_DISTANCE),
    PORT: String(settings.PORT + PORT_DISTANCE),
    ADMIN_PORT: String(settings.ADMIN_PORT + PORT_DISTANCE),
    ...(settings.HEALTH_PORT ? { HEALTH_PORT: String(settings.HEALTH_PORT + PORT_DISTANCE) } : {}),
    PUBLIC_URL: testModeAddress(settings),
    OTHER_MODE_URL: settings.PUBLIC_URL ?? `http://127.0.0.1:${settings.PORT}`,
  };
}

/** @param market environment of the processes of the market */
export async function startTestMode(
  settings: Settings,
  market: Environment,
  home: Home,
  supervisor: Supervisor,
): Promise<void> {
  const environment = environmentOf(settings, market);
  await checkPorts(loadSettings(environment));
  const binary = await findRedis((line) => terminal.working('test mode', line));
  const port = settings.REDIS_PORT + PORT_DISTANCE;
  const password = ensureCredentials(home.folder).secrets['REDIS_PASSWORD'];
  const place = {
    dataFolder: home.path('redis-test'),
    logFile: home.path('logs', 'redis-test.log'),
    onSpawn: supervisor.spawn,
  };
  await supervisor.keep('Redis of test mode', () =>
    startRedis({ ...place, binary, port, password }),
  );
  const keepPart = partKeeper(environment, home, supervisor);
  await Promise.all(
    TOKENBOOK_PARTS.map((name) => keepPart(`${name} of test mode`, `processes/${name}.js`)),
  );
  if (!supervisor.stopping) terminal.done('test mode', testModeAddress(settings));
}
