/** The processes of Tokenbook under the supervisor. */
import { type Settings, loadSettings, stopLimitMs } from '../../config/settings';
import type { Home } from './home';
import { startPart } from './part';
import { type Supervisor, inBackground } from './supervisor';

export const TOKENBOOK_PARTS = ['worker', 'gateway', 'relay'] as const;

const FORCED_WITHIN_MS = 5_000;

export type Environment = Readonly<Record<string, string | undefined>>;

/** @param name for people and for the name of the log; `script` is a file of the build */
export type KeepPart = (name: string, script: string) => Promise<void>;

export function partKeeper(environment: Environment, home: Home, supervisor: Supervisor): KeepPart {
  // A process that is asked to end forces itself to within its limit.
  const settings = loadSettings(environment);
  const stoppedWithinMs = stopLimitMs(settings) + FORCED_WITHIN_MS;
  return (name, script) => {
    const logFile = home.path('logs', `${name.replaceAll(' ', '-')}.log`);
    const startIt = () =>
      startPart({
        name,
        script,
        logFile,
        stoppedWithinMs,
        environment: {
          ...environment,
          ...healthPortOf(script, settings),
        },
        onSpawn: supervisor.spawn,
      });
    const isWorker = script === 'processes/worker.js';
    return supervisor.keep(name, isWorker ? inBackground(startIt) : startIt);
  };
}

/** `HEALTH_PORT` is that of the worker, and the next one that of the relay. */
function healthPortOf(script: string, { HEALTH_PORT: first }: Settings): Environment {
  if (!first || script !== 'processes/relay.js') return {};
  return { HEALTH_PORT: String(first + 1) };
}
