import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../setup/servers/ports';
import { type ProcessIdentity, isRunning } from '../../setup/local/process-identity';
import { until } from '../support/wait';

const ROOT = join(__dirname, '..', '..');
const PORTS = [
  'PORT',
  'ADMIN_PORT',
  'HEALTH_PORT',
  'MONGO_PORT',
  'REDIS_PORT',
  'TEMPORAL_PORT',
  'TEMPORAL_UI_PORT',
] as const;

export type Ports = Record<(typeof PORTS)[number], string>;

export async function freePorts(): Promise<Ports> {
  const chosen = new Map<string, string>();
  for (const name of PORTS) chosen.set(name, String(await freePort()));
  return Object.fromEntries(chosen) as Ports;
}

/** One run of `npm start`, seen from outside. */
export class NpmStart {
  private said = '';
  readonly exited: Promise<number | null>;

  private constructor(
    readonly child: ChildProcess,
    private readonly home: string,
  ) {
    child.stderr?.on('data', (data: Buffer) => (this.said += data.toString()));
    this.exited = once(child, 'exit').then(([code]) => code as number | null);
  }

  static run(home: string, ports: Ports, ...arguments_: string[]): NpmStart {
    const child = spawn(process.execPath, [join(ROOT, 'setup', 'start.mjs'), ...arguments_], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...ports, TOKENBOOK_HOME: home, TEMPORAL_SYNCHRONOUS: 'NORMAL' },
    });
    return new NpmStart(child, home);
  }

  output(): string {
    return this.said;
  }

  async says(text: string | RegExp, timeoutMs = 60_000): Promise<void> {
    const found = () =>
      typeof text === 'string' ? this.said.includes(text) : text.test(this.said);
    const ended = this.exited.then((code) => {
      if (!found()) throw new Error(`ended with ${code}, without ${text}; it said:\n${this.said}`);
    });
    const what = `"${text}" from npm start`;
    await Promise.race([until(found, { timeoutMs, what }), ended]).catch((error: Error) => {
      throw new Error(`${error.message}\n${this.said}`);
    });
  }

  /** Processes that it wrote down as its own. */
  children(): ProcessIdentity[] {
    const file = join(this.home, 'running.json');
    if (!existsSync(file)) return [];
    return (JSON.parse(readFileSync(file, 'utf8')) as { children: ProcessIdentity[] }).children;
  }

  async runningChildren(): Promise<ProcessIdentity[]> {
    return stillRunning(this.children());
  }
}

export async function stillRunning(identities: ProcessIdentity[]): Promise<ProcessIdentity[]> {
  const flags = await Promise.all(identities.map(isRunning));
  return identities.filter((_, index) => flags[index]);
}
