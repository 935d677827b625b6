import type { Settings } from '../../config/settings';
import { portIsFree } from '../servers/ports';
import { SetupError } from '../setup-error';

type PortVariable =
  | 'HEALTH_PORT'
  | 'PORT'
  | 'ADMIN_PORT'
  | 'MONGO_PORT'
  | 'REDIS_PORT'
  | 'TEMPORAL_PORT'
  | 'TEMPORAL_UI_PORT';

const USES: Readonly<Record<PortVariable, string>> = {
  PORT: 'the gateway',
  HEALTH_PORT: 'the health of the worker, and the next port that of the relay',
  ADMIN_PORT: 'the operator port',
  MONGO_PORT: 'MongoDB',
  REDIS_PORT: 'Redis',
  TEMPORAL_PORT: 'Temporal',
  TEMPORAL_UI_PORT: "Temporal's web UI",
};

/** Ports that must be free on this machine: none for a server with a given address. */
function portsNeeded(settings: Settings): PortVariable[] {
  const needed: PortVariable[] = ['PORT', 'ADMIN_PORT'];
  if (settings.HEALTH_PORT) needed.push('HEALTH_PORT');
  if (!settings.MONGODB_URI) needed.push('MONGO_PORT');
  if (!settings.REDIS_URL) needed.push('REDIS_PORT');
  if (!settings.TEMPORAL_ADDRESS) needed.push('TEMPORAL_PORT', 'TEMPORAL_UI_PORT');
  return needed;
}

/** @throws SetupError that names every port in use, and how to choose others */
export async function checkPorts(settings: Settings): Promise<void> {
  const taken: PortVariable[] = [];
  for (const variable of portsNeeded(settings)) {
    const port = settings[variable]!;
    const ports = variable === 'HEALTH_PORT' ? [port, port + 1] : [port];
    const areFree = await Promise.all(ports.map((one) => portIsFree(one)));
    if (areFree.includes(false)) taken.push(variable);
  }
  if (taken.length === 0) return;
  const lines = taken.map((variable) => `port ${settings[variable]} (${USES[variable]})`);
  const others = taken.map((variable) => `${variable}=${settings[variable]! + 10_000}`);
  throw new SetupError(
    `Another program uses ${lines.join(', ')}.`,
    `Stop that program, or choose other ports: ${others.join(' ')} npm start`,
  );
}
