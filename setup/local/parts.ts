/** The processes of Tokenbook under the supervisor. */
import type { Home } from './home';
import { startPart } from './part';
import { type Supervisor, inBackground } from './supervisor';

export const TOKENBOOK_PARTS = ['worker', 'gateway', 'relay'] as const;

export type Environment = Readonly<Record<string, string | undefined>>;

/** @param name for people and for the name of the log; `script` is a file of the build */
export type KeepPart = (name: string, script: string) => Promise<void>;

export function partKeeper(environment: Environment, home: Home, supervisor: Supervisor): KeepPart {
  return (name, script) => {
    const logFile = home.path('logs', `${name.replaceAll(' ', '-')}.log`);
    const startIt = () =>
      startPart({ name, script, environment, logFile, onSpawn: supervisor.spawn });
    const isWorker = script === 'processes/worker.js';
    return supervisor.keep(name, isWorker ? inBackground(startIt) : startIt);
  };
}
